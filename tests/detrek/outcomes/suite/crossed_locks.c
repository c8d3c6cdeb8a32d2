/* crossed_locks.c - deadlock: two threads take two locks in different orders. */
#include "suite.h"

static mtx_t a, b;
static int moved;

static int
there(void *unused)
{
	(void)unused;
	mtx_lock(&a);
	mtx_lock(&b);
	moved++;
	mtx_unlock(&b);
	mtx_unlock(&a);
	return 0;
}

static int
back(void *unused)
{
	(void)unused;
	mtx_lock(IF_WRONG(&b) IF_MENDED(&a));
	mtx_lock(IF_WRONG(&a) IF_MENDED(&b));
	moved--;
	mtx_unlock(&a);
	mtx_unlock(&b);
	return 0;
}

int
main(void)
{
	mtx_init(&a, mtx_plain);
	mtx_init(&b, mtx_plain);
	run_both(there, back);
	printf("%d\n", moved);
	return 0;
}
