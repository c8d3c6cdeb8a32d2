/* queue.c - a thread looks for work once, and sleeps after the only wake-up. net: single */
#include <sync.h>
#include <threads.h>

static Semaphore wake;
static volatile int sleeping, jobs;
static int done;

static void
worker(void *unused)
{
	(void)unused;
	while (done < 2) {
		if (jobs == 0) {
			thrd_yield();
			sleeping = 1;
			sem_wait(&wake);
			sleeping = 0;
		}
		done++;
		jobs--;
	}
}

static void
add_job(void)
{
	jobs++;
	if (sleeping) /* fault */
		sem_signal(&wake);
}

int
main(void)
{
	Thread *t;

	sem_init(&wake, 0);
	jobs = 1;
	t = thread_start(worker, NULL, 2048, 1);
	while (done < 1)
		thrd_yield();
	add_job();
	thread_join(t);
	return 0;
}
