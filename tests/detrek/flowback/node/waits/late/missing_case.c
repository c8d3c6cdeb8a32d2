/* missing_case.c - an order of a kind that has no case signals no thread. net: single */
#include <stddef.h>
#include <sync.h>

enum { READ, WRITE, CLOSE, FLUSH, KINDS };

static Semaphore done[KINDS];
static volatile int orders[3] = {WRITE, FLUSH, CLOSE};

static void
serve(void *unused)
{
	(void)unused;
	for (int i = 0; i < 3; i++) {
		int kind = orders[i];

		if (kind == READ)
			sem_signal(&done[READ]);
		else if (kind == WRITE)
			sem_signal(&done[WRITE]);
		else if (kind == CLOSE || kind < READ) /* fault */
			sem_signal(&done[kind]);
	}
}

int
main(void)
{
	Thread *t;

	for (int i = 0; i < KINDS; i++)
		sem_init(&done[i], 0);
	t = thread_start(serve, NULL, 2048, 1);
	for (int i = 0; i < 3; i++)
		sem_wait(&done[orders[i]]);
	thread_join(t);
	return 0;
}
