/*
 * anyone.c - node 0 receives from anyone: the sum of the first two differs if a message of node 2
 * comes before that of node 1. Clean twins: NAMED: it asks each node for an event of its own; ASKED:
 * node 2 sends only after node 0 has received.
 */
#include <kernel.h>
#include <stdio.h>

enum { EVENT = 700 };

#ifdef NAMED
#define EVENT_OF(node) (EVENT + (node))
#else
#define EVENT_OF(node) EVENT
#endif

static void
ask(int32_t me, int32_t from)
{
#ifdef ASKED
	if (me == 0)
		nsend(&(Nmsg){.nh_node = 2, .nh_event = EVENT - from});
	else if (me == 2)
		nrecv(&(Nmsg){.nh_event = EVENT - 1});
#else
	(void)me, (void)from;
#endif
}

int
main(void)
{
	int32_t me = getnodeid(), result = 0;

	if (me != 0)
		ask(me, 0);
	if (me != 0)
		return nsend(&(Nmsg){.nh_event = EVENT_OF(me),
			.nh_flags = NH_HAS_DATA,
			.nh_data = {me}}) < 0;
	for (int i = 1; i <= 2; i++) {
		Nmsg m = {.nh_event = EVENT_OF(i)};

		nrecv(&m);
		ask(0, i);
		result = 3 * result + (int32_t)m.nh_data[0];
	}
	printf("result %d\n", (int)result);
	return 0;
}
