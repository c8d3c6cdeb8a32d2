/*
 * hidden_behind_lock.c - race: one store is before a locked section and one behind, so a run in which the first thread passes
 * the lock first orders them by chance.
 */
#include "suite.h"

static mtx_t lock;
static volatile int x;
static int inside;

static int
first(void *unused)
{
	(void)unused;
	IF_WRONG(x = 1;)
	mtx_lock(&lock);
	IF_MENDED(x = 1;)
	inside++;
	mtx_unlock(&lock);
	return 0;
}

static int
second(void *unused)
{
	(void)unused;
	mtx_lock(&lock);
	inside++;
	IF_MENDED(x = 2;)
	mtx_unlock(&lock);
	IF_WRONG(x = 2;)
	return 0;
}

int
main(void)
{
	mtx_init(&lock, mtx_plain);
	run_both(first, second);
	printf("%d\n", inside);
	return 0;
}
