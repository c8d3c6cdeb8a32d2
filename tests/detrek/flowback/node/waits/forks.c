/* forks.c - three philosophers, each of whom takes the left fork first. net: single */
#include <threads.h>

static mtx_t fork_of[3];

static int
dine(void *arg)
{
	int me = *(const int *)arg;

	mtx_lock(&fork_of[me]);
	thrd_yield();
	mtx_lock(&fork_of[(me + 1) % 3]); /* fault */
	mtx_unlock(&fork_of[(me + 1) % 3]);
	mtx_unlock(&fork_of[me]);
	return 0;
}

int
main(void)
{
	static const int seat[3] = {0, 1, 2};
	thrd_t t[3];

	for (int i = 0; i < 3; i++)
		mtx_init(&fork_of[i], mtx_plain);
	for (int i = 0; i < 3; i++)
		thrd_create(&t[i], dine, (void *)&seat[i]);
	for (int i = 0; i < 3; i++)
		thrd_join(t[i], NULL);
	return 0;
}
