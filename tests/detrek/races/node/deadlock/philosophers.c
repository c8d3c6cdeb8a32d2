/*
 * philosophers.c - each of N philosophers takes the fork on the left, then that on the right, MEALS times; in the run they eat
 * one after the other. -DMENDED: the last one takes the right fork first.
 */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

enum { STACK = 2048 };

static Semaphore fork[N];
static volatile int meals[N];

static void
eat(Semaphore *first, Semaphore *second, int who)
{
	sem_wait(first);
	sem_wait(second);
	meals[who]++;
	sem_signal(second);
	sem_signal(first);
}

static void
philosopher(void *number)
{
	int who = (int)number;
	Semaphore *left = &fork[who], *right = &fork[(who + 1) % N];

	for (volatile int i = 0; i < 2000 * who; i++)
		continue;
	for (int i = 0; i < MEALS; i++) {
#ifdef MENDED
		if (who == N - 1) {
			eat(right, left, who);
			continue;
		}
#endif
		eat(left, right, who);
	}
}

int
main(void)
{
	Thread *t[N];

	for (int i = 0; i < N; i++)
		sem_init(&fork[i], 1);
	for (int i = 0; i < N; i++)
		t[i] = thread_start(philosopher, (void *)i, STACK, PRIORITY_LOW);
	for (int i = 0; i < N; i++)
		thread_join(t[i]);
	for (int i = 0; i < N; i++)
		printf("%d\n", meals[i]);
}
