/* stops_early.c - the third node of a pipeline stops at a value that it does not like. net: chain4 */
#include <kernel.h>

enum { EVENT_VALUE = 6, VALUES = 5 };

static void
pass(uint32_t me, uint32_t n)
{
	for (int i = 0; i < VALUES; i++) {
		Nmsg m = {.nh_event = EVENT_VALUE, .nh_flags = NH_HAS_DATA};

		if (me > 0)
			nrecv(&m);
		else
			m.nh_data[0] = 10 * i;
		if (me == 2 && m.nh_data[0] == 32) /* fault */
			return;
		m.nh_node = me + 1;
		m.nh_flags = NH_HAS_DATA;
		m.nh_data[0]++;
		if (me + 1 < n)
			nsend(&m);
	}
}

int
main(void)
{
	pass(getnodeid(), getnnodes());
	return 0;
}
