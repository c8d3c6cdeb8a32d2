/*
 * pair.c - lock.c on node 1, whose threads begin with messages of node 0: the order of the run follows from that of the
 * messages, but no operation orders what the threads do after them. -DMENDED: x is stored to within the lock.
 */
#include <kernel.h>
#include <stdio.h>
#include <sync.h>
#include <t800.h>

enum { STACK = 4096, FIRST = 10, SECOND };

static Semaphore lock;
static int x, work;

static Nmsg
message(int event, int *value)
{
	return (Nmsg){.nh_node = 1,
		.nh_event = event,
		.nh_type = 1,
		.nh_length = sizeof *value,
		.nh_msg = value};
}

static void
send(int event)
{
	int value = event;
	Nmsg m = message(event, &value);

	nsend(&m);
}

static void
receive(int event)
{
	int value;
	Nmsg m = message(event, &value);

	nrecv(&m);
}

static void
first(void *unused)
{
	(void)unused;
	receive(FIRST);
	sem_wait(&lock);
	x = 1;
	sem_signal(&lock);
}

static void
second(void *unused)
{
	(void)unused;
	receive(SECOND);
	sem_wait(&lock);
	work++;
#ifdef MENDED
	x = 2;
	sem_signal(&lock);
#else
	sem_signal(&lock);
	x = 2;
#endif
}

int
main(void)
{
	Thread *t[2];

	if (getnodeid() == 0) {
		send(FIRST);
		for (volatile int i = 0; i < 2000; i++)
			continue;
		send(SECOND);
		return 0;
	}
	sem_init(&lock, 1);
	t[0] = thread_start(first, NULL, STACK, PRIORITY_LOW);
	t[1] = thread_start(second, NULL, STACK, PRIORITY_LOW);
	thread_join(t[0]);
	thread_join(t[1]);
	printf("%d\n", x);
}
