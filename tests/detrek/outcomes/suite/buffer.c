/* buffer.c - abort: a consumer that was woken does not ask again whether there is something. */
#include "suite.h"

static mtx_t lock;
static cnd_t filled;
static int items;

static int
consume(void)
{
	mtx_lock(&lock);
	IF_WRONG(if) IF_MENDED(while) (items == 0)
		cnd_wait(&filled, &lock);
	items--;
	require(items >= 0);
	mtx_unlock(&lock);
	return 0;
}

static int
produce(void)
{
	mtx_lock(&lock);
	items++;
	IF_WRONG(cnd_broadcast(&filled);)
	IF_MENDED(cnd_signal(&filled);)
	mtx_unlock(&lock);
	return 0;
}

static int
act(void *number)
{
	if ((int)number < 2)
		return consume();
	produce();
	IF_WRONG(mtx_lock(&lock);)
	IF_WRONG(mtx_unlock(&lock);)
	return produce();
}

int
main(void)
{
	mtx_init(&lock, mtx_plain);
	cnd_init(&filled);
	run_threads(3, act);
	return 0;
}
