/*
 * slave.c - the program of the computing nodes of a run with fault_tolerance.
 *
 * A node does nothing until a neighbour sends something. It works until it is told to end, or until
 * no neighbour leads to node 0 any more. The workers are started at low priority, while the setup
 * is being sent to the children. The compute worker is started last, because it then tells the
 * manager that it is idle.
 */
#include "tolerant.h"

static void
start_workers(void) /* start the workers that exist on this node */
{
	if (node.setup.degree > 1 && node.tree.level <= node.setup.depth) {
		worker_start(WORKER_SPLIT, split_worker);
		worker_start(WORKER_JOIN, join_worker);
	}
	node.work.phase = WORK_RUNNING;
	worker_start(WORKER_COMPUTE, compute_worker);
}

int
main(void)
{
	node_show();
	tolerant_start(NULL);
	sem_wait(&tolerant_ready);
	if (tree_has_setup())
		start_workers();
	sem_wait(&node.done);
	node_quit();
	return 0;
}
