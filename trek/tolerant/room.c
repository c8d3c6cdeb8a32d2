/*
 * room.c - results on node 0 that result_receiver has not taken yet.
 *
 * Results need no place on their way up, so they pile up here if the receiver is slow. Therefore
 * node 0 gives no more tasks away while more results wait than there are places in the tree.
 */
#include "tree.h"

static uint32_t waiting; /* number of results that result_receiver has not taken */

/* Thread: for each result that the receiver has taken, free its place; wake a waiting manager. */
static void
free_places(void *unused)
{
	static Item taken = {.kind = HOP_TAKEN};

	(void)unused;
	for (;;) {
		places_acquire(&node.room);
		waiting--;
		if (node.has_waiting && taken.count == 0) {
			taken.count = 1; /* until the manager has seen it */
			inbox_put(&node.data, &taken);
		}
	}
}

void
room_start(void)
{
	places_init(&node.room, 0);
	node_thread(free_places, 0, PORTER_STACK, PRIORITY_HIGH);
}

void
room_queue_result(Item *m)
{
	waiting++;
	inbox_put(&node.result, m);
}

int
room_is_full(void)
{
	return (int32_t)waiting > tree_places();
}
