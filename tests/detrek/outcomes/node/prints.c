/* prints.c - what main prints depends on the order of two threads. */
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static int x = 1;

static int
doubles(void *unused)
{
	(void)unused;
	mtx_lock(&lock);
	x *= 2;
	mtx_unlock(&lock);
	return 0;
}

static int
adds(void *unused)
{
	(void)unused;
	mtx_lock(&lock);
	x += 3;
	mtx_unlock(&lock);
	return 0;
}

int
main(void)
{
	thrd_t t[2];

	mtx_init(&lock, mtx_plain);
	thrd_create(&t[0], doubles, NULL);
	thrd_create(&t[1], adds, NULL);
	for (int i = 0; i < 2; i++)
		thrd_join(t[i], NULL);
	printf("x is %d\n", x);
	return 0;
}
