/* counter.c - race: a counter is increased without the lock (a missing critical section). */
#include "suite.h"

static mtx_t lock;
static int count;

static int
increase(void *number)
{
	(void)number;
	IF_MENDED(mtx_lock(&lock);)
	count++;
	IF_MENDED(mtx_unlock(&lock);)
	return 0;
}

int
main(void)
{
	mtx_init(&lock, mtx_plain);
	run_threads(2, increase);
	printf("%d\n", count);
	return 0;
}
