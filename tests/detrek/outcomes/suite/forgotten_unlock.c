/* forgotten_unlock.c - deadlock: the way of an error returns without giving the lock back; only some orders take it. */
#include "suite.h"

static mtx_t lock;
static int stock = 1;

static int
take(void *number)
{
	(void)number;
	mtx_lock(&lock);
	if (stock == 0) {
		IF_MENDED(mtx_unlock(&lock);)
		return 1;
	}
	stock--;
	mtx_unlock(&lock);
	return 0;
}

static int
fill(void *unused)
{
	(void)unused;
	mtx_lock(&lock);
	stock++;
	mtx_unlock(&lock);
	return 0;
}

static int
both(void *number)
{
	return (int)number == 2 ? fill(NULL) : take(number);
}

int
main(void)
{
	mtx_init(&lock, mtx_plain);
	run_threads(3, both);
	puts("done");
	return 0;
}
