/* dining.c - philosophers who take the left fork first: N threads, N mutexes, MEALS meals each. */
#include <threads.h>

#ifndef N
#define N 3
#endif
#ifndef MEALS
#define MEALS 1
#endif

static mtx_t fork[N];

static int
eat(void *number)
{
	int i = (int)number;

	for (int k = 0; k < MEALS; k++) {
		mtx_lock(&fork[i]);
		mtx_lock(&fork[(i + 1) % N]);
		mtx_unlock(&fork[(i + 1) % N]);
		mtx_unlock(&fork[i]);
	}
	return 0;
}

int
main(void)
{
	thrd_t t[N];

	for (int i = 0; i < N; i++)
		mtx_init(&fork[i], mtx_plain);
	for (int i = 0; i < N; i++)
		thrd_create(&t[i], eat, (void *)i);
	for (int i = 0; i < N; i++)
		thrd_join(t[i], 0);
}
