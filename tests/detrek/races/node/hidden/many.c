/* many.c - more operations than the search for other orders takes. */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

enum { STACK = 2048, ROUNDS = 4000 };

static Semaphore lock;
static int count;

static void
add(void *unused)
{
	(void)unused;
	for (int i = 0; i < ROUNDS; i++) {
		sem_wait(&lock);
		count++;
		sem_signal(&lock);
	}
}

int
main(void)
{
	Thread *t[2];

	sem_init(&lock, 1);
	for (int i = 0; i < 2; i++)
		t[i] = thread_start(add, NULL, STACK, PRIORITY_LOW);
	for (int i = 0; i < 2; i++)
		thread_join(t[i]);
	printf("%d\n", count);
}
