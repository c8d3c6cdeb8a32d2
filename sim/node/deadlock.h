/*
 * deadlock.h - which threads wait for each other for ever.
 */
#ifndef DEADLOCK_H
#define DEADLOCK_H

#include "base/base.h"
#include "sim/node/node_state.h"

typedef struct Deadlock {
	ThreadRow *row; /* all threads */
	uint32_t n;
	bool *stuck;    /* [n] it can never go on; set by deadlock_find */
} Deadlock;

/* deadlock_add: for KernelReader.threads; to is a Deadlock. */
void deadlock_add(void *to, const ThreadRow *row);

/*
 * deadlock_find: a thread can go on if it is not blocked, or if one of those that could release it can. Who could is
 * the holder of a lock, or else any other thread of the process; the thread that is to end; the processes on the node
 * that a message is sent to; for a message to be received any other process. What a service of the system or the host
 * could release is not stuck.
 *
 * closed  no other program will be loaded, so only those that are there can send a message that is waited for;
 *         otherwise who waits for one is not stuck
 * returns whether a thread is stuck
 */
bool deadlock_find(Deadlock *d, bool closed);

/* deadlock_has: all threads of a process are stuck. */
bool deadlock_has(const Deadlock *d, uint32_t node, int32_t pid);

/*
 * deadlock_text: a shortest cycle of waits, and what its threads wait for and in whose hands it is, a line each. If no cycle
 * can be named: those that no thread is left to release, or else all that are stuck, at most `most` of them.
 *
 * wanted  only threads that it chooses, and cycles through one of them; NULL: all
 */
void deadlock_text(const Deadlock *d, bool (*wanted)(void *context, const ThreadRow *row), void *context, uint32_t most, Buf *out);
void deadlock_free(Deadlock *d);

#endif
