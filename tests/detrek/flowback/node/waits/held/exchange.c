/* exchange.c - two of four nodes exchange with a third one, and the fourth has no partner to exchange with. net: chain4 */
#include <kernel.h>

enum { EVENT_EDGE = 21 };

static uint32_t
partner_of(uint32_t me, uint32_t n)
{
	return me == 3 ? 1 : (me ^ 1) % n; /* fault */
}

int
main(void)
{
	uint32_t me = getnodeid();
	Nmsg out = {.nh_node = partner_of(me, getnnodes()), .nh_event = EVENT_EDGE};
	Nmsg in = {.nh_event = EVENT_EDGE};

	if (me % 2 == 0)
		nsend(&out);
	nrecv(&in);
	if (me % 2 == 1)
		nsend(&out);
	return 0;
}
