/*
 * spmd.c - a node of a ring as `trellis cc --graph` sees it: it has a block, and exchanges borders
 * with its neighbours in each step. A border's event says at which side it leaves its sender.
 */
#include <trek.h>
#include "compute_model.h"

enum { BORDER_EVENT = 3 }; /* plus a Side: the event of a border */

static uint32_t block[(TREK_MAX_BYTES + 3) / 4];

static void
send_borders(void) /* send a border to each of the two neighbours */
{
	uint32_t last = getnnodes() - 1, id = getnodeid();

	border_fn(block, __graph_any(), SIDE_NEXT);
	__graph_send(id == last ? 1 : id + 1, BORDER_EVENT + SIDE_NEXT, 0);
	border_fn(block, __graph_any(), SIDE_PREVIOUS);
	__graph_send(id == 1 ? last : id - 1, BORDER_EVENT + SIDE_PREVIOUS, 0);
}

void
model_work(void)
{
	__graph_receive(TASK, 0);
	do {
		__graph_fill(block);
		send_borders();
		__graph_receive(BORDER_EVENT + SIDE_PREVIOUS, 0); /* from the next node */
		__graph_receive(BORDER_EVENT + SIDE_NEXT, 0);
		model_compute();
	} while (__graph_any());
	__graph_send(0, RESULT, 0);
}
