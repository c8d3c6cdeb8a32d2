/* three_locks.c - three threads, each with another pair of three locks. net: single */
#include <sync.h>
#include <threads.h>

static Lock a, b, c;
static int moved;

static void
move(Lock *from, Lock *to)
{
	lock_acquire(from);
	thrd_yield();
	lock_acquire(to);
	moved++;
	lock_release(to);
	lock_release(from);
}

static void
a_to_b(void *unused)
{
	(void)unused;
	move(&a, &b);
}

static void
b_to_c(void *unused)
{
	(void)unused;
	move(&b, &c);
}

static void
c_to_a(void *unused)
{
	(void)unused;
	move(&c, &a); /* fault */
}

int
main(void)
{
	Thread *t[3];

	lock_init(&a);
	lock_init(&b);
	lock_init(&c);
	t[0] = thread_start(a_to_b, NULL, 2048, 1);
	t[1] = thread_start(b_to_c, NULL, 2048, 1);
	t[2] = thread_start(c_to_a, NULL, 2048, 1);
	for (int i = 0; i < 3; i++)
		thread_join(t[i]);
	return 0;
}
