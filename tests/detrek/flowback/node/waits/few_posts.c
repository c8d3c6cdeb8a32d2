/* few_posts.c - a thread signals once less than the other one waits. net: single */
#include <stddef.h>
#include <sync.h>

enum { ITEMS = 5 };

static Semaphore item;

static void
produce(void *unused)
{
	(void)unused;
	for (volatile int i = 1; i < ITEMS; i++) /* fault */
		sem_signal(&item);
}

int
main(void)
{
	Thread *t;

	sem_init(&item, 0);
	t = thread_start(produce, NULL, 2048, 1);
	for (int i = 0; i < ITEMS; i++)
		sem_wait(&item);
	thread_join(t);
	return 0;
}
