/*
 * stamp_later.h - operations that a program notes before it does them, because the kernel does not
 * see them: it runs a thread, or uses a channel in memory.
 *
 * A thread of high priority does it right behind its note, which gives the operation its time. A
 * thread of low priority may be interrupted between both, by the turn of another thread. So if the
 * node has turns, its operation gets its time later: when another operation of the node needs a
 * time, and finds that the first operation has been done.
 *
 * Private to stamp.c and stamp_later.c.
 */
#ifndef STAMP_LATER_H
#define STAMP_LATER_H

#include "node.h"

#ifdef SYNC_LOG

/* stamp_step: the thread does an operation on an object with this last time; the new time */
uint32_t stamp_step(Stack *s, uint32_t object);

/* stamp_run_now: note that the thread `by` has run s. */
void stamp_run_now(Stack *by, Stack *s);
/*
 * In these functions, `by` is about to run s, or to use the channel; later: it may be interrupted.
 */
void stamp_run(bool later, Stack *by, Stack *s);
void stamp_channel(bool later, Stack *by, uint32_t channel);
void stamp_forget(const Stack *s); /* drop the pending operation of an ending thread */

extern Stack *stamp_unsettled; /* the first thread with such an operation; almost always NULL */
void stamp_settle_all(const Stack *by, bool turn); /* stamp_settle, if there are any */

/*
 * stamp_settle: the thread is about to do an operation, or begins a turn: gives all operations that
 * have been done their times.
 */
static inline void
stamp_settle(const Stack *by, bool turn)
{
	if (stamp_unsettled)
		stamp_settle_all(by, turn);
}

#endif

#endif
