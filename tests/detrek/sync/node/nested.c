/*
 * nested.c - threads that start others at the same time; prints in which order the lock was taken.
 *
 * How long a thread computes before it starts another one depends on the node's clock and memory,
 * and on its timer.
 */
#include <kernel.h>
#include <stdio.h>
#include <sync.h>
#include <t800.h>

enum { WORKERS = 4, CHILDREN = 5, STACK = 2048 };

static Lock lock;
static char order[2 * WORKERS * CHILDREN + 1];
static int n;

static void
work(uint32_t x)
{
	x *= 2654435761u;
	if (x >> 31)
		timer_wait(timer_now() + (x >> 20 & 7));
	for (volatile uint32_t i = x >> 20 & 255; i > 0; i--)
		;
}

static void
take(int letter)
{
	lock_acquire(&lock);
	order[n++] = letter;
	work(n);
	lock_release(&lock);
}

static void
child(void *number)
{
	work((uint32_t)number * 31);
	take('a' + (int)number);
}

static void
worker(void *number)
{
	Thread *t[CHILDREN];

	for (int i = 0; i < CHILDREN; i++) {
		work((uint32_t)number * 7 + i);
		t[i] = thread_start(child, (void *)((int)number * CHILDREN + i), STACK,
			PRIORITY_LOW);
	}
	for (int i = 0; i < CHILDREN; i++) {
		thread_join(t[i]);
		take('A' + (int)number);
	}
}

int
main(void)
{
	Thread *t[WORKERS];

	lock_init(&lock);
	for (int i = 0; i < WORKERS; i++)
		t[i] = thread_start(worker, (void *)i, STACK, PRIORITY_LOW);
	for (int i = 0; i < WORKERS; i++)
		thread_join(t[i]);
	puts(order);
	return 0;
}
