/*
 * own_thread.h - the record of a thread of threads.h and pthread.h; private to the library.
 */
#ifndef OWN_THREAD_H
#define OWN_THREAD_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <threads.h>

enum { KEYS = 16 };

struct __Cleanup; /* pthread.h */

struct __Thrd {
	thrd_t next; /* in the list */
	Thread *thread; /* NULL: the process's first */
	thrd_start_t f;
	void *argument;
	int result;
	bool detached, ended;
	jmp_buf end;
	struct __Cleanup *cleanups;
	void *values[KEYS];
};

/* __thrd_start: thrd_create, of a thread with so many bytes of stack, perhaps detached. */
int __thrd_start(thrd_t *to, thrd_start_t f, void *argument, uint32_t stack, bool detached);

#endif
