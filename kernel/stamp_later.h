/*
 * stamp_later.h - operations that a program notes before it does them, because the kernel does not
 * see them: it runs a thread, or uses a channel in memory.
 *
 * A thread of high priority does the operation right behind its note, which gives it its time. A
 * thread of low priority may be interrupted between them, by the turn of another thread. So if the
 * node has turns, its operation gets its time later: when another operation of the node needs a
 * time, and the kernel finds that the first operation has been done.
 *
 * Private to stamp.c and stamp_later.c.
 */
#ifndef STAMP_LATER_H
#define STAMP_LATER_H

#include "node.h"

#ifdef SYNC_LOG

/* stamp_step: s does an operation on an object whose last time is `object`; the operation's time */
uint32_t stamp_step(Stack *s, uint32_t object);

/* stamp_run_now: give its time to the operation by which thread `by` has run thread s. */
void stamp_run_now(Stack *by, Stack *s);
/*
 * Thread `by` is about to run s, or to use a channel: give that operation its time or, if `later`,
 * put it off.
 */
void stamp_run(bool later, Stack *by, Stack *s);
void stamp_channel(bool later, Stack *by, uint32_t channel);
void stamp_forget(const Stack *s); /* drop the operation without a time of the ending thread s */

extern Stack *stamp_unsettled; /* list of threads whose operation has no time; mostly NULL */
void stamp_settle_all(const Stack *by, bool turn); /* stamp_settle, if the list is not empty */

/*
 * stamp_settle: give a time to each put-off operation that has been done. The thread `by` is about
 * to do an operation or, if `turn`, begins a turn.
 */
static inline void
stamp_settle(const Stack *by, bool turn)
{
	if (stamp_unsettled)
		stamp_settle_all(by, turn);
}

#endif

#endif
