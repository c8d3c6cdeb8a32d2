/*
 * shrunk.c - two threads take turns at a list of jobs. The flags hold two values only, so that the
 * compiler makes bytes of them; with -DCLEAN all is under the lock.
 */
#include <kernel.h>
#include <stdio.h>
#include <threads.h>

enum { JOBS = 24, WORDS = 3 };

static int open_;                /* 0 or 1 */
static int job[WORDS];
static Semaphore lock;

static int
is_first(void)
{
	static int begun; /* likewise */
	int first = !begun;

	begun = 1;
	return first;
}

static void
work(void *argument)
{
	int *sum = argument;

	for (int i = 0; i < JOBS; i++) {
#ifdef CLEAN
		sem_wait(&lock);
#endif
		if (is_first())
			open_ = 1;
		if (open_)
			*sum += ++job[i % WORDS];
#ifdef CLEAN
		sem_signal(&lock);
#endif
		thrd_yield();
	}
}

int
main(void)
{
	Thread *t[2];
	int sum[2] = {0};

	sem_init(&lock, 1);
	for (int i = 0; i < 2; i++)
		t[i] = thread_start(work, &sum[i], 4096, 1);
	for (int i = 0; i < 2; i++)
		thread_join(t[i]);
	printf("%d\n", sum[0] + sum[1]);
	return 0;
}
