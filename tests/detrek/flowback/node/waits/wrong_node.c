/* wrong_node.c - a node sends its part to the wrong neighbour. net: chain4 */
#include <kernel.h>

enum { EVENT_PART = 9 };

int
main(void)
{
	uint32_t me = getnodeid(), n = getnnodes();
	Nmsg out = {.nh_node = me == 2 ? 0 : (me + 1) % n, .nh_event = EVENT_PART};
	Nmsg in = {.nh_event = EVENT_PART};

	nsend(&out); /* fault */
	nrecv(&in);
	return 0;
}
