/* inside_lock.c - a consumer waits for an item inside the lock that the producer needs. net: single */
#include <stddef.h>
#include <sync.h>
#include <threads.h>

enum { ITEMS = 4 };

static Lock buffer;
static Semaphore items;
static int stored[ITEMS], n, sum;

static void
produce(void *unused)
{
	(void)unused;
	for (int i = 0; i < ITEMS; i++) {
		thrd_yield();
		lock_acquire(&buffer);
		stored[n++] = i;
		lock_release(&buffer);
		sem_signal(&items);
	}
}

int
main(void)
{
	Thread *t;

	lock_init(&buffer);
	sem_init(&items, 0);
	t = thread_start(produce, NULL, 2048, 1);
	for (int i = 0; i < ITEMS; i++) {
		lock_acquire(&buffer);
		sem_wait(&items); /* fault */
		sum += stored[--n];
		lock_release(&buffer);
	}
	thread_join(t);
	return sum;
}
