/*
 * generator.c - the data generator's process as `trellis cc --graph` sees it: each task goes to one
 * of the computing nodes. It is never run.
 *
 * The graphs of generator.c, receiver.c and compute.c leave out how tasks and results pass along
 * the tree: a task is a message from the generator to the node that computes it, a result one from
 * there to the receiver.
 */
#include <trek.h>
#include "graph_model.h"

void
do_task(const void *data, uint32_t nbytes)
{
	(void)data, (void)nbytes;
	for (uint32_t i = 1; i < getnnodes(); i++)
		if (i + 1 == getnnodes() || __graph_any()) {
			__graph_send(i, TASK, 0);
			return;
		}
}

int
main(int argc, char **argv)
{
	init_master(argc, argv);
	data_generator();
	return 0;
}
