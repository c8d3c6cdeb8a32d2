/*
 * call.c - calls of the kernel, and the signal handlers that they trigger.
 */
#include "lib.h"

#include <stddef.h>
#include <t800.h>

_Static_assert(offsetof(KCall, wdesc) == 0 && offsetof(KCall, state) == 1 * 4
	&& offsetof(KCall, result) == 2 * 4 && KERNEL_STACK == 0x80000000 + 0x5C0
	&& NODE_WORDS + offsetof(NodeWords, kernel) == 0x80000000 + 30 * 4
	&& NODE_WORDS + offsetof(NodeWords, kernel_gsb) == 0x80000000 + 31 * 4, "kcall.s");

static SignalHandler *handlers[NSIGNALS];

/* call_handlers: call the handler of each of these signals. */
static __attribute__((noinline)) void
call_handlers(uint32_t signals)
{
	for (int i = 0; i < NSIGNALS; i++)
		if (signals >> i & 1 && handlers[i])
			handlers[i](i);
}

bool
__signalled(KCall *c)
{
	uint32_t signals = c->state;

	call_handlers(signals);
	c->state = 0;
	return signals & KCALL_INTERRUPTED && !(signals >> SIGNAL_RELEASE & 1);
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
