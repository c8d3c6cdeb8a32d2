/*
 * locks.c - two threads lock a and b in opposite order, the second one long after the first has unlocked both; a third one
 * only locks a. -DMENDED: in one order.
 */
#include <stdio.h>
#include <threads.h>

static mtx_t a, b;
static int x;

static void
add(mtx_t *outer, mtx_t *inner)
{
	mtx_lock(outer);
	mtx_lock(inner);
	x++;
	mtx_unlock(inner);
	mtx_unlock(outer);
}

static int
first(void *unused)
{
	(void)unused;
	add(&a, &b);
	return 0;
}

static int
second(void *unused)
{
	(void)unused;
	for (volatile int i = 0; i < 2000; i++)
		continue;
#ifdef MENDED
	add(&a, &b);
#else
	add(&b, &a);
#endif
	return 0;
}

static int
third(void *unused)
{
	(void)unused;
	mtx_lock(&a);
	x++;
	mtx_unlock(&a);
	return 0;
}

int
main(void)
{
	int (*const begin[])(void *) = {first, second, third};
	thrd_t t[3];

	mtx_init(&a, mtx_plain);
	mtx_init(&b, mtx_plain);
	for (int i = 0; i < 3; i++)
		thrd_create(&t[i], begin[i], 0);
	for (int i = 0; i < 3; i++)
		thrd_join(t[i], 0);
	printf("%d\n", x);
}
