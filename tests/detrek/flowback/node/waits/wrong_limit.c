/* wrong_limit.c - the number of signals is computed wrongly, long before they are sent. net: single */
#include <sync.h>

typedef struct Plan {
	int items, signals;
} Plan;

static Semaphore done;

static void
plan(Plan *p, int items)
{
	p->items = items;
	p->signals = items / 2; /* fault */
}

static void
work(void *argument)
{
	volatile Plan *p = argument;

	for (int i = 0; i < p->signals; i++)
		sem_signal(&done);
}

int
main(void)
{
	static Plan p;
	Thread *t;

	sem_init(&done, 0);
	plan(&p, 6);
	t = thread_start(work, &p, 2048, 1);
	for (int i = 0; i < p.items; i++)
		sem_wait(&done);
	thread_join(t);
	return 0;
}
