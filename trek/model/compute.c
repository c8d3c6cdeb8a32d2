/*
 * compute.c - the process that computes tasks, as `trellis cc --graph` sees it; it is never run.
 * The file for the type of machine has its work (model_work).
 */
#include <trek.h>
#include "compute_model.h"

static uint32_t task[(TREK_MAX_BYTES + 3) / 4];

void
model_compute(void)
{
	__graph_fill(task);
	compute_fn(task, __graph_any());
}

int
main(void) /* the process for `trellis cc --graph` */
{
	model_work();
	return 0;
}
