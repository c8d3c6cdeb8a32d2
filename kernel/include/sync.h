/*
 * sync.h - locks, monitors, barriers and rendezvous for a process's threads, built on the kernel's
 * semaphores.
 *
 * All are first come first served. Each is initialised once, before threads use it, and needs no
 * clean-up.
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
int lock_try(Lock *l); /* 0, or KE_AGAIN if another thread has it */
void lock_release(Lock *l);

/*
 * ---- monitor: a lock, and waiting inside it for a change by another thread ----
 *
 * monitor_wait leaves the monitor and enters it again after a monitor_notify; the caller must then
 * check its condition again, because others may have been inside before.
 */

typedef struct Monitor {
	Lock lock;
	Semaphore changed; /* for the threads in monitor_wait */
	int waiting;       /* their number */
} Monitor;

void monitor_init(Monitor *m);
void monitor_enter(Monitor *m); /* wait until no other thread is inside */
void monitor_leave(Monitor *m);
void monitor_wait(Monitor *m); /* called inside: leave, wait for a change, enter again */
void monitor_notify(Monitor *m);     /* called inside: wakes one waiting thread, if there is any */
void monitor_notify_all(Monitor *m); /* called inside: wakes all waiting threads */

/* ---- barrier: the last of n threads releases all of them; may be used again ---- */

typedef struct Barrier {
	Lock lock;
	/* used alternately, so that a thread that arrives early for the next round cannot pass */
	Semaphore gate[2];
	int n, arrived, turn; /* threads; how many have arrived; the gate of this round */
} Barrier;

void barrier_init(Barrier *b, int n); /* b is for n threads */
void barrier_wait(Barrier *b); /* wait until n threads have called this */

/* ---- rendezvous: two threads exchange a word each, in pairs as they come ---- */

typedef struct Rendezvous {
	Lock lock;
	Semaphore met, done; /* the second thread has come; the first has its word */
	int first;      /* true: the first thread waits for the second */
	void *value[2]; /* the first thread's word, the second's */
} Rendezvous;

void rendezvous_init(Rendezvous *r);
void *rendezvous(Rendezvous *r, void *mine); /* wait for another thread; returns its word `mine` */

#endif
