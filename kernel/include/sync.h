/*
 * sync.h - locks, monitors, barriers and rendezvous of a process's threads, made of the kernel's
 * semaphores.
 *
 * Each is first come first served. All are initialised once, before threads use them, and need no
 * end.
 */
#ifndef SYNC_H
#define SYNC_H

#include <kernel.h>

/* ---- lock: one thread at a time ---- */

typedef struct Lock {
	Semaphore free;
} Lock;

void lock_init(Lock *l);
void lock_acquire(Lock *l);
int lock_try(Lock *l); /* 0, or KE_AGAIN: another thread has it */
void lock_release(Lock *l);

/*
 * ---- monitor: a lock, and waiting inside for what another thread changes ----
 *
 * monitor_wait gives the monitor up and comes back into it after a monitor_notify; what it waits
 * for is to be looked at again then, since others may have been inside before.
 */

typedef struct Monitor {
	Lock lock;
	Semaphore changed;
	int waiting;
} Monitor;

void monitor_init(Monitor *m);
void monitor_enter(Monitor *m);
void monitor_leave(Monitor *m);
void monitor_wait(Monitor *m);       /* inside */
void monitor_notify(Monitor *m);     /* inside: one that waits goes on; none: nothing happens */
void monitor_notify_all(Monitor *m); /* inside */

/* ---- barrier: the last of n threads lets all go on, as often as wanted ---- */

typedef struct Barrier {
	Lock lock;
	/* by turns, so that a thread that is early for the next time does not pass */
	Semaphore gate[2];
	int n, arrived, turn;
} Barrier;

void barrier_init(Barrier *b, int n);
void barrier_wait(Barrier *b);

/* ---- rendezvous: two threads exchange a word each, in pairs as they come ---- */

typedef struct Rendezvous {
	Lock lock;
	Semaphore met, done;
	int first;      /* one waits for the other */
	void *value[2]; /* of the first, of the second */
} Rendezvous;

void rendezvous_init(Rendezvous *r);
void *rendezvous(Rendezvous *r, void *mine); /* the other's */

#endif
