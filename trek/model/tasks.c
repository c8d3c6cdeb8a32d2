/*
 * tasks.c - do_task as `trellis cc --graph` sees it: a task goes to one of the nodes that get tasks
 * of node 0. In an SPMD, where each gets one, the order of the blocks is left open.
 */
#include <trek.h>
#include "trek_model.h"

void
do_task(const void *data, uint32_t nbytes)
{
	(void)data, (void)nbytes;
	model_give(0);
}
