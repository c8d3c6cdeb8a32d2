/*
 * stamp_later.h - operations that a program notes before it does them, because the kernel does not
 * see them: it runs a thread, or uses a channel in memory.
 *
 * A thread of high priority does it right behind its note, so the note gives the operation its time.
 * One of low priority may be interrupted between both. So its operation gets its time later: when
 * another operation of the node needs one and finds that the first one has been done.
 *
 * Private to stamp.c and stamp_later.c.
 */
#ifndef STAMP_LATER_H
#define STAMP_LATER_H

#include "node.h"

#ifdef SYNC_LOG

/* stamp_step: an operation of the thread on an object whose last time this is. Returns its time. */
uint32_t stamp_step(Stack *s, uint32_t object);
/* stamp_stack: the thread whose workspace that is, of any process; NULL if there is none. */
Stack *stamp_stack(uint32_t wdesc);

/*
 * stamp_run_now: the thread `by` runs s, with this instruction. stamp_run, stamp_channel: the
 * calling thread is about to run s, NULL for what is no thread, or to use the channel.
 */
void stamp_run_now(Stack *by, Stack *s);
void stamp_run(const KCall *c, Stack *by, Stack *s);
void stamp_channel(const KCall *c, Stack *by, uint32_t channel);
/*
 * stamp_settle: the thread is about to do an operation, or begins a turn: gives all operations that
 * have been done their times. stamp_forget: the thread ends.
 */
void stamp_settle(const Stack *by, bool turn);
void stamp_forget(const Stack *s);

#endif

#endif
