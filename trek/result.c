/*
 * result.c - the result manager of a computing node: sends results to the parent, or to the join
 * worker if they are results of parts that were split off here.
 *
 * A node that can split sends only parts to its children; so all results from its children are
 * results of parts. On other nodes, no result is the result of a part that was split off there.
 *
 * A result uses one of the manager's places until it has been sent to the parent or to the join. So
 * a node whose parent takes nothing more eventually stops computing.
 */
#include "tree_node.h"

void
result_put(Item *m)
{
	places_acquire(&node.room);
	if (node.tree.id != 0)
		places_use(&node.room, item_place_bytes(m) - 1);
	inbox_put(&node.result, m);
}

void
result_manager(void *unused)
{
	(void)unused;
	for (;;) {
		Item *m = inbox_get(&node.result);

		if (m->child != NO_CHILD && node_splits()) {
			uint32_t units = item_place_bytes(m);
			Item *next;

			for (m = pack_items(m); m; m = next) {
				next = m->next;
				inbox_put(&node.worker[WORKER_JOIN].in, m);
			}
			places_return(&node.room, units);
		} else {
			inbox_pack(&node.up, m);
		}
	}
}
