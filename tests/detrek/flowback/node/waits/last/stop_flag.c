/* stop_flag.c - a flag says that there are no more jobs, and no signal wakes the worker. net: single */
#include <stddef.h>
#include <sync.h>
#include <threads.h>

static Semaphore job;
static volatile int stop, done;

static void
worker(void *unused)
{
	(void)unused;
	for (;;) {
		sem_wait(&job);
		if (stop)
			return;
		done++;
	}
}

int
main(void)
{
	Thread *t;

	sem_init(&job, 0);
	t = thread_start(worker, NULL, 2048, 1);
	for (int i = 0; i < 3; i++)
		sem_signal(&job);
	while (done < 3)
		thrd_yield();
	stop = 1;
	thread_join(t); /* fault */
	return 0;
}
