/*
 * cross.c - on node 0, a thread receives two rows and acknowledges them, and another one receives a third row, which node 1
 * sends after the acknowledgement. In the run the first thread gets both rows; but each thread could get one, and then node 0
 * and node 1 wait for each other's messages. -DMENDED: the third row is another event.
 */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

enum {
	STACK = 4096,
	ROW = 10,
	DONE,
#ifdef MENDED
	LAST,
#else
	LAST = ROW,
#endif
};

static Nmsg
message(int node, int event, int *value)
{
	return (Nmsg){.nh_node = node,
		.nh_event = event,
		.nh_type = 1,
		.nh_length = sizeof *value,
		.nh_msg = value};
}

static void
send(int node, int event)
{
	int value = event;
	Nmsg m = message(node, event, &value);

	nsend(&m);
}

static void
receive(int event)
{
	int value;
	Nmsg m = message(getnodeid(), event, &value);

	nrecv(&m);
}

static void
rows(void *unused)
{
	(void)unused;
	receive(ROW);
	receive(ROW);
	send(1, DONE);
}

static void
last(void *unused)
{
	(void)unused;
	for (volatile int i = 0; i < 20000; i++)
		continue;
	receive(LAST);
}

int
main(void)
{
	Thread *t[2];

	if (getnodeid() == 1) {
		send(0, ROW);
		send(0, ROW);
		receive(DONE);
		send(0, LAST);
		return 0;
	}
	t[0] = thread_start(rows, NULL, STACK, PRIORITY_LOW);
	t[1] = thread_start(last, NULL, STACK, PRIORITY_LOW);
	thread_join(t[0]);
	thread_join(t[1]);
	puts("received");
}
