/*
 * turns.c - a giver gives two items, the second one after `again`; two takers take one each, and one of them then signals
 * `again`. In the run that one comes first. -DMENDED: each taker has its own semaphore.
 */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

enum { STACK = 2048 };

#ifdef MENDED
static Semaphore full[2];
#define FULL(taker) (&full[taker])
#else
static Semaphore full[1];
#define FULL(taker) (&full[0])
#endif
static Semaphore again;

static void
quick(void *unused)
{
	(void)unused;
	sem_wait(FULL(0));
	sem_signal(&again);
}

static void
slow(void *unused)
{
	(void)unused;
	for (volatile int i = 0; i < 2000; i++)
		continue;
	sem_wait(FULL(1));
}

static void
giver(void *unused)
{
	(void)unused;
	sem_signal(FULL(0));
	sem_wait(&again);
	sem_signal(FULL(1));
}

int
main(void)
{
	void (*const begin[])(void *) = {quick, slow, giver};
	Thread *t[3];

	sem_init(&again, 0);
	sem_init(FULL(0), 0);
	sem_init(FULL(1), 0);
	for (int i = 0; i < 3; i++)
		t[i] = thread_start(begin[i], NULL, STACK, PRIORITY_LOW);
	for (int i = 0; i < 3; i++)
		thread_join(t[i]);
	puts("given");
}
