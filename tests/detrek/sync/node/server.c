/*
 * server.c - two clients that take turns, under a lock, to ask a server over one channel, which also
 * has the answers. RING: instead, three threads that pass a word around over one channel.
 */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

enum { STACK = 2048, THREADS = 3, ROUNDS = 2 };

static Channel channel;
static Semaphore lock, turn[THREADS];

#ifdef RING
static void
thread(void *number)
{
	int me = *(int *)number;

	if (me == 2)
		sem_wait(&turn[2]);
	if (me == 0)
		channel_out_word(&channel, 1);
	else
		channel_in_word(&channel);
	if (me == 0)
		sem_wait(&turn[0]);
	else
		sem_signal(&turn[me == 1 ? 2 : 0]);
	if (me == 0)
		channel_in_word(&channel);
	else
		channel_out_word(&channel, 1);
}
#else
static void
thread(void *number)
{
	int me = *(int *)number;

	for (int i = 0; i < (me == 0 ? 2 * ROUNDS : 0); i++)
		channel_out_word(&channel, channel_in_word(&channel) + 1);
	for (int i = 0; i < (me == 0 ? 0 : ROUNDS); i++) {
		sem_wait(&lock);
		channel_out_word(&channel, me);
		channel_in_word(&channel);
		sem_signal(&lock);
	}
}
#endif

int
main(void)
{
	int number[THREADS];
	Thread *t[THREADS];

	channel_init(&channel);
	sem_init(&lock, 1);
	for (int i = 0; i < THREADS; i++) {
		number[i] = i;
		sem_init(&turn[i], 0);
	}
	for (int i = 0; i < THREADS; i++)
		t[i] = thread_start(thread, &number[i], STACK, PRIORITY_LOW);
	for (int i = 0; i < THREADS; i++)
		thread_join(t[i]);
	puts("ended");
	return 0;
}
