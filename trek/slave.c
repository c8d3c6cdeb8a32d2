/*
 * slave.c - the program of the computing nodes.
 *
 * The program waits for the setup from its parent, forwards the setup to its children, and works
 * until the parent announces the end.
 */
#include "tree_node.h"

int
main(void)
{
	static uint8_t to_parent[MAX_PACKET], from_parent[MAX_PACKET];
	Item *setup;

	node.to_parent = to_parent;
	node.from_parent = from_parent;
	node_show();
	setup = pass_recv_setup();
	node_setup(setup, ((const TrekSetup *)setup->data)->processors == 1 ? 1 : getnodeid());
	node_start();
	node_thread(link_to_parent, 0, THREAD_STACK, PRIORITY_HIGH);
	node_thread(result_manager, 0, THREAD_STACK, PRIORITY_HIGH);
	worker_start(WORKER_COMPUTE, trek_compute);
	if (node_splits()) {
		worker_start(WORKER_SPLIT, split_worker);
		worker_start(WORKER_JOIN, join_worker);
	}
	node_thread(link_from_parent, 0, THREAD_STACK, PRIORITY_HIGH);
	sem_wait(&node.done);
	node_quit();
	return 0;
}
