/* join_inside.c - main joins a thread while it holds the lock that the thread needs. net: single */
#include <stddef.h>
#include <sync.h>

static Lock lock;
static int counter;

static void
count(void *unused)
{
	(void)unused;
	lock_acquire(&lock);
	counter++;
	lock_release(&lock);
}

int
main(void)
{
	Thread *t;

	lock_init(&lock);
	lock_acquire(&lock);
	counter++;
	t = thread_start(count, NULL, 2048, 1);
	thread_join(t); /* fault */
	lock_release(&lock);
	return counter;
}
