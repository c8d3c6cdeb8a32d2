/*
 * tasks.c - do_task as `trellis cc --graph` sees it: a task goes to one of the nodes that get tasks
 * from node 0. In an SPMD each of these nodes gets one block; their order is not determined.
 */
#include <trek.h>
#include "trek_model.h"

void
do_task(const void *data, uint32_t nbytes)
{
	(void)data, (void)nbytes;
	model_give(0);
}
