/* stack.c - abort: whether the stack has an item is asked in another section than the one that takes it. */
#include "suite.h"

enum { MOST = 4 };
static mtx_t lock;
static int item[MOST], n = 1;

static int
is_empty(void)
{
	int empty;

	mtx_lock(&lock);
	empty = n == 0;
	mtx_unlock(&lock);
	return empty;
}

static int
pop(void *number)
{
	(void)number;
	IF_WRONG(if (is_empty()))
		IF_WRONG(return 0;)
	mtx_lock(&lock);
	IF_WRONG(require(n > 0);)
	if (n > 0)
		item[--n]++;
	mtx_unlock(&lock);
	IF_MENDED(return is_empty();)
	IF_WRONG(return 0;)
}

int
main(void)
{
	mtx_init(&lock, mtx_plain);
	run_threads(2, pop);
	require(n == 0);
	return 0;
}
