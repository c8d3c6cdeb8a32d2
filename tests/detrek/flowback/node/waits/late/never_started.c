/* never_started.c - a thread that would signal is not started. net: single */
#include <stddef.h>
#include <sync.h>

enum { PARTS = 3 };

static Semaphore ready;
static volatile int size[PARTS] = {4, 0, 7};

static void
part(void *unused)
{
	(void)unused;
	sem_signal(&ready);
}

int
main(void)
{
	Thread *t[PARTS] = {NULL};

	sem_init(&ready, 0);
	for (int i = 0; i < PARTS; i++)
		if (size[i] > 0) /* fault */
			t[i] = thread_start(part, NULL, 2048, 1);
	for (int i = 0; i < PARTS; i++)
		sem_wait(&ready);
	for (int i = 0; i < PARTS; i++)
		thread_join(t[i]);
	return 0;
}
