/*
 * own_thread.h - the record of a thread of threads.h and pthread.h; private to the library.
 */
#ifndef OWN_THREAD_H
#define OWN_THREAD_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <threads.h>

enum { KEYS = 16 }; /* of tss_create */

struct __Cleanup; /* pthread.h */

struct __Thrd {
	thrd_t next; /* in the list */
	Thread *thread; /* NULL: the process's first */
	thrd_start_t f;
	void *argument;
	int result;
	bool detached, ended;
	jmp_buf end; /* where thrd_exit continues */
	struct __Cleanup *cleanups;
	void *values[KEYS]; /* of tss_set */
};

/* __thrd_start: as thrd_create; the thread has `stack` bytes of stack. */
int __thrd_start(thrd_t *to, thrd_start_t f, void *argument, uint32_t stack, bool detached);

#endif
