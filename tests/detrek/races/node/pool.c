/*
 * pool.c - a semaphore that lets two threads in. The second one comes late, so the run's order of
 * its operations orders the stores to x; but neither has waited for the other. y has a lock.
 */
#include <kernel.h>
#include <t800.h>
#include <threads.h>

static Semaphore pool;
static mtx_t lock;
static int x, y;

static void
store(int delay)
{
	for (volatile int i = 0; i < delay; i++)
		continue;
	sem_wait(&pool);
	x = delay;
	mtx_lock(&lock);
	y++;
	mtx_unlock(&lock);
	sem_signal(&pool);
}

static void
work(void *delay)
{
	store(*(int *)delay);
}

int
main(void)
{
	Thread *t[2];
	int delay[2] = {0, 5000};

	sem_init(&pool, 2);
	mtx_init(&lock, mtx_plain);
	for (int i = 0; i < 2; i++)
		t[i] = thread_start(work, &delay[i], 4096, PRIORITY_LOW);
	for (int i = 0; i < 2; i++)
		thread_join(t[i]);
	return y - 2 + (x < 0);
}
