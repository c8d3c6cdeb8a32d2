/* lock.c - x is stored to behind the lock that the run's order makes look like protection; -DMENDED: within it. */
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static int x = 1, work;

static int
first(void *unused)
{
	(void)unused;
	mtx_lock(&lock);
	x = 0;
	mtx_unlock(&lock);
	return 0;
}

static int
second(void *unused)
{
	(void)unused;
	for (volatile int i = 0; i < 200; i++)
		continue;
	mtx_lock(&lock);
	work++;
#ifdef MENDED
	x = 2;
	mtx_unlock(&lock);
#else
	mtx_unlock(&lock);
	x = 2;
#endif
	return 0;
}

int
main(void)
{
	thrd_t t[2];

	mtx_init(&lock, mtx_plain);
	thrd_create(&t[0], first, 0);
	thrd_create(&t[1], second, 0);
	thrd_join(t[0], 0);
	thrd_join(t[1], 0);
	printf("%d\n", x);
}
