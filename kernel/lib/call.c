/*
 * call.c - calls of the kernel, and the signal handlers that they trigger.
 */
#include "lib.h"

#include <stddef.h>
#include <t800.h>

_Static_assert(offsetof(KCall, wdesc) == 0 && offsetof(KCall, state) == 1 * 4
	&& offsetof(KCall, result) == 2 * 4 && offsetof(KCall, number) == 3 * 4
	&& offsetof(KCall, then) == 5 * 4 && KCALL_FRAME == 8 * 4 && offsetof(KCall, gsb) == 9 * 4
	&& offsetof(KCall, argument) == 10 * 4
	&& KC_SEND == 0 && KC_RECEIVE == 1 && KC_EXCHANGE == 2 && KC_ALLOC == 3
	&& KC_SEM_WAIT == 4 && KC_SEM_TRY == 5 && KC_SEM_SIGNAL == 6
	&& KERNEL_STACK == 0x80000000 + 0x5C0
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
__resumed(KCall *c)
{
	uint32_t signals = c->state & ~KCALL_WAITS;
	bool again = signals & KCALL_INTERRUPTED && !(signals >> SIGNAL_RELEASE & 1);

	call_handlers(signals);
	if (!again)
		__note_turn();
	return again;
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
