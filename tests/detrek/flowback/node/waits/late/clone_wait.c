/* clone_wait.c - a process waits for the end of a child that waits for its message. net: single */
#include <stddef.h>
#include <kernel.h>

enum { EVENT_GO = 15 };

static void
child(void *unused)
{
	Nmsg m = {.nh_event = EVENT_GO};

	(void)unused;
	nrecv(&m);
	kexit(0);
}

int
main(void)
{
	int status;
	int pid = kclone(child, NULL, 4096, 1);
	Nmsg m = {.nh_node = getnodeid(), .nh_event = EVENT_GO};

	kwait(pid, &status);
	nsend(&m); /* fault */
	return status;
}
