/* lost_signal.c - deadlock: a condition is waited for without asking whether it has come before. */
#include "suite.h"

static mtx_t lock;
static cnd_t come;
static int done;

static int
produce(void *unused)
{
	(void)unused;
	mtx_lock(&lock);
	done = 1;
	cnd_signal(&come);
	mtx_unlock(&lock);
	return 0;
}

static int
consume(void *unused)
{
	(void)unused;
	mtx_lock(&lock);
	IF_MENDED(while (!done))
		cnd_wait(&come, &lock);
	mtx_unlock(&lock);
	return 0;
}

int
main(void)
{
	mtx_init(&lock, mtx_plain);
	cnd_init(&come);
	run_both(produce, consume);
	printf("%d\n", done);
	return 0;
}
