/*
 * slave.c - the program of the nodes that compute.
 *
 * It waits for what its parent sets up, passes that on to its children, and works until the parent
 * says that all is done.
 */
#include "node.h"

#include <t800.h>

static void
worker_thread(int place, void (*f)(void *))
{
	Worker *w = &node.worker[place];

	w->seen = &node.work.worker[place];
	inbox_init(&w->in);
	node_thread(f, 0, node.setup.stack, PRIORITY_LOW);
}

int
main(void)
{
	Item *setup, *places;

	node_show();
	setup = pass_recv_setup();
	node_setup(setup, ((const Setup *)setup->data)->processors == 1 ? 1 : getnodeid());
	node_start();
	node_thread(link_to_parent, 0, THREAD_STACK, PRIORITY_HIGH);
	node_thread(result_manager, 0, THREAD_STACK, PRIORITY_HIGH);
	places = item_new(ITEM_CREDIT, 0, 0);
	places->count = node.setup.buffers;
	inbox_put(&node.up, places);
	worker_thread(WORKER_COMPUTE, compute_worker);
	if (node_splits()) {
		worker_thread(WORKER_SPLIT, split_worker);
		worker_thread(WORKER_JOIN, join_worker);
	}
	node_thread(link_from_parent, 0, THREAD_STACK, PRIORITY_HIGH);
	sem_wait(&node.done);
	node_quit();
	return 0;
}
