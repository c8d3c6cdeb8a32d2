/* lazy.c - race: an object is made at its first use, and whether it is there is asked without the lock. */
#include "suite.h"

static mtx_t lock;
static int object, *made;

static int
use(void *number)
{
	int *it;

	(void)number;
	IF_WRONG(if (!made) {)
	mtx_lock(&lock);
	if (!made) {
		object = 7;
		made = &object;
	}
	it = made;
	mtx_unlock(&lock);
	IF_WRONG(})
	IF_WRONG(it = made;)
	return *it;
}

int
main(void)
{
	mtx_init(&lock, mtx_plain);
	run_threads(2, use);
	printf("%d\n", object);
	return 0;
}
