/*
 * lock.h - locks of the library's own data, private to the library.
 *
 * Programs under the kernel have real locks (kernel/lib/own.c); a program that is alone on its node
 * has no threads, and its processes take turns by their own means.
 */
#ifndef LOCK_H
#define LOCK_H

#include <stdio.h>

/*
 * The first FOPEN_MAX locks belong to the streams. A thread that takes several takes a stream's
 * lock last.
 */
enum {
	LOCK_STREAMS = FOPEN_MAX, /* the table of streams */
	LOCK_ENDS,                /* functions of atexit */
	LOCK_SIGNALS,             /* handlers */
	LOCKS,
};

/* true since the process started its first thread */
extern int __threads;

/* A thread that has the lock by __lock_again does not wait. */
void __lock(int number);
int __trylock(int number); /* 0, or -1 if another thread has it */
void __unlock(int number); /* let other threads take it */

/*
 * Without threads there is nothing to lock. A signal handler must not start the first thread while
 * the library is at work; C does not allow it to call the library either.
 */
static inline void
lock_enter(int number)
{
	if (__threads)
		__lock(number);
}

static inline void
lock_leave(int number)
{
	if (__threads)
		__unlock(number);
}

/* Locks that a thread may take several times; they also work before the first thread is started. */
void __lock_again(int number);
int __trylock_again(int number); /* 0, or -1 if another thread has it */
void __unlock_again(int number); /* once for each __lock_again */

#endif
