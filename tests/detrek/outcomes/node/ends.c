/* ends.c - what three threads leave in x depends on their order; one order aborts. RACY: the last one stores without the lock. */
#include <stdlib.h>
#include <threads.h>

static mtx_t lock;
static int x;

static int
first(void *unused)
{
	(void)unused;
	mtx_lock(&lock);
	x = x * 2 + 1;
	mtx_unlock(&lock);
	return 0;
}

static int
second(void *unused)
{
	(void)unused;
	mtx_lock(&lock);
	x = x * 3;
	mtx_unlock(&lock);
	return 0;
}

static int
third(void *unused)
{
	(void)unused;
#ifdef RACY
	x = 4;
#endif
	mtx_lock(&lock);
	if (x == 3)
		abort();
	mtx_unlock(&lock);
	return 0;
}

int
main(void)
{
	thrd_t t[3];

	mtx_init(&lock, mtx_plain);
	thrd_create(&t[0], first, NULL);
	thrd_create(&t[1], second, NULL);
	thrd_create(&t[2], third, NULL);
	for (int i = 0; i < 3; i++)
		thrd_join(t[i], NULL);
	return x == 1 ? 7 : 0;
}
