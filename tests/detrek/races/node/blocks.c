/*
 * blocks.c - two threads, each with blocks of its own by malloc, calloc, realloc (in place, moved,
 * made smaller), aligned_alloc and free. With -DFREE=1 one of them frees a block that the other uses,
 * with 2 it frees what the other one reallocates; with 3 a semaphore orders the use and the free.
 */
#include <kernel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#ifndef FREE
#define FREE 0
#endif

enum { STEPS = 12 };

static int *shared, sum[2];
static Semaphore used;

static int
own_blocks(int seed)
{
	int n = 0, *grown = NULL;

	for (int i = 1; i < STEPS; i++) {
		int *a = calloc(i + seed, sizeof *a), *b = aligned_alloc(32, 4 * i);

		grown = realloc(grown, i * sizeof *grown);
		grown[i - 1] = i;
		b[i - 1] = a[i + seed - 1] = i;
		a = realloc(a, 4);
		thrd_yield();
		n += grown[i / 2] + b[i - 1] + (a != NULL);
		free(a);
		free(b);
	}
	free(grown);
	return n;
}

static int
first(void *unused)
{
	(void)unused;
	sum[0] = own_blocks(1);
	if (FREE == 1 || FREE == 3)
		sum[0] += shared[3];
	if (FREE == 2)
		shared = realloc(shared, 400);
	sem_signal(&used);
	return 0;
}

static int
second(void *unused)
{
	(void)unused;
	sum[1] = own_blocks(2);
	if (FREE == 3)
		sem_wait(&used);
	if (FREE != 0)
		free(shared);
	return 0;
}

int
main(void)
{
	thrd_t t[2];

	sem_init(&used, 0);
	shared = calloc(4, sizeof *shared);
	thrd_create(&t[0], first, NULL);
	thrd_create(&t[1], second, NULL);
	for (int i = 0; i < 2; i++)
		thrd_join(t[i], NULL);
	printf("%d\n", sum[0] + sum[1]);
	return 0;
}
