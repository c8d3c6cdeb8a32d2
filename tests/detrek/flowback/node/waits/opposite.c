/* opposite.c - two threads take two locks in opposite order. net: single */
#include <sync.h>
#include <threads.h>

static Lock left, right;

static void
second(void *unused)
{
	(void)unused;
	lock_acquire(&right);
	thrd_yield();
	lock_acquire(&left); /* fault */
	lock_release(&left);
	lock_release(&right);
}

int
main(void)
{
	Thread *t;

	lock_init(&left);
	lock_init(&right);
	lock_acquire(&left);
	t = thread_start(second, NULL, 2048, 1);
	thrd_yield();
	lock_acquire(&right);
	lock_release(&right);
	lock_release(&left);
	thread_join(t);
	return 0;
}
