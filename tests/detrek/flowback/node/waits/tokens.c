/* tokens.c - a semaphore of two tokens is initialised with one. net: single */
#include <stddef.h>
#include <sync.h>

static Semaphore tokens;
static int used;

static void
worker(void *unused)
{
	(void)unused;
	sem_wait(&tokens);
	sem_wait(&tokens);
	used++;
	sem_signal(&tokens);
	sem_signal(&tokens);
}

int
main(void)
{
	Thread *t;

	sem_init(&tokens, 1); /* fault */
	t = thread_start(worker, NULL, 2048, 1);
	thread_join(t);
	return used;
}
