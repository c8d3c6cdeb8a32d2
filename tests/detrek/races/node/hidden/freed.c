/* freed.c - a block is read without the lock under which another thread takes it away, and frees it; -DMENDED: with it. */
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

static int *shared, got;
static mtx_t lock;

static int
read_it(void *unused)
{
	int *p;

	(void)unused;
	mtx_lock(&lock);
	p = shared;
#ifdef MENDED
	got = p[1];
#endif
	mtx_unlock(&lock);
	for (volatile int i = 0; i < 100; i++)
		continue;
#ifndef MENDED
	got = p[1];
#endif
	return 0;
}

static int
free_it(void *unused)
{
	int *new = malloc(16), *old;

	(void)unused;
	new[1] = 9;
	mtx_lock(&lock);
	old = shared;
	shared = new;
	mtx_unlock(&lock);
	old[1] = -1;
	free(old);
	return 0;
}

int
main(void)
{
	thrd_t t[2];

	mtx_init(&lock, mtx_plain);
	shared = malloc(16);
	shared[1] = 5;
	thrd_create(&t[0], read_it, 0);
	thrd_create(&t[1], free_it, 0);
	thrd_join(t[0], 0);
	thrd_join(t[1], 0);
	printf("%d\n", got == 5 || got == 9 || got == -1);
}
