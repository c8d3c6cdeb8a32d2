/* rounds.c - two threads read each other's value of a round, but may store the next one before; -DMENDED: a barrier between. */
#include <stdio.h>
#include <sync.h>
#include <threads.h>

static mtx_t lock;
static Barrier barrier;
static Monitor monitor;
static int value[2], turn, log[8], nlog;

static void
deep(int depth)
{
	mtx_lock(&lock);
	if (depth)
		deep(depth - 1);
	else
		log[nlog++ % 8] = depth;
	mtx_unlock(&lock);
}

static int
work(void *number)
{
	int k = *(int *)number;

	for (int i = 0; i < 6; i++) {
		deep(3);
		value[k] = i;
		barrier_wait(&barrier);
		if (value[1 - k] != i)
			return 1;
#ifdef MENDED
		barrier_wait(&barrier);
#endif
		monitor_enter(&monitor);
		while (turn != k)
			monitor_wait(&monitor);
		turn = 1 - k;
		monitor_notify_all(&monitor);
		monitor_leave(&monitor);
	}
	return 0;
}

int
main(void)
{
	thrd_t t[2];
	int number[2] = {0, 1}, ended[2];

	mtx_init(&lock, mtx_recursive);
	barrier_init(&barrier, 2);
	monitor_init(&monitor);
	for (int i = 0; i < 2; i++)
		thrd_create(&t[i], work, &number[i]);
	for (int i = 0; i < 2; i++)
		thrd_join(t[i], &ended[i]);
	printf("%d %d %d\n", nlog, ended[0], ended[1]);
}
