/*
 * thread.c - threads and semaphores: a thread is a hardware process that shares its program's data.
 */
#include "lib.h"

#include <stddef.h>
#include <t800.h>

struct Thread {
	void (*f)(void *); /* the function that it runs */
	void *argument;    /* for f */
	Own own;
	Semaphore ended;   /* signalled by the end of the thread */
	uint8_t below[STACK_ZONE]; /* for an overflow of the stack */
	uint32_t stack[];
};
_Static_assert(offsetof(struct Thread, stack) - offsetof(struct Thread, ended)
	== sizeof(Semaphore) + STACK_ZONE, "kernel_calls.h");

enum { LEAST = 512 }; /* least bytes of a stack: enough for a call of the library */

static void
run_function(void *thread) /* the thread's entry: call its function */
{
	Thread *t = thread;

	__note_start();
	t->f(t->argument);
	for (;;)
		__call(KC_THREAD_END, (uint32_t)t->stack, (uint32_t)&t->ended, 0, 0);
}

Thread *
thread_start(void (*f)(void *), void *argument, uint32_t stack_bytes, int priority)
{
	uint32_t n = (stack_bytes < LEAST ? LEAST : stack_bytes + 3) & ~3u;
	Thread *t = kalloc(sizeof *t + n);

	if (!t)
		return NULL;
	t->f = f;
	t->argument = argument;
	sem_init(&t->ended, 0);
	if (__own_begin(&t->own, (uint32_t)t->stack, n) < 0) {
		kfree(t);
		return NULL;
	}
	if (__call(KC_STACK, (uint32_t)t->stack, n, 0, 0) < 0) {
		__own_end(&t->own);
		kfree(t);
		return NULL;
	}
	process_start(run_function, t, t->stack, n, priority, NULL);
	return t;
}

void
thread_join(Thread *t)
{
	sem_wait(&t->ended);
	__own_end(&t->own);
	kfree(t);
}

void
sem_init(Semaphore *s, int count)
{
	*s = (Semaphore){.count = count};
}
