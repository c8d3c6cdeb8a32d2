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
 * deadlock_find: a thread can go on if it is not blocked, or if one of those that could release it
 * can. Who could is the holder of a lock, or else any other thread of the process; the thread that
 * is to end; the processes on the node that a message is sent to; for a message to be received any
 * other process. What a service of the system or the host could release is not stuck.
 *
 * closed  no other program will be loaded, so only those that are there can send a message that is
 *         waited for; otherwise a process that waits for one is not stuck
 * returns whether a thread is stuck
 */
bool deadlock_find(Deadlock *d, bool closed);

/* deadlock_has: all threads of a process are stuck. */
bool deadlock_has(const Deadlock *d, uint32_t node, int32_t pid);

/* The result of the search. */
typedef struct DeadlockChoice {
	bool (*wanted)(void *context, const ThreadRow *row); /* NULL: all threads */
	void *context;
} DeadlockChoice;

/*
 * deadlock_cycle: a shortest cycle of waits through one of the chosen threads, and what each there
 * waits for and in whose hands it is, a line each. Only waits that one thread alone can end make a
 * cycle. returns whether there is one
 */
bool deadlock_cycle(const Deadlock *d, const DeadlockChoice *choice, Buf *out);
/*
 * deadlock_rows: the chosen threads that no thread is left to release, or else all that are stuck;
 * at most `most` of them.
 */
void deadlock_rows(const Deadlock *d, const DeadlockChoice *choice, uint32_t most, Buf *out);
void deadlock_free(Deadlock *d);

#endif
