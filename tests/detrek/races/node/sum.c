/*
 * sum.c - threads that add to two sums, one of them under a lock. RACY: the other without it, and
 * the first is read so.
 */
#include <kernel.h>
#include <stdio.h>
#include <stdlib.h>
#include <t800.h>

static Semaphore lock;
static int sum, other;
static int grid[16];

static void
add(int n)
{
	sem_wait(&lock);
	sum += n;
#ifdef RACY
	sem_signal(&lock);
	other += n;
#else
	other += n;
	sem_signal(&lock);
#endif
}

static void
work(void *v)
{
	int *n = v;

	for (int i = 0; i < 100; i++)
		add(*n);
#ifndef RACY
	sem_wait(&lock);
#endif
	grid[*n] = sum;
#ifndef RACY
	sem_signal(&lock);
#endif
}

int
main(void)
{
	Thread *t[4];
	int n[4];

	sem_init(&lock, 1);
	for (int i = 0; i < 4; i++) {
		n[i] = i;
		t[i] = thread_start(work, &n[i], 4096, PRIORITY_LOW);
	}
	for (int i = 0; i < 4; i++)
		thread_join(t[i]);
	printf("%d %d %d\n", sum, other, grid[1] + grid[2]);
	return 0;
}
