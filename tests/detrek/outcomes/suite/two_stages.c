/* two_stages.c - abort: two values that belong together are stored under two locks, one after the other. */
#include "suite.h"

static mtx_t lock[2];
static int value[2];

static int
store(void *unused)
{
	(void)unused;
	mtx_lock(&lock[0]);
	value[0] = 1;
	IF_WRONG(mtx_unlock(&lock[0]);)
	mtx_lock(&lock[1]);
	value[1] = value[0] + 1;
	mtx_unlock(&lock[1]);
	IF_MENDED(mtx_unlock(&lock[0]);)
	return 0;
}

static int
look(void *unused)
{
	int seen[2];

	(void)unused;
	mtx_lock(&lock[0]);
	seen[0] = value[0];
	IF_WRONG(mtx_unlock(&lock[0]);)
	mtx_lock(&lock[1]);
	seen[1] = value[1];
	mtx_unlock(&lock[1]);
	IF_MENDED(mtx_unlock(&lock[0]);)
	require(seen[0] == 0 || seen[1] == seen[0] + 1);
	return 0;
}

int
main(void)
{
	mtx_init(&lock[0], mtx_plain);
	mtx_init(&lock[1], mtx_plain);
	run_both(store, look);
	return 0;
}
