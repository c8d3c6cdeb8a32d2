/* compute.c - makes as many turns of a loop as the task says; the result has the task's size. */
#include <trek.h>
#include "grain.h"

void
compute_fn(void *task, uint32_t nbytes)
{
	Grain *g = task;

	for (uint32_t i = 0; i < g->turns; i++)
		g->number = g->number * 1664525 + 1013904223 + i;
	put_result(g, nbytes);
}
