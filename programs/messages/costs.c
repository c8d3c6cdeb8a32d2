/* costs.c - the cost of kernel calls: each is made many times, and the time divided by that
 * number. On any node.
 * 
 * 	costs [COUNT]                   1000
 * 
 * A pair is two calls, of two threads at the priority of the program, that wait for each
 * other. */
#include <stdio.h>
#include <stdlib.h>
#include <argument.h>
#include "message.h"
#include "t800.h"

enum { STACK = 2048, SIZE = 1024, EVENT_UNUSED = 3 };

/* A measurement of `count` calls; a thread runs the partner, if there is one. */
typedef struct Cost {
	const char *name;
	void (*run)(int32_t count);
	void (*partner)(void *count);
} Cost;

static uint8_t room[SIZE];
static Semaphore there, back; /* signals to the partner, and from it */

/* ---- calls alone ---- */

static void
try_receive(int32_t count)
{
	Nmsg m = { .nh_event = EVENT_UNUSED };

	while (count-- > 0)
		if (ntry_recv(&m) != KE_AGAIN)
			abort();
}

static void
get_route(int32_t count)
{
	uint32_t far = getnnodes() - 1;

	while (count-- > 0)
		if (getroute(far) < 0)
			abort();
}

static void
allocate_block(int32_t count)
{
	while (count-- > 0) {
		void *p = kalloc(SIZE);

		if (p == NULL)
			abort();
		kfree(p);
	}
}

static void
use_semaphore(int32_t count)
{
	while (count-- > 0) {
		sem_signal(&back);
		sem_wait(&back);
	}
}

/* A message to this process itself, through the buffer daemon: two copies. */
static void
send_to_self(int32_t count, uint32_t nbytes)
{
	Nmsg out = { .nh_node = NODE_LOCAL, .nh_event = EVENT_BODY, .nh_length = nbytes, .nh_msg = room };
	Nmsg in = { .nh_event = EVENT_BODY, .nh_msg = room };

	while (count-- > 0) {
		message_check(nsend(&out), "nsend");
		in.nh_length = nbytes;
		message_check(nrecv(&in), "nrecv");
	}
}

static void
send_nothing_to_self(int32_t count)
{
	send_to_self(count, 0);
}

static void
send_block_to_self(int32_t count)
{
	send_to_self(count, SIZE);
}

static void
do_nothing(void *unused)
{
	(void)unused;
}

static void
run_thread(int32_t count)
{
	while (count-- > 0) {
		Thread *t = thread_start(do_nothing, NULL, STACK, PRIORITY_LOW);

		if (t == NULL)
			abort();
		thread_join(t);
	}
}

/* ---- pairs ---- */

static void
send(int32_t count, uint32_t nbytes)
{
	Nmsg m = { .nh_event = EVENT_BODY, .nh_length = nbytes, .nh_msg = room };

	while (count-- > 0)
		message_check(ksend(&m), "ksend");
}

static void
send_nothing(int32_t count)
{
	send(count, 0);
}

static void
send_block(int32_t count)
{
	send(count, SIZE);
}

static void
receive(void *argument)
{
	static uint8_t to[SIZE];
	Nmsg m = { .nh_event = EVENT_BODY, .nh_msg = to };

	for (int32_t count = *(int32_t *)argument; count > 0; count--) {
		m.nh_length = SIZE;
		message_check(krecv(&m), "krecv");
	}
}

static void
signal_there(int32_t count)
{
	while (count-- > 0) {
		sem_signal(&there);
		sem_wait(&back);
	}
}

static void
signal_back(void *argument)
{
	for (int32_t count = *(int32_t *)argument; count > 0; count--) {
		sem_wait(&there);
		sem_signal(&back);
	}
}

static const Cost costs[] = {
	{ "a call (ntry_recv, nothing there)", try_receive, NULL },
	{ "getroute", get_route, NULL },
	{ "kalloc and kfree, 1 KB", allocate_block, NULL },
	{ "sem_signal and sem_wait, no waiting process", use_semaphore, NULL },
	{ "semaphores, to another thread and back", signal_there, signal_back },
	{ "ksend and krecv, no bytes", send_nothing, receive },
	{ "ksend and krecv, 1 KB", send_block, receive },
	{ "nsend and nrecv by the buffer daemon, no bytes", send_nothing_to_self, NULL },
	{ "nsend and nrecv by the buffer daemon, 1 KB", send_block_to_self, NULL },
	{ "thread_start and thread_join", run_thread, NULL },
};

/* measure: us for all calls together. */
static uint32_t
measure(const Cost *c, int32_t count)
{
	Thread *t = NULL;
	uint32_t start = getclock();

	if (c->partner && (t = thread_start(c->partner, &count, STACK, PRIORITY_LOW)) == NULL)
		message_check(KE_NOMEM, "thread_start");
	c->run(count);
	if (t)
		thread_join(t);
	return getclock() - start;
}

int
main(int argc, char **argv)
{
	int32_t count = 1000;

	argument_number(argc, argv, 1, 1, 1000000, &count);
	sem_init(&there, 0);
	sem_init(&back, 0);
	for (uint32_t i = 0; i < sizeof costs / sizeof *costs; i++) {
		uint32_t us = measure(&costs[i], count);

		printf("%-48s %6.1f us\n", costs[i].name, (double)us / count);
	}
	return 0;
}
