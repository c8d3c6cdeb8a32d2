/*
 * talk.c - two threads whose accesses are ordered by messages of the kernel, then by a channel.
 *
 * HELD: the messages are buffered. RACY: two stores that nothing orders with the other thread's.
 */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

enum { STACK = 4096, ROUNDS = 20, TASK = 5, RESULT = 6 };

static int by_message, by_channel, task[8], copy[8];
static Channel channel;

static void
receive(int event, int *words, int n)
{
	Nmsg m = {.nh_event = event, .nh_type = 1, .nh_length = n * sizeof *words, .nh_msg = words};

	krecv(&m);
}

static void
send(int event, int *words, int n)
{
	Nmsg m = {.nh_node = NODE_LOCAL,
		.nh_event = event,
		.nh_type = 1,
		.nh_length = n * sizeof *words,
		.nh_msg = words};

#ifdef HELD
	nsend(&m);
#else
	ksend(&m);
#endif
}

static void
work(void *unused)
{
	(void)unused;
	for (int i = 0; i < ROUNDS; i++) {
		receive(TASK, copy, 8);
		by_message += copy[0];
		send(RESULT, NULL, 0);
	}
	for (int i = 0; i < ROUNDS; i++) {
		by_channel += channel_in_word(&channel);
		channel_out_word(&channel, by_channel);
	}
}

int
main(void)
{
	Thread *t;

	channel_init(&channel);
	t = thread_start(work, NULL, STACK, PRIORITY_LOW);
	for (int i = 0; i < ROUNDS; i++) {
		task[0] = i;
		send(TASK, task, 8);
		task[1]++; /* the message has been copied */
#ifdef RACY
		by_message++;
#endif
		receive(RESULT, NULL, 0);
		by_message++;
	}
	for (int i = 0; i < ROUNDS; i++) {
		by_channel++;
		channel_out_word(&channel, i);
#ifdef RACY
		by_channel++;
#endif
		by_channel += channel_in_word(&channel) & 1;
	}
	thread_join(t);
	printf("%d %d\n", by_message, by_channel);
	return 0;
}
