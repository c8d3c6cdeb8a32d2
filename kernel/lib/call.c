/*
 * call.c - calls of the kernel, and the signal handlers that they trigger.
 */
#include "lib.h"

#include <stddef.h>
#include <t800.h>

static SignalHandler *handlers[NSIGNALS];

static __attribute__((noinline)) void
handle(uint32_t signals)
{
	for (int i = 0; i < NSIGNALS; i++)
		if (signals >> i & 1 && handlers[i])
			handlers[i](i);
}

/* again: repeat a call that a signal has interrupted, unless it was SIGNAL_RELEASE. */
static int
again(const KCall *c)
{
	return c->result == KE_INTR && !(c->signals >> SIGNAL_RELEASE & 1);
}

/* call: the callers have set number and arguments; the kernel sets the other fields (kcall.h). */
static inline __attribute__((always_inline)) int32_t
call(KCall *c)
{
	c->self = __self;
	c->signals = 0;
	__kcall(c);
	if (c->signals)
		handle(c->signals);
	return c->result;
}

int32_t
__call(uint32_t number, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	KCall k;

	k.number = number;
	k.argument[0] = a;
	k.argument[1] = b;
	k.argument[2] = c;
	k.argument[3] = d;
	return call(&k);
}

int32_t
__send(Nmsg *m, uint32_t how, Nmsg *then)
{
	KCall k;

	do {
		k.number = KC_SEND;
		k.then = then;
		k.argument[0] = (uint32_t)m;
		k.argument[1] = how;
		call(&k);
	} while (again(&k));
	return k.result;
}

int32_t
__receive(Nmsg *m, uint32_t how, uint32_t time)
{
	uint32_t room = m->nh_length;
	KCall k;

	k.number = KC_RECEIVE;
	k.argument[0] = (uint32_t)m;
	k.argument[1] = how;
	k.argument[2] = time;
	while (call(&k), again(&k))
		m->nh_length = room;
	return k.result;
}

int
ksignal(int signal, SignalHandler *handler)
{
	uint32_t set = 0;

	if (signal <= 0 || signal >= NSIGNALS || signal == SIGNAL_DIE || signal == SIGNAL_ARREST)
		return KE_INVAL;
	handlers[signal] = handler;
	for (int i = 0; i < NSIGNALS; i++)
		set |= (uint32_t)(handlers[i] != NULL) << i;
	return __call(KC_SIGNALS, set, 0, 0, 0);
}

uint32_t
critical(uint32_t (*f)(uint32_t), uint32_t argument)
{
	if (process_priority() == PRIORITY_HIGH)
		return f(argument);
	return __call(KC_CRITICAL, (uint32_t)f, argument, 0, 0);
}
