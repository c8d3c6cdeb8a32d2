/* wrong_event.c - the answer has another event than the receiver waits for. net: pair */
#include <kernel.h>

enum { EVENT_ROW = 7, EVENT_COLUMN };

int
main(void)
{
	Nmsg m = {.nh_node = 0, .nh_event = EVENT_ROW};

	if (getnodeid() == 0) {
		nrecv(&m);
		return 0;
	}
	m.nh_event = EVENT_COLUMN;
	nsend(&m); /* fault */
	return 0;
}
