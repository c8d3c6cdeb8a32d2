/* readers.c - the last reader lets the writers in, but the last is counted wrongly. net: single */
#include <stddef.h>
#include <sync.h>
#include <threads.h>

static Lock count;
static Semaphore writing;
static int readers, value, seen;

static void
read_begin(void)
{
	lock_acquire(&count);
	if (readers++ == 0)
		sem_wait(&writing);
	lock_release(&count);
}

static void
read_end(void)
{
	lock_acquire(&count);
	readers--;
	if (readers == 1) /* fault */
		sem_signal(&writing);
	lock_release(&count);
}

static void
reader(void *unused)
{
	(void)unused;
	read_begin();
	seen += value;
	read_end();
}

int
main(void)
{
	Thread *t;

	lock_init(&count);
	sem_init(&writing, 1);
	t = thread_start(reader, NULL, 2048, 1);
	thread_join(t);
	sem_wait(&writing);
	value++;
	sem_signal(&writing);
	return seen;
}
