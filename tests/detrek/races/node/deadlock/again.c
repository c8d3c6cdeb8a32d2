/*
 * again.c - two threads lock a and b in opposite order, and the run ends in the deadlock of that, in the second round; it could
 * also end so in the first one.
 */
#include <kernel.h>
#include <t800.h>

enum { STACK = 2048 };

static Semaphore a, b, there[2];
static volatile int x;

static void
meet(int who)
{
	sem_signal(&there[who]);
	sem_wait(&there[!who]);
}

static void
add(Semaphore *outer, Semaphore *inner, int who, int last)
{
	sem_wait(outer);
	if (last)
		meet(who);
	sem_wait(inner);
	x++;
	sem_signal(inner);
	sem_signal(outer);
}

static void
thread(void *number)
{
	int who = (int)number;

	for (volatile int i = 0; i < 2000 * who; i++)
		continue;
	for (int last = 0; last < 2; last++) {
		add(who ? &b : &a, who ? &a : &b, who, last);
		meet(who);
	}
}

int
main(void)
{
	Thread *t[2];

	sem_init(&a, 1);
	sem_init(&b, 1);
	sem_init(&there[0], 0);
	sem_init(&there[1], 0);
	for (int i = 0; i < 2; i++)
		t[i] = thread_start(thread, (void *)i, STACK, PRIORITY_LOW);
	for (int i = 0; i < 2; i++)
		thread_join(t[i]);
}
