/*
 * rendezvous.c - two threads meet at a channel, and each takes the same lock before it, in the run one after the other; the second
 * one keeps it until they have met. -DMENDED: they meet before.
 */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

enum { STACK = 2048 };

static Semaphore lock;
static Channel word;

static void
giver(void *unused)
{
	(void)unused;
	sem_wait(&lock);
	sem_signal(&lock);
	channel_out_word(&word, 7);
}

static void
taker(void *unused)
{
	(void)unused;
	for (volatile int i = 0; i < 2000; i++)
		continue;
#ifdef MENDED
	printf("%d\n", (int)channel_in_word(&word));
	sem_wait(&lock);
	sem_signal(&lock);
#else
	sem_wait(&lock);
	printf("%d\n", (int)channel_in_word(&word));
	sem_signal(&lock);
#endif
}

int
main(void)
{
	Thread *t[2];

	sem_init(&lock, 1);
	channel_init(&word);
	t[0] = thread_start(giver, NULL, STACK, PRIORITY_LOW);
	t[1] = thread_start(taker, NULL, STACK, PRIORITY_LOW);
	thread_join(t[0]);
	thread_join(t[1]);
}
