/*
 * result.c - the result manager of a node that computes: results go up, those of parts of a split
 * made here go to the join.
 *
 * A node that can split sends nothing to its children but parts; so what comes back from them are
 * results of parts, and on other nodes none are.
 *
 * A result holds one of the manager's places until it has gone to the parent or to the join. So a
 * node whose parent takes nothing more stops computing, in the end.
 */
#include "tree_node.h"

void
result_put(Item *m)
{
	places_acquire(&node.room);
	inbox_put(&node.result, m);
}

void
result_manager(void *unused)
{
	(void)unused;
	for (;;) {
		Item *m = inbox_get(&node.result);

		if (m->child != NO_CHILD && node_splits()) {
			inbox_put(&node.worker[WORKER_JOIN].in, m);
			places_release(&node.room);
		} else {
			inbox_put(&node.up, m);
		}
	}
}
