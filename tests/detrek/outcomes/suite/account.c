/* account.c - abort: a balance is read and stored in two locked sections, between which another thread may come. */
#include "suite.h"

static mtx_t lock;
static int balance = 100;

static int
pay(void *number)
{
	int is;

	mtx_lock(&lock);
	is = balance;
	IF_WRONG(mtx_unlock(&lock);)
	IF_WRONG(mtx_lock(&lock);)
	balance = is - 10 * ((int)number + 1);
	mtx_unlock(&lock);
	return 0;
}

int
main(void)
{
	mtx_init(&lock, mtx_plain);
	run_threads(2, pay);
	require(balance == 70);
	return 0;
}
