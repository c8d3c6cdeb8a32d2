/* compute.c - the process that computes tasks as `trellis cc --graph` sees it. It is never run. */
#include <trek.h>
#include "graph_model.h"

static uint32_t task[(TREK_MAX_BYTES + 3) / 4];

int
main(void)
{
	for (;;) {
		__graph_receive(TASK, 0);
		__graph_fill(task);
		compute_fn(task, __graph_any());
		__graph_send(0, RESULT, 0);
	}
}
