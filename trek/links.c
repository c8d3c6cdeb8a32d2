/*
 * links.c - link processes: one for each direction of each edge of the tree; eight on a node with a
 * parent and three children. They transfer items and packs between inboxes and neighbours. They
 * also decide how long an item is delayed so that other items travel in the same packet.
 */
#include "tree_node.h"

#include "kernel/libc/host.h"

/* us between two packets that are not full, so that the items of that time travel together */
enum { GAP_US = 2000 };

/*
 * note_pass: record a pass for the monitor: an event for each of its tasks. A send is recorded
 * before it starts, because its effects may arrive before the sender knows that it has finished.
 */
static void
note_pass(Probe kind, uint32_t peer, const Item *m)
{
	for (; m; m = m->next) {
		const Packed *p = item_first(m);

		if (m->kind != ITEM_TASK && m->kind != ITEM_RESULT)
			continue;
		for (uint32_t i = 0; i <= m->more; i++, p = packed_next(p))
			trek_probe(kind, peer, p->task, p->part, p->count);
	}
}

/* Send the data manager the child's ITEM_BACK, unless one is still in the manager's inbox. */
static void
notify_manager(Child *c)
{
	if (c->back_is_queued)
		return;
	c->back_is_queued = 1;
	inbox_put(&node.data, c->back_item);
}

/* is_full: 1 if a packet of these items, which were taken from the inbox, is (nearly) full. */
static int
is_full(const Inbox *b, const Item *m)
{
	return b->first || item_room(m) > MAX_PACKET - MAX_PACKET / 8;
}

/*
 * wait_for_gap: called after a packet has been sent: if there are many places below the edge, and
 * the packet was not full, wait, so that the next packet has more items.
 */
static void
wait_for_gap(uint32_t places, int was_full)
{
	if (places >= MANY_PLACES && !was_full)
		timer_wait(host_clock() + GAP_US);
}

void
link_to_child(void *child)
{
	uint32_t index = (uint32_t)child, to = node.tree.child[index];
	Child *c = &node.child[index];
	uint32_t kind;

	do {
		Item *m = pack_take(&c->out), *next;
		int had_no_room, was_full = is_full(&c->out, m);

		kind = m->kind;
		tree_break_pass(kind);
		note_pass(PROBE_SEND, to, m);
		pass_send(node.tree.id, tree_place(&node.setup, to), m, c->to);
		had_no_room = c->queued >= QUEUE_BYTES;
		for (; m; m = next) {
			next = m->next;
			c->queued -= item_place_bytes(m);
			item_free(m);
		}
		if (had_no_room && node.has_waiting)
			notify_manager(c);
		wait_for_gap(c->places, was_full);
	} while (kind != ITEM_QUIT);
	sem_signal(&node.quit);
}

/* receive_pack: receive what node `from` of the tree sends next. */
static Item *
receive_pack(uint32_t from, uint8_t *packet)
{
	Item *m;

	trek_probe(PROBE_CALL, from, 0, 0, 1);
	m = pass_recv(from, packet);
	note_pass(PROBE_RECV, from, m);
	return m;
}

/*
 * count_child_results: for each result from a child, free a place of the child; node 0 also counts
 * the result.
 */
static void
count_child_results(Child *c, Item *m)
{
	tree_break_returned(m->child, m->more + 1);
	if (node.count_arrived)
		node.count_arrived(m);
	if (c->returns)
		c->given += m->more + 1;
	if (c->returns || TREE_BREAKS)
		notify_manager(c);
}

void
link_from_child(void *child)
{
	uint32_t index = (uint32_t)child, from = node.tree.child[index];
	Child *c = &node.child[index];

	for (;;) {
		Item *m = receive_pack(from, c->from), *next;

		m->child = index;
		if (m->kind == ITEM_RESULT) {
			count_child_results(c, m);
			result_put(m);
			continue;
		}
		for (m = pack_items(m); m; m = next) {
			next = m->next;
			m->child = index;
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
		Item *m = receive_pack(from, packet);

		m->child = NO_CHILD;
		tree_break_returned(0, m->more + 1);
		node.count_arrived(m);
		result_put(m);
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
		int was_full = is_full(&node.up, m);
		uint32_t to;

		to = m->kind == ITEM_RESULT && node_relays() ? 0 : node.tree.parent;
		note_pass(PROBE_SEND, to, m);
		pass_send(node.tree.id, tree_place(&node.setup, to), m, node.to_parent);
		for (; m; m = next) {
			next = m->next;
			if (m->kind == ITEM_RESULT)
				places_return(&node.room, item_place_bytes(m));
			item_free(m);
		}
		wait_for_gap(node.places, was_full);
	}
}

/* take_tasks: take tasks from the parent; 1 if the parent is going to send more. */
static int
take_tasks(Item *m)
{
	if (m->kind == ITEM_QUIT) {
		tree_break_pass(m->kind);
		item_free(m);
		return 0;
	}
	m->child = NO_CHILD;
	places_use(&node.space, item_place_bytes(m));
	inbox_put(&node.data, m);
	return 1;
}

void
link_from_parent(void *unused)
{
	(void)unused;
	do {
		places_acquire(&node.space);
		places_release(&node.space);
	} while (take_tasks(receive_pack(node.tree.parent, node.from_parent)));
	sem_signal(&node.done);
}
