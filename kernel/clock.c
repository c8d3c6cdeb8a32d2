/*
 * clock.c - timeouts, and threads that are ending: a process checks them every TICK while there are
 * any.
 */
#include "node.h"

enum { STACK = 512 }; /* bytes */

static struct {
	bool idle;
	uint32_t wdesc;
	uint32_t stack[STACK / 4];
} ticker;

/* check_waiters: end the waits whose time has passed; true if other calls wait for a time. */
static bool
check_waiters(void)
{
	bool stopped = threads_stopped();

	return waiters_expire(timer_now()) || !stopped;
}

/*
 * check_in_turns: once in each tick, look for waiters whose time limit has come; end when no
 * waiter has a time limit.
 */
static void
check_in_turns(void *nothing)
{
	(void)nothing;
	ticker.wdesc = (uint32_t)__t800_wptr();
	for (;;) {
		if (__deep(check_waiters, NULL, NULL)) {
			__t800_tin(timer_now() + TICK);
		} else {
			ticker.idle = true;
			__t800_stopp();
		}
	}
}

void
clock_start(void)
{
	process_start(check_in_turns, NULL, ticker.stack, STACK, PRIORITY_HIGH, NULL);
}

void
clock_need(void)
{
	if (!ticker.idle)
		return;
	ticker.idle = false;
	__t800_runp(ticker.wdesc);
}
