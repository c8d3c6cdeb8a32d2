/*
 * data.c - the data manager: decides which task is computed here, forwarded, or split.
 *
 * It holds tasks, in the node's places, and parts of tasks that were split here, which are to be
 * sent to children. Parts go first, because their split began before the waiting tasks came.
 *
 * A part made here is never computed here, so that a node with children is not slower than its
 * children, and the messages of a split show whether it was completed.
 */
#include "tree_node.h"

/* The data manager's state. */
typedef struct Data {
	Item *tasks, **tasks_end; /* items and packs */
	Item *parts, **parts_end;
	Item *whole;   /* a task of which split_fn has made no parts: it is computed here */
	int idle;      /* the compute worker is idle */
	/* no task is being split; split_fn has a task; its parts are made and are being sent */
	enum { NO_SPLIT, SPLITTING, PARTS_MADE } split;
	/* bytes of a place that the task being split takes: see item_place_bytes */
	uint32_t split_bytes;
	uint32_t next; /* child to try first; children take turns */
	uint32_t nreported; /* number of children that have reported their places */
} Data;

static Data data;

static void
append_items(Item ***end, Item *m) /* append the items of the list m */
{
	m->next = NULL;
	**end = m;
	*end = &m->next;
}

static Item *
pop_item(Item **list, Item ***end) /* remove and return the list's first item */
{
	Item *m = *list;

	*list = m->next;
	if (!*list)
		*end = list;
	return m;
}

/*
 * take_first: remove and return the first n waiting tasks, all from the first item or pack; *units:
 * the bytes of places that they took.
 */
static Item *
take_first(Data *d, uint32_t n, uint32_t *units)
{
	Item *m = d->tasks, *head;

	*units = item_place_bytes(m);
	if (n > m->more)
		return pop_item(&d->tasks, &d->tasks_end);
	head = pack_cut(m, n);
	*units -= item_place_bytes(m);
	return head;
}

/*
 * request_tasks: let the parent, or the generator, send more tasks; units: the bytes of places that
 * have become free.
 */
static void
request_tasks(uint32_t units)
{
	places_return(&node.space, node.tree.id ? units : 1);
	if (node_gives_credits())
		inbox_put(&node.up, item_new(ITEM_CREDIT, 0, 0));
}

/* announce_places: if all children have reported, tell the parent the places in this subtree. */
static void
announce_places(void)
{
	Item *m;

	if (node.tree.id == 0)
		return;
	m = item_new(ITEM_PLACES, 0, 0);
	m->count = node.setup.buffers + 1;
	m->part = !node_gives_credits();
	for (uint32_t i = 0; m->part && i < node.tree.nchildren; i++)
		m->count += node.child[i].places;
	node.places = m->count;
	inbox_put(&node.up, m);
}

static void
note_places(Data *d, const Item *m) /* store the number of places that a child reports */
{
	Child *c = &node.child[m->child];

	c->places = c->free = m->count;
	c->returns = m->part;
	if (++d->nreported == node.tree.nchildren)
		announce_places();
}

static void
take_back_places(Child *c) /* count the places that the child has freed */
{
	c->free += c->given;
	c->given = 0;
	c->back_is_queued = 0;
}

/* has_more: 1 if a larger share of a's places than of b's is free. */
static inline int
has_more(const Child *a, const Child *b)
{
	if ((a->places | b->places) < 1 << 16)
		return a->free * b->places > b->free * a->places;
	return (uint64_t)a->free * b->places > (uint64_t)b->free * a->places;
}

/*
 * emptiest_child: among the children whose queues have room, the child with the largest share of
 * free places; nchildren if there is none.
 */
static uint32_t
emptiest_child(const Data *d)
{
	uint32_t n = node.tree.nchildren, best = n;

	if (n == 1)
		return node.child[0].free == 0 || node.child[0].queued >= QUEUE_BYTES;
	for (uint32_t i = 0, c = d->next; i < n; i++, c++) {
		const Child *a, *b;

		if (c >= n)
			c = 0;
		a = &node.child[c];
		b = &node.child[best];
		if (a->free > 0 && a->queued < QUEUE_BYTES
			&& (best == n || has_more(a, b)))
			best = c;
	}
	return best;
}

/*
 * count_down: note that n tasks or parts, of `split_bytes` bytes, are put into the child's queue.
 */
static Inbox *
count_down(Data *d, uint32_t child, uint32_t n, uint32_t units)
{
	Child *c = &node.child[child];

	d->next = child + 1;
	tree_break_given(child, n);
	c->free -= n;
	c->queued += units;
	return &c->out;
}

static void
send_down(Data *d, uint32_t child, Item *m) /* put tasks or a part into the child's outgoing list */
{
	inbox_pack(count_down(d, child, m->more + 1, item_place_bytes(m)), m);
}

/*
 * portion: how many of n tasks are sent to the emptiest child now: its share of the free places of
 * all children whose queues have room, and at most as many as it has free places.
 */
static uint32_t
portion(const Child *to, uint32_t n)
{
	uint32_t free = 0;

	if (n == 1)
		return 1;
	for (uint32_t i = 0; i < node.tree.nchildren; i++)
		if (node.child[i].queued < QUEUE_BYTES)
			free += node.child[i].free;
	if (free > to->free)
		n = (n * to->free + free - 1) / free;
	return n < to->free ? n : to->free;
}

/* send_first: send the child its portion of the first waiting tasks. */
static void
send_first(Data *d, uint32_t child)
{
	uint32_t units, n = portion(&node.child[child], d->tasks->more + 1);

	send_down(d, child, take_first(d, n, &units));
	request_tasks(units);
}

/* give_worker: give an item to the compute worker; this frees `split_bytes` bytes of places. */
static void
give_worker(Data *d, Item *m, uint32_t units)
{
	d->idle = 0;
	request_tasks(units);
	inbox_put(&node.worker[WORKER_COMPUTE].in, m);
}

/* send_parts: send parts to children with free places; the last part frees their task's place. */
static void
send_parts(Data *d)
{
	uint32_t child;

	while (d->parts && (child = emptiest_child(d)) < node.tree.nchildren)
		send_down(d, child, pop_item(&d->parts, &d->parts_end));
	if (d->split == PARTS_MADE && !d->parts) {
		d->split = NO_SPLIT;
		request_tasks(d->split_bytes);
	}
}

static void
compute_first(Data *d) /* give the first waiting task to the compute worker */
{
	uint32_t units;
	Item *m = take_first(d, 1, &units);

	give_worker(d, m, units);
}

/*
 * place_stage: place the first task in a pipeline: compute it here. Returns 0 if it has to wait:
 * the worker is busy, or its last result, in d->parts, has not been sent to the next node.
 */
static int
place_stage(Data *d)
{
	if (!d->idle || d->parts)
		return 0;
	compute_first(d);
	return 1;
}

/* place_block: send the first block to its child; 0 if children are yet to report their places. */
static int
place_block(Data *d)
{
	uint32_t child = d->tasks->task;

	if (d->nreported < node.tree.nchildren)
		return 0;
	d->tasks->task = 0; /* all blocks are of the first step */
	send_first(d, child);
	return 1;
}

/* place_task: place the first tasks in an ordinary tree; returns 0 if they have to wait. */
static int
place_task(Data *d)
{
	uint32_t child = d->parts ? node.tree.nchildren : emptiest_child(d);
	int open = child < node.tree.nchildren;

	if (open && node_splits()) {
		if (d->split != NO_SPLIT)
			return 0;
		d->split = SPLITTING;
		inbox_put(&node.worker[WORKER_SPLIT].in, take_first(d, 1, &d->split_bytes));
		return 1;
	}
	if (d->idle) {
		compute_first(d);
		return 1;
	}
	if (!open)
		return 0;
	send_first(d, child);
	return 1;
}

/* place_first: place the first task, by the type of machine; returns 0 if it has to wait. */
static int
place_first(Data *d)
{
	if (node_relays())
		return place_stage(d);
	if (node_steps() && node.tree.id == 0)
		return place_block(d);
	return place_task(d);
}

/* accept_item: handle an item that has arrived in the data manager's inbox. */
static void
accept_item(Data *d, Item *m)
{
	switch (m->kind) {
	case ITEM_TASK:
		append_items(&d->tasks_end, m);
		return;
	case ITEM_PART:
		m->kind = ITEM_TASK;
		append_items(&d->parts_end, m);
		return;
	case ITEM_WHOLE:
		m->kind = ITEM_TASK;
		d->whole = m;
		return;
	case ITEM_IDLE:
		d->idle = 1;
		tree_break_idle();
		return;
	case ITEM_BACK:
		take_back_places(&node.child[m->child]);
		return;
	case ITEM_SPLIT:
		d->split = PARTS_MADE;
		break;
	case ITEM_CREDIT:
		node.child[m->child].free++;
		break;
	case ITEM_PLACES:
		note_places(d, m);
		break;
	}
	item_free(m);
}

int
data_send(const Packed *sizes, const void *bytes)
{
	uint32_t child;

	if (node.space.free < (int32_t)node.setup.buffers - 1 || node_steps())
		return 0;
	child = emptiest_child(&data);
	if (child == node.tree.nchildren)
		return 0;
	inbox_copy(count_down(&data, child, 1, place_bytes(sizes->nbytes)), sizes, bytes);
	places_release(&node.space);
	return 1;
}

void
data_manager(void *unused)
{
	Data *d = &data;

	(void)unused;
	d->tasks_end = &d->tasks;
	d->parts_end = &d->parts;
	if (node.tree.nchildren == 0)
		announce_places();
	for (;;) {
		do {
			accept_item(d, inbox_get(&node.data));
			tree_break_decide(d->idle);
		} while (node.data.first);
		if (d->whole && d->idle) {
			give_worker(d, d->whole, d->split_bytes);
			d->whole = NULL;
			d->split = NO_SPLIT;
		}
		send_parts(d);
		while (d->tasks && place_first(d))
			continue;
		node.has_waiting = d->tasks || d->parts;
	}
}
