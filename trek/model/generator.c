/*
 * generator.c - the data generator's process as `trellis cc --graph` sees it; do_task is in
 * tasks.c. It is never run.
 *
 * In these graphs, tasks and results do not pass other nodes on their way along the tree: a task is
 * a message from the process that made it to the process that computes or splits it; a result is a
 * message from this process to the receiver or the join.
 */
#include <trek.h>

int
main(int argc, char **argv) /* the process for `trellis cc --graph` */
{
	init_master(argc, argv);
	data_generator();
	return 0;
}
