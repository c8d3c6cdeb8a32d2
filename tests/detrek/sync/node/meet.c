/*
 * meet.c - three threads that meet in rounds: the last one of a round, which depends on data, lets
 * the others through. CROSSED: instead, two threads take two locks in opposite orders, and the third
 * signals.
 */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

enum { STACK = 2048, THREADS = 3, ROUNDS = 4 };

static Semaphore lock, gate[2];
static int32_t here;

static void
work(int n)
{
	volatile int x = 0;

	while (n-- > 0)
		x++;
}

#ifdef CROSSED
enum { GATE = 1 };

static void
thread(void *number)
{
	int me = *(int *)number;
	Semaphore *first = me == 0 ? &lock : &gate[0], *second = me == 0 ? &gate[0] : &lock;

	if (me == 2) {
		sem_signal(&gate[1]);
		return;
	}
	sem_wait(first);
	sem_wait(second);
	sem_signal(second);
	sem_signal(first);
	work(me);
}
#else
enum { GATE = 0 };

static void
thread(void *number)
{
	int me = *(int *)number;

	for (int round = 0; round < ROUNDS; round++) {
		int last;

		work((me + round) % THREADS * 500);
		sem_wait(&lock);
		last = ++here == THREADS;
		if (last)
			here = 0;
		sem_signal(&lock);
		for (int i = 1; last && i < THREADS; i++)
			sem_signal(&gate[round % 2]);
		if (!last)
			sem_wait(&gate[round % 2]);
	}
}
#endif

int
main(void)
{
	int number[THREADS];
	Thread *t[THREADS];

	sem_init(&lock, 1);
	sem_init(&gate[0], GATE);
	sem_init(&gate[1], 0);
	for (int i = 0; i < THREADS; i++) {
		number[i] = i;
		t[i] = thread_start(thread, &number[i], STACK, PRIORITY_LOW);
	}
	for (int i = 0; i < THREADS; i++)
		thread_join(t[i]);
	puts("ended");
	return 0;
}
