/*
 * data.c - the data manager: which task is computed here, which goes on, which is split.
 *
 * What it holds: tasks, in the node's places; parts of splits made here, each on its way to a
 * child. Parts go first: their split began before the tasks.
 *
 * A part made here is never computed here, so that a node with its children is no slower than
 * its children, and one can see from the messages of a split whether it was completed.
 */
#include "tree_node.h"

/* What it knows; its own. */
typedef struct Data {
	Item *tasks, **tasks_end;
	Item *parts, **parts_end;
	Item *whole;   /* split_fn has made no parts of it: it is computed here */
	int idle;      /* compute has nothing to do */
	/* a task is with split_fn; its parts are going */
	enum { NO_SPLIT, SPLITTING, PARTS_MADE } split;
	uint32_t next; /* child that is looked at first: they take turns */
	uint32_t heard; /* children that have told their places */
} Data;

enum { QUEUE = 2 }; /* tasks that may stand before a child's link: one goes, one is ready */

static void
append(Item ***end, Item *m)
{
	m->next = NULL;
	**end = m;
	*end = &m->next;
}

static Item *
pop_item(Item **list, Item ***end)
{
	Item *m = *list;

	*list = m->next;
	if (!*list)
		*end = list;
	return m;
}

/* A place is free: the next task may come from the parent, or the generator. */
static void
place_free(void)
{
	places_release(&node.space);
	if (node_splits())
		inbox_put(&node.up, item_new(ITEM_CREDIT, 0, 0));
}

/* All places of this part of the tree are known: notify the parent. */
static void
announce(void)
{
	Item *m;

	if (node.tree.id == 0)
		return;
	m = item_new(ITEM_PLACES, 0, 0);
	m->count = node.setup.buffers + 1;
	m->part = !node_splits();
	for (uint32_t i = 0; m->part && i < node.tree.nchildren; i++)
		m->count += node.child[i].places;
	inbox_put(&node.up, m);
}

static void
take_places(Data *d, const Item *m)
{
	Child *c = &node.child[m->child];

	c->places = c->free = m->count;
	c->returns = m->part;
	if (++d->heard == node.tree.nchildren)
		announce();
}

static void
take_back(Child *c)
{
	c->free += c->given;
	c->given = 0;
	c->is_out = 0;
}

/*
 * The child whose part of the tree has the largest share of free places; nchildren: none has any,
 * or those that have are being sent enough.
 */
static uint32_t
emptiest(const Data *d)
{
	uint32_t n = node.tree.nchildren, best = n;

	for (uint32_t i = 0, c = d->next; i < n; i++, c++) {
		const Child *a, *b;

		if (c >= n)
			c = 0;
		a = &node.child[c];
		b = &node.child[best];
		if (a->free > 0 && a->queued < QUEUE
			&& (best == n
				|| (uint64_t)a->free * b->places > (uint64_t)b->free * a->places))
			best = c;
	}
	return best;
}

static void
send_down(Data *d, uint32_t child, Item *m)
{
	d->next = child + 1;
	node.child[child].free--;
	node.child[child].queued++;
	inbox_put(&node.child[child].out, m);
}

static void
compute(Data *d, Item *m)
{
	d->idle = 0;
	inbox_put(&node.worker[WORKER_COMPUTE].in, m);
	place_free();
}

/* The parts go out as places are found; with the last one their task's place is free. */
static void
send_parts(Data *d)
{
	uint32_t child;

	while (d->parts && (child = emptiest(d)) < node.tree.nchildren)
		send_down(d, child, pop_item(&d->parts, &d->parts_end));
	if (d->split == PARTS_MADE && !d->parts) {
		d->split = NO_SPLIT;
		place_free();
	}
}

/* False: the first task has to wait. */
static int
place_task(Data *d)
{
	uint32_t child = d->parts ? node.tree.nchildren : emptiest(d);
	int open = child < node.tree.nchildren;

	if (open && node_splits()) {
		if (d->split != NO_SPLIT)
			return 0;
		d->split = SPLITTING;
		inbox_put(&node.worker[WORKER_SPLIT].in, pop_item(&d->tasks, &d->tasks_end));
		return 1;
	}
	if (d->idle) {
		compute(d, pop_item(&d->tasks, &d->tasks_end));
		return 1;
	}
	if (!open)
		return 0;
	send_down(d, child, pop_item(&d->tasks, &d->tasks_end));
	place_free();
	return 1;
}

static void
accept(Data *d, Item *m)
{
	switch (m->kind) {
	case ITEM_TASK:
		append(&d->tasks_end, m);
		return;
	case ITEM_PART:
		m->kind = ITEM_TASK;
		append(&d->parts_end, m);
		return;
	case ITEM_WHOLE:
		m->kind = ITEM_TASK;
		d->whole = m;
		return;
	case ITEM_IDLE:
		d->idle = 1;
		return;
	case ITEM_BACK:
		take_back(&node.child[m->child]);
		return;
	case ITEM_SPLIT:
		d->split = PARTS_MADE;
		break;
	case ITEM_CREDIT:
		node.child[m->child].free++;
		break;
	case ITEM_PLACES:
		take_places(d, m);
		break;
	}
	item_free(m);
}

void
data_manager(void *unused)
{
	Data d = {.split = NO_SPLIT};

	(void)unused;
	d.tasks_end = &d.tasks;
	d.parts_end = &d.parts;
	if (node.tree.nchildren == 0)
		announce();
	for (;;) {
		accept(&d, inbox_get(&node.data));
		if (d.whole && d.idle) {
			compute(&d, d.whole);
			d.whole = NULL;
			d.split = NO_SPLIT;
		}
		send_parts(&d);
		while (d.tasks && place_task(&d))
			continue;
		node.waits = d.tasks || d.parts;
	}
}
