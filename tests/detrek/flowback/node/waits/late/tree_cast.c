/* tree_cast.c - a node passes a message on to the first of its children only. net: tree13 */
#include <kernel.h>

enum { EVENT_CAST = 30, DEGREE = 3 };

static void
cast(uint32_t me, uint32_t n)
{
	Nmsg m = {.nh_event = EVENT_CAST, .nh_flags = NH_HAS_DATA};

	if (me > 0)
		nrecv(&m);
	for (uint32_t i = 1; i <= DEGREE && DEGREE * me + i < n; i++) {
		m.nh_node = DEGREE * me + i;
		nsend(&m);
		if (me == 2) /* fault */
			break;
	}
}

int
main(void)
{
	cast(getnodeid(), getnnodes());
	return 0;
}
