/* one_signal_too_few.c - deadlock: cnd_signal wakes one of two threads that wait for the same. */
#include "suite.h"

static mtx_t lock;
static cnd_t open;
static int is_open;

static int
enter(void *number)
{
	mtx_lock(&lock);
	if ((int)number == 2) {
		is_open = 1;
		IF_WRONG(cnd_signal(&open);)
		IF_MENDED(cnd_broadcast(&open);)
	}
	while (!is_open)
		cnd_wait(&open, &lock);
	mtx_unlock(&lock);
	return 0;
}

int
main(void)
{
	mtx_init(&lock, mtx_plain);
	cnd_init(&open);
	run_threads(3, enter);
	puts("in");
	return 0;
}
