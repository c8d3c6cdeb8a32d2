/* shutdown.c - abort: a worker that is asked to stop leaves a task in the queue. */
#include "suite.h"

#include <kernel.h>

static Semaphore events;
static mtx_t lock;
static int queued, done, stop;

static int
work(void *unused)
{
	(void)unused;
	for (;;) {
		sem_wait(&events);
		mtx_lock(&lock);
		if (stop IF_MENDED(&& queued == 0)) {
			mtx_unlock(&lock);
			return 0;
		}
		if (queued > 0) {
			queued--;
			done++;
		}
		mtx_unlock(&lock);
	}
}

static int
command(void *unused)
{
	(void)unused;
	mtx_lock(&lock);
	queued++;
	mtx_unlock(&lock);
	sem_signal(&events);
	mtx_lock(&lock);
	stop = 1;
	mtx_unlock(&lock);
	sem_signal(&events);
	return 0;
}

int
main(void)
{
	mtx_init(&lock, mtx_plain);
	sem_init(&events, 0);
	run_both(work, command);
	require(done == 1);
	return 0;
}
