/*
 * manager.c - the manager of a node: decides which task is computed where.
 *
 * The manager takes one item after the other from its inbox, and waits only for the next item.
 * tree.c decides which neighbours are in the tree; joint.c has the tasks that were split here.
 */
#include "joint.h"
#include "tree.h"

enum { MAX_JOINING = 2 }; /* if more joins than this wait, nothing is split */

/* A list of items. */
typedef struct Queue {
	Item *first, **last;
} Queue;

static struct {
	Queue tasks;   /* tasks that wait */
	Queue again;   /* tasks that were given to a lost child; they go first */
	Queue parts;   /* parts of splits made here */
	int idle;      /* the compute worker is idle */
	int disowned;  /* the result of the worker's present task is to be dropped */
	/* no task is being split; split_fn has a task; its parts are made and are being sent */
	enum { NO_SPLIT, SPLITTING, PARTS_MADE } split;
	int undone;    /* the parts of that split are to be dropped */
	Item *whole;   /* a task of which split_fn has made no parts: it is computed here */
	uint32_t split_task, split_part, split_losses; /* of the task being split */
	/* the following was decided by tree.c: */
	int splits;    /* this node splits tasks */
	Hop *child[NHOPS];
	uint32_t nchildren;
	uint32_t next; /* child to try first; children take turns */
} d;

static void
find_children(void) /* list the links that lead to children */
{
	d.splits = tree_splits();
	d.nchildren = 0;
	d.next = 0;
	for (uint32_t i = 0; i < NHOPS; i++)
		if (hops[i].role == ROLE_CHILD)
			d.child[d.nchildren++] = &hops[i];
}

/* ---- queues ---- */

static void
queue_init(Queue *q)
{
	q->first = NULL;
	q->last = &q->first;
}

static void
queue_put(Queue *q, Item *m)
{
	m->next = NULL;
	*q->last = m;
	q->last = &m->next;
}

static Item *
queue_take(Queue *q) /* take the first item; NULL if there is none */
{
	Item *m = q->first;

	q->first = m->next;
	if (!q->first)
		q->last = &q->first;
	return m;
}

static void
queue_drop(Queue *q) /* free all items of the queue */
{
	while (q->first)
		item_free(queue_take(q));
}

static int
is_root(void) /* 1 on node 0 */
{
	return node.tree.id == 0;
}

/* first_task: the first waiting task; tasks that are computed again precede the others. */
static Item *
first_task(void)
{
	return d.again.first ? d.again.first : d.tasks.first;
}

/* take_first: remove and return the first task, and free its place. */
static Item *
take_first(void)
{
	if (d.again.first)
		return queue_take(&d.again);
	if (is_root())
		places_release(&node.space);
	return queue_take(&d.tasks);
}

/* 1 if this node may compute the task. A node with children leaves suspect tasks to them. */
static int
may_compute(const Item *m)
{
	return d.idle && !(item_losses(m) & SUSPECT_FLAG && d.nchildren > 0);
}

static int
has_tasks(void) /* 1 if a task or part waits for a place */
{
	return d.again.first || d.tasks.first;
}

/* ---- messages to the parent ---- */

/* tell_parent: send a notice of this kind about a task that the parent has given to this node. */
static void
tell_parent(uint32_t kind, uint32_t function, uint32_t task, uint32_t part, uint32_t nbytes)
{
	Item *m = item_new((ItemKind)kind, nbytes, 0);

	m->task = task;
	m->part = part;
	m->count = function;
	hop_put(tree_parent(), m);
}

/* report_function: report that a function begins, or has ended, for a task. */
static void
report_function(uint32_t function, const Item *task, int has_ended)
{
	if (item_losses(task) & SUSPECT_FLAG)
		tell_parent(HOP_RUNNING, function, task->task, task->part,
			has_ended ? sizeof(uint32_t) : 0);
}

/* If this node splits tasks, tell the parent that a task's place is free, before its result. */
static void
report_free_place(uint32_t task, uint32_t part)
{
	if (d.splits && d.nchildren > 0)
		tell_parent(ITEM_CREDIT, 0, task, part, 0);
}

/* ---- giving tasks away ---- */

static inline int
is_open(const Hop *h) /* 1 if the child can take a task */
{
	return h->used < h->places && h->queued < QUEUE_BYTES;
}

/* first_open_child: any child that can take a task now; nchildren if there is none. */
static uint32_t
first_open_child(void)
{
	uint32_t i = 0;

	while (i < d.nchildren && !is_open(d.child[i]))
		i++;
	return i;
}

/* has_more: 1 if a larger share of a's places than of b's is free; both have free places. */
static inline int
has_more(const Hop *a, const Hop *b)
{
	uint32_t free = a->places - a->used, least = b->places - b->used;

	if ((a->places | b->places) < 1 << 16)
		return free * b->places > least * a->places;
	return (uint64_t)free * b->places > (uint64_t)least * a->places;
}

/* The child with the largest share of free places; nchildren if none can take a task now. */
static uint32_t
emptiest_child(void)
{
	uint32_t n = d.nchildren, best = n;

	for (uint32_t i = 0, at = d.next; i < n; i++, at++) {
		const Hop *a;

		if (at >= n)
			at = 0;
		a = d.child[at];
		if (is_open(a) && (best == n || has_more(a, d.child[best])))
			best = at;
	}
	return best;
}

static void
give_worker(Item *m) /* let the compute worker compute m */
{
	d.idle = 0;
	report_function(FN_COMPUTE, m, 0);
	report_free_place(m->task, m->part);
	inbox_put(&node.worker[WORKER_COMPUTE].in, m);
}

static void
give_child(uint32_t child, Item *m) /* send the task m to a child */
{
	Hop *h = d.child[child];

	d.next = child + 1;
	given_add(h, m);
	hop_put(h - hops, m);
}

static void
give_splitter(Item *m) /* let the split worker split m */
{
	d.split = SPLITTING;
	d.split_task = m->task;
	d.split_part = m->part;
	d.split_losses = item_losses(m);
	joint_new(m);
	report_function(FN_SPLIT, m, 0);
	inbox_put(&node.worker[WORKER_SPLIT].in, m);
}

/* place_parts: send parts to children; compute one here only if there are no children left. */
static void
place_parts(void)
{
	uint32_t child;

	while (d.parts.first && (child = emptiest_child()) < d.nchildren)
		give_child(child, queue_take(&d.parts));
	if (d.parts.first && d.idle && d.nchildren == 0)
		give_worker(queue_take(&d.parts));
	if (d.split == PARTS_MADE && !d.parts.first) {
		d.split = NO_SPLIT;
		report_free_place(d.split_task, d.split_part);
	}
}

/* place_task: place the first task: compute, split or send it; 0 if it has to wait. */
static int
place_task(void)
{
	int is_shut = d.parts.first || (is_root() && room_is_full());
	uint32_t child = is_shut ? d.nchildren : d.splits ? first_open_child() : emptiest_child();

	if (child < d.nchildren && d.splits) {
		if (d.split != NO_SPLIT || joints_count_joining() > MAX_JOINING)
			return 0;
		give_splitter(take_first());
		return 1;
	}
	if (may_compute(first_task())) {
		give_worker(take_first());
		return 1;
	}
	if (child == d.nchildren)
		return 0;
	give_child(child, take_first());
	return 1;
}

/* place_all: place parts and tasks as long as there are places for them. */
static void
place_all(void)
{
	if (!tree_has_this_node() || node.work.phase != WORK_RUNNING)
		return;
	if (d.whole && d.idle) {
		give_worker(d.whole);
		d.whole = NULL;
		d.split = NO_SPLIT;
	}
	place_parts();
	while (has_tasks() && place_task())
		continue;
}

/* ---- results ---- */

/* pass_up: pass a result or HOP_SET_ASIDE to the parent or, on node 0, to the sink. */
static void
pass_up(Item *m)
{
	if (!is_root()) {
		hop_put(tree_parent(), m);
		return;
	}
	if (m->kind == ITEM_RESULT) {
		node.count_arrived(m);
	} else { /* an empty result; the sink counts its `count` results as taken */
		lost_note(m);
		m->kind = ITEM_RESULT;
		m->part = m->count & 0xFFFF;
		m->count = 0;
	}
	room_queue_result(m);
}

/*
 * pass_result: handle the result or HOP_SET_ASIDE of a task: if the task is a part that was split
 * off on this node, add it to the joint, otherwise pass it to the parent.
 */
static void
pass_result(Item *m)
{
	Joint *j = d.splits ? joint_add(m) : NULL;

	if (!j) {
		pass_up(m);
	} else if (j->n == node.setup.degree && j->aside_notice) {
		pass_up(joint_give_up(j));
	} else if (j->n == node.setup.degree) {
		if (j->is_suspect)
			tell_parent(HOP_RUNNING, FN_JOIN, j->task, j->part, 0);
		joint_join(j);
	}
}

/* take_own_result: pass on a result made on this node, or free it if its task has been dropped. */
static void
take_own_result(Item *m)
{
	int dropped = 0;

	if (joint_finish(m, &dropped)) {
		if (dropped)
			item_free(m);
		else
			pass_up(m);
		return;
	}
	if (d.disowned)
		item_free(m);
	else
		pass_result(m);
	d.disowned = 0;
}

/* take_child_result: handle a result, or HOP_SET_ASIDE, that a child has sent. */
static void
take_child_result(Item *m)
{
	Hop *h = &hops[item_hop(m)];
	Item *task = h->role == ROLE_CHILD ? given_take(h, m->task, m->part) : NULL;

	if (!task) {
		item_free(m);
		return;
	}
	item_free(task);
	for (uint32_t i = 0; i < NWORKERS && h->has_running; i++)
		if (h->running[i] && given_contains(m, h->running[i]->task, h->running[i]->part))
			tree_clear_running(h, i);
	pass_result(m);
}

int
manager_take_result(Item *result)
{
	if (node.data.first || tree_is_ending())
		return 0;
	take_child_result(result);
	return 1;
}

/* ---- what was lost ---- */

static Item *
/* free the task, and return a notice HOP_SET_ASIDE about it */
put_aside(Item *task, uint32_t function)
{
	Item *m = hop_item(HOP_SET_ASIDE, sizeof task->part);

	m->task = task->task;
	m->part = task->part;
	m->count = function << 16 | task->count;
	*(uint32_t *)m->data = task->part;
	item_free(task);
	return m;
}

void
manager_place_again(Item *task, uint32_t function)
{
	find_children();
	if ((item_losses(task) & ~SUSPECT_FLAG) >= POISON_NODES)
		pass_result(put_aside(task, function));
	else
		queue_put(d.splits ? &d.parts : &d.again, task);
}

void
manager_drop_tasks(void)
{
	queue_drop(&d.tasks);
	queue_drop(&d.again);
	queue_drop(&d.parts);
	joints_drop();
	d.disowned = !d.idle;
	d.undone = d.split == SPLITTING;
	if (d.split == PARTS_MADE)
		d.split = NO_SPLIT;
	if (d.whole) {
		item_free(d.whole);
		d.whole = NULL;
		d.split = NO_SPLIT;
	}
}

/* ---- items ---- */

static void
take_task(Item *m) /* queue a task that the parent has sent */
{
	if (is_root()) {
		item_set_hop(m, NO_HOP, 0);
		queue_put(&d.tasks, m);
	} else if (hops[item_hop(m)].role == ROLE_PARENT) {
		queue_put(&d.tasks, m);
	} else {
		item_free(m); /* the item was sent before this node left the tree */
	}
}

static void
take_part(Item *m) /* queue a part of the task that is being split */
{
	if (d.undone) {
		item_free(m);
		return;
	}
	m->kind = ITEM_TASK;
	item_set_hop(m, NO_HOP, d.split_losses);
	queue_put(&d.parts, m);
}

/* take_split: handle the end of split_fn, which has made the last part; m is the task. */
static void
take_split(Item *m)
{
	int whole = m->kind == ITEM_WHOLE;

	d.split = d.undone ? NO_SPLIT : whole ? SPLITTING : PARTS_MADE;
	if (!d.undone)
		report_function(FN_SPLIT, m, 1);
	if (d.undone || !whole) {
		d.undone = 0;
		item_free(m);
		return;
	}
	m->kind = ITEM_TASK;
	joint_cancel(m);
	d.whole = m;
}

static void
note_child_function(Item *m) /* store what a child's worker is doing (HOP_RUNNING) */
{
	Hop *h = &hops[item_hop(m)];
	uint32_t worker = m->count - FN_COMPUTE;

	if (h->role != ROLE_CHILD) {
		item_free(m);
		return;
	}
	tree_clear_running(h, worker);
	h->has_running = 1;
	if (m->nbytes == 0)
		h->running[worker] = m;
	else
		item_free(m);
}

/* handle_item: do what an item in the manager's inbox asks for, by its kind. */
static void
handle_item(Item *m)
{
	if (tree_is_ending() && m->kind != HOP_TICK)
		return;
	switch (m->kind) {
	case ITEM_TASK: take_task(m); return;
	case ITEM_PART: take_part(m); return;
	case ITEM_SPLIT: case ITEM_WHOLE: take_split(m); return;
	case ITEM_IDLE:
		d.idle = 1;
		d.disowned = 0;
		return;
	case HOP_SENT: hops[item_hop(m)].notice_is_queued = 0; return;
	case HOP_TAKEN: m->count = 0; return;
	case ITEM_RESULT:
		if (m->child == NO_CHILD)
			take_own_result(m);
		else
			take_child_result(m);
		return;
	case HOP_SET_ASIDE: take_child_result(m); return;
	case HOP_RUNNING: note_child_function(m); return;
	case ITEM_CREDIT:
		given_free_place(&hops[item_hop(m)], m->task, m->part);
		item_free(m);
		return;
	case ITEM_QUIT: tree_end(); return;
	default:
		tree_handle_item(m);
		find_children();
		return;
	}
}

/* On node 0, when all neighbours are lost: set aside all tasks, because none can get a result. */
static void
give_up_all(void)
{
	while (has_tasks())
		pass_up(put_aside(take_first(), FN_NONE));
}

void
tolerant_manager(void *setup)
{
	queue_init(&d.tasks);
	queue_init(&d.again);
	queue_init(&d.parts);
	if (setup)
		tree_begin(setup);
	find_children();
	for (;;) {
		do
			handle_item(inbox_get(&node.data));
		while (node.data.first);
		if (is_root() && tree_is_alone())
			give_up_all();
		place_all();
		node.has_waiting = has_tasks() || d.parts.first;
	}
}
