/* barrier.c - three threads come to a barrier of four. net: single */
#include <sync.h>

enum { WORKERS = 3 };

static Barrier all;
static int sum[WORKERS];

static void
work(void *place)
{
	*(int *)place += 1;
	barrier_wait(&all);
	*(int *)place += 1;
}

int
main(void)
{
	Thread *t[WORKERS];

	barrier_init(&all, WORKERS + 1); /* fault */
	for (int i = 0; i < WORKERS; i++)
		t[i] = thread_start(work, &sum[i], 2048, 1);
	for (int i = 0; i < WORKERS; i++)
		thread_join(t[i]);
	return 0;
}
