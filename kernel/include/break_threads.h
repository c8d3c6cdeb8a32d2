/*
 * break_threads.h - the calls of kernel.h that threads make in a program that `trellis run --break`
 * has instrumented. These definitions replace those of the kernel's library, also for the library's
 * own locks, conditions and barriers: a program's tables include this header once.
 */
#ifndef BREAK_THREADS_H
#define BREAK_THREADS_H

#include <break.h>

Thread *
thread_start(void (*f)(void *), void *argument, uint32_t stack_bytes, int priority)
{
	return __break_thread_start(f, argument, stack_bytes, priority);
}

void
thread_join(Thread *t)
{
	__break_thread_join(t);
}

void
sem_init(Semaphore *s, int count)
{
	__break_sem_init(s, count);
}

void
sem_wait(Semaphore *s)
{
	__break_sem_wait(s);
}

int
sem_try(Semaphore *s)
{
	return __break_sem_try(s);
}

void
sem_signal(Semaphore *s)
{
	__break_sem_signal(s);
}

#endif
