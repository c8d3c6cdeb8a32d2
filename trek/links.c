/* links.c - link processes: one for each direction of each edge of
 * the tree; eight on a node with a parent and three children. They
 * transfer items between inboxes and neighbours and make no
 * decisions. */
#include "tree_node.h"

/*
 * Record a pass for the monitor: an event for each of its tasks. A send is recorded before it
 * starts, because its effects may arrive before the sender knows that it has finished.
 */
static void
probe(Probe kind, uint32_t peer, const Item *m)
{
	if (m->kind == ITEM_TASK || m->kind == ITEM_RESULT)
		trek_probe(kind, peer, m->task, m->part, m->count);
}

/* Notify the data manager that a child has changed; only once until it checks the child. */
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
	Item *m;
	uint32_t kind;

	do {
		m = inbox_get(&c->out);
		kind = m->kind;
		tree_break_pass(kind);
		probe(PROBE_SEND, to, m);
		pass_send(node.tree.id, tree_place(&node.setup, to), m);
		item_free(m);
		c->queued--;
		if (node.waits)
			notify_manager(c);
	} while (kind != ITEM_QUIT);
	sem_signal(&node.quit);
}

void
link_from_child(void *child)
{
	uint32_t index = (uint32_t)child, from = node.tree.child[index];
	Child *c = &node.child[index];

	for (;;) {
		Item *m;

		trek_probe(PROBE_CALL, from, 0, 0, 1);
		m = pass_recv(from);
		probe(PROBE_RECV, from, m);
		m->child = index;
		if (m->kind != ITEM_RESULT) {
			inbox_put(&node.data, m);
			continue;
		}
		if (c->returns) {
			c->given++;
			notify_manager(c);
		}
		if (node.arrived)
			node.arrived(m);
		result_put(m);
	}
}

void
link_from_last(void *last)
{
	uint32_t from = (uint32_t)last;

	for (;;) {
		Item *m;

		trek_probe(PROBE_CALL, from, 0, 0, 1);
		m = pass_recv(from);
		probe(PROBE_RECV, from, m);
		node.arrived(m);
		result_put(m);
	}
}

void
link_to_parent(void *unused)
{
	(void)unused;
	for (;;) {
		Item *m = inbox_get(&node.up);
		uint32_t to;

		to = m->kind == ITEM_RESULT && node_relays() ? 0 : node.tree.parent;
		probe(PROBE_SEND, to, m);
		pass_send(node.tree.id, tree_place(&node.setup, to), m);
		if (m->kind == ITEM_RESULT)
			places_release(&node.room);
		item_free(m);
	}
}

void
link_from_parent(void *unused)
{
	(void)unused;
	for (;;) {
		Item *m;

		places_acquire(&node.space);
		trek_probe(PROBE_CALL, node.tree.parent, 0, 0, 1);
		m = pass_recv(node.tree.parent);
		probe(PROBE_RECV, node.tree.parent, m);
		if (m->kind == ITEM_QUIT) {
			tree_break_pass(m->kind);
			item_free(m);
			sem_signal(&node.done);
			return;
		}
		inbox_put(&node.data, m);
	}
}
