/* stop_late.c - main joins a server before it tells it to stop. net: single */
#include <stddef.h>
#include <kernel.h>

enum { EVENT_STOP = 5 };

static void
server(void *unused)
{
	Nmsg m = {.nh_event = EVENT_STOP};

	(void)unused;
	nrecv(&m);
}

int
main(void)
{
	Thread *t = thread_start(server, NULL, 2048, 1);
	Nmsg stop = {.nh_node = getnodeid(), .nh_event = EVENT_STOP};

	thread_join(t);
	nsend(&stop); /* fault */
	return 0;
}
