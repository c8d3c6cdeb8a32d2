/*
 * manager.c - the manager of a node: which task is computed where, and who is whose parent.
 *
 * All state is here and in the links' `role`, `given` and so on. The manager takes one item after
 * the other from its inbox and never waits in between.
 */
#include "tolerant.h"
#include "tree.h"

#include <string.h>
#include <t800.h>

enum { QUEUE = 2 }; /* tasks in the queue to a child: one being sent, one ready */

static struct {
	Item *tasks, **tasks_end;
	Item *again;   /* tasks whose node is lost, or that came back; they go first */
	int idle;      /* the compute worker is idle */
	int disowned;  /* the result of its task is to be dropped */
	uint32_t next; /* link to try first: children take turns */
	int ended;     /* node 0: no task can be computed any more */
} d;

/* ---- giving tasks away ---- */

static int
is_root(void)
{
	return node.tree.id == 0;
}

static void
append(Item *m)
{
	m->next = NULL;
	*d.tasks_end = m;
	d.tasks_end = &m->next;
}

/* The first task; those that are computed once more go first. */
static Item *
first_task(void)
{
	Item *m = d.again;

	if (m) {
		d.again = m->next;
		return m;
	}
	m = d.tasks;
	d.tasks = m->next;
	if (!d.tasks)
		d.tasks_end = &d.tasks;
	if (is_root())
		places_release(&node.space);
	return m;
}

/* The child with the largest share of free places; NO_HOP if none can take a task now. */
static uint32_t
emptiest(void)
{
	uint32_t best = NO_HOP;

	for (uint32_t i = 0, at = d.next; i < NHOPS; i++, at = (at + 1) % NHOPS) {
		const Hop *a = &hops[at], *b = &hops[best];

		if (a->role == ROLE_CHILD && a->free > 0 && a->queued < QUEUE
			&& (best == NO_HOP
				|| (int64_t)a->free * b->places > (int64_t)b->free * a->places))
			best = at;
	}
	return best;
}

static void
compute(Item *m)
{
	Item *now = hop_item(HOP_NOW, 0);

	d.idle = 0;
	now->task = m->task;
	now->part = m->part;
	now->count = FN_COMPUTE;
	hop_put(tree_parent(), now);
	inbox_put(&node.worker[WORKER_COMPUTE].in, m);
}

static void
give(uint32_t hop, Item *m)
{
	Hop *h = &hops[hop];

	d.next = (hop + 1) % NHOPS;
	item_set(m, hop, item_losses(m));
	given_add(h, m);
	h->free--;
	hop_put(hop, m);
}

/* The receiver of node 0 may be slow: no more results wait for it than there are places. */
static int
is_flooded(void)
{
	return is_root() && (int32_t)node.room.free < -tree_places();
}

/* Returns false if the first task has to wait. */
static int
place_task(void)
{
	uint32_t hop;

	if (d.idle) {
		compute(first_task());
		return 1;
	}
	hop = emptiest();
	if (hop == NO_HOP || is_flooded())
		return 0;
	give(hop, first_task());
	return 1;
}

/* ---- results ---- */

static void
pass_up(Item *m)
{
	if (!is_root()) {
		hop_put(tree_parent(), m);
		return;
	}
	node.arrived(m);
	node.room.free--;
	inbox_put(&node.result, m);
}

/* own_result: the worker has computed a task. */
static void
own_result(Item *m)
{
	if (d.disowned)
		item_free(m);
	else
		pass_up(m);
	d.disowned = 0;
}

static void
child_done(Hop *h, const Item *m)
{
	if (h->now && h->now->task == m->task && h->now->part == m->part) {
		item_free(h->now);
		h->now = NULL;
	}
	h->free++;
}

/* child_result: a result, or HOP_ASIDE, from a link. */
static void
child_result(Item *m)
{
	Hop *h = &hops[item_hop(m)];
	Item *task = h->role == ROLE_CHILD ? given_take(h, m->task, m->part) : NULL;

	if (!task) {
		item_free(m);
		return;
	}
	item_free(task);
	child_done(h, m);
	if (m->kind == HOP_ASIDE)
		manager_aside(m);
	else
		pass_up(m);
}

/* ---- what was lost ---- */

/*
 * manager_aside: a task has no result. Node 0 counts it as taken; an empty item makes its sink see
 * that.
 */
void
manager_aside(Item *m)
{
	if (!is_root()) {
		hop_put(tree_parent(), m);
		return;
	}
	lost_note(m);
	node.work.taken += m->count & 0xFFFF;
	node.room.free--;
	m->kind = ITEM_RESULT;
	m->count = 0;
	inbox_put(&node.result, m);
}

/* aside: set a task aside. */
static void
aside(Item *task, uint32_t function)
{
	Item *m = hop_item(HOP_ASIDE, 0);

	m->task = task->task;
	m->part = task->part;
	m->count = function << 16 | task->count;
	item_free(task);
	manager_aside(m);
}

void
manager_again(Item *task, uint32_t function)
{
	if (item_losses(task) >= POISON) {
		aside(task, function);
		return;
	}
	task->next = d.again;
	d.again = task;
}

void
manager_drop(void)
{
	Item *m, *next;

	for (m = d.again; m; m = next) {
		next = m->next;
		item_free(m);
	}
	for (m = d.tasks; m; m = next) {
		next = m->next;
		item_free(m);
	}
	d.again = d.tasks = NULL;
	d.tasks_end = &d.tasks;
	d.disowned = !d.idle;
}

/* ---- items ---- */

static void
take_task(Item *m)
{
	if (is_root()) {
		item_set(m, NO_HOP, 0);
		append(m);
	} else if (hops[item_hop(m)].role == ROLE_PARENT) {
		append(m);
	} else {
		item_free(m); /* from before this node left the tree */
	}
}

static void
take_now(Item *m)
{
	Hop *h = &hops[item_hop(m)];

	if (h->role != ROLE_CHILD) {
		item_free(m);
		return;
	}
	if (h->now)
		item_free(h->now);
	h->now = m;
}

static void
manage(Item *m)
{
	if (tree_is_ending() && m->kind != HOP_TICK)
		return;
	switch (m->kind) {
	case ITEM_TASK: take_task(m); return;
	case ITEM_IDLE: d.idle = 1; return;
	case HOP_SENT: hops[item_hop(m)].has_left = 0; return;
	case ITEM_RESULT:
		if (m->child == NO_CHILD)
			own_result(m);
		else
			child_result(m);
		return;
	case HOP_ASIDE: child_result(m); return;
	case HOP_NOW: take_now(m); return;
	case ITEM_QUIT: tree_end(); return;
	default: tree_item(m); return;
	}
}

/* Node 0 has no neighbour left: what is not computed never will be. */
static void
end_all(void)
{
	while (d.again || d.tasks)
		aside(first_task(), FN_NONE);
}

void
tolerant_manager(void *setup)
{
	d.tasks_end = &d.tasks;
	if (setup)
		tree_begin(setup);
	for (;;) {
		manage(inbox_get(&node.data));
		if (is_root() && tree_is_alone())
			end_all();
		while ((d.again || d.tasks) && tree_is_in() && place_task())
			continue;
		node.waits = d.again || d.tasks;
	}
}
