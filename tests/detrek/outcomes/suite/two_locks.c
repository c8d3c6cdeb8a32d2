/* two_locks.c - race: both threads lock, but different locks. */
#include "suite.h"

static mtx_t lock[2];
static int sum;

static int
add(void *number)
{
	mtx_t *own = &lock[IF_WRONG((int)number) IF_MENDED(0)];

	mtx_lock(own);
	sum += (int)number + 1;
	mtx_unlock(own);
	return 0;
}

int
main(void)
{
	mtx_init(&lock[0], mtx_plain);
	mtx_init(&lock[1], mtx_plain);
	run_threads(2, add);
	printf("%d\n", sum);
	return 0;
}
