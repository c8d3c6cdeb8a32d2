/* ring.c - each of four nodes receives before it sends to the next one. net: chain4 */
#include <kernel.h>

enum { EVENT_TOKEN = 7 };

int
main(void)
{
	Nmsg in = {.nh_event = EVENT_TOKEN};
	Nmsg out = {.nh_node = (getnodeid() + 1) % getnnodes(), .nh_event = EVENT_TOKEN};

	nrecv(&in);
	nsend(&out); /* fault */
	return 0;
}
