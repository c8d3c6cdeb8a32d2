/* links.c - link processes: one for each direction of each edge of
 * the tree; eight on a node with a parent and three children. They transfer items between inboxes
 * and neighbours, and decide nothing. */
#include "tree_node.h"

/*
 * Record a pass for the monitor: an event for each of its tasks. A send is recorded before it
 * starts, because its effects may arrive before the sender knows that it has finished.
 */
static void
note_pass(Probe kind, uint32_t peer, const Item *m)
{
	for (; m; m = m->next)
		if (m->kind == ITEM_TASK || m->kind == ITEM_RESULT)
			trek_probe(kind, peer, m->task, m->part, m->count);
}

/* Send the data manager the child's ITEM_BACK, unless one is still in the manager's inbox. */
static void
notify_manager(Child *c)
{
	if (c->is_out)
		return;
	c->is_out = 1;
	inbox_put(&node.data, c->back);
}

void
link_to_child(void *child)
{
	uint32_t index = (uint32_t)child, to = node.tree.child[index];
	Child *c = &node.child[index];
	uint32_t kind;

	do {
		Item *m = pack_take(&c->out), *next;
		int was_full;

		kind = m->kind;
		tree_break_pass(kind);
		note_pass(PROBE_SEND, to, m);
		pass_send(node.tree.id, tree_place(&node.setup, to), m, c->to);
		was_full = c->queued >= QUEUE;
		for (; m; m = next) {
			next = m->next;
			c->queued -= item_units(m);
			item_free(m);
		}
		if (was_full && node.waits)
			notify_manager(c);
	} while (kind != ITEM_QUIT);
	sem_signal(&node.quit);
}

/* receive_items: receive items that a node of the tree sends next; `from` is its number there. */
static Item *
receive_items(uint32_t from, uint8_t *packet)
{
	Item *m;

	trek_probe(PROBE_CALL, from, 0, 0, 1);
	m = pass_recv(from, packet);
	note_pass(PROBE_RECV, from, m);
	return m;
}

/*
 * count_child_results: for each result of a list from a child a place of the child is free, and
 * node 0 counts the result.
 */
static void
count_child_results(Child *c, Item *m)
{
	int n = 0;

	for (; m; m = m->next) {
		m->child = c - node.child;
		if (m->kind != ITEM_RESULT)
			continue;
		n++;
		tree_break_returned(m->child);
		if (node.arrived)
			node.arrived(m);
	}
	if (n > 0 && c->returns) {
		c->given += n;
		notify_manager(c);
	} else if (n > 0 && TREE_BREAKS) {
		notify_manager(c);
	}
}

void
link_from_child(void *child)
{
	uint32_t index = (uint32_t)child, from = node.tree.child[index];
	Child *c = &node.child[index];

	for (;;) {
		Item *m = receive_items(from, c->from), *next;

		count_child_results(c, m);
		for (; m; m = next) {
			next = m->next;
			if (m->kind == ITEM_RESULT)
				result_put(m);
			else
				inbox_put(&node.data, m);
		}
	}
}

void
link_from_last(void *last)
{
	uint32_t from = (uint32_t)last;
	uint8_t *packet = kalloc(MAX_PACKET);

	if (!packet)
		fail("no memory left for the last node's results");
	for (;;) {
		Item *m = receive_items(from, packet), *next;

		for (; m; m = next) {
			next = m->next;
			m->child = NO_CHILD;
			tree_break_returned(0);
			node.arrived(m);
			result_put(m);
		}
		if (TREE_BREAKS)
			notify_manager(&node.child[0]);
	}
}

void
link_to_parent(void *unused)
{
	(void)unused;
	for (;;) {
		Item *m = pack_take(&node.up), *next;
		uint32_t to;

		to = m->kind == ITEM_RESULT && node_relays() ? 0 : node.tree.parent;
		note_pass(PROBE_SEND, to, m);
		pass_send(node.tree.id, tree_place(&node.setup, to), m, node.to_parent);
		for (; m; m = next) {
			next = m->next;
			if (m->kind == ITEM_RESULT)
				places_return(&node.room, item_units(m));
			item_free(m);
		}
	}
}

/* take_tasks: take tasks from the parent; 1 if the parent is going to send more. */
static int
take_tasks(Item *m)
{
	Item *next;

	for (; m; m = next) {
		next = m->next;
		if (m->kind == ITEM_QUIT) {
			tree_break_pass(m->kind);
			item_free(m);
			return 0;
		}
		m->child = NO_CHILD;
		places_use(&node.space, item_units(m));
		inbox_put(&node.data, m);
	}
	return 1;
}

void
link_from_parent(void *unused)
{
	(void)unused;
	do {
		places_acquire(&node.space);
		places_release(&node.space);
	} while (take_tasks(receive_items(node.tree.parent, node.from_parent)));
	sem_signal(&node.done);
}
