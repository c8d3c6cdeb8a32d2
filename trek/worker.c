/*
 * worker.c - the threads that run user functions on a computing node, and the functions of TrEK
 * that user functions call.
 *
 * Each function call has its own list for the output, with a limit of items. The caller's stack
 * determines the list.
 */
#include "tree_node.h"

#include <string.h>
#include <t800.h>

/* ---- threads ---- */

/* porter_in: a thread: passes items to the worker from its inbox (used at high priority only). */
static void
porter_in(void *place)
{
	Worker *w = &node.worker[(uint32_t)place];

	for (;;)
		channel_out_word(&w->feed, (uint32_t)inbox_get(&w->in));
}

/* A thread: passes items from the worker: results when there is a place, others to data manager. */
static void
porter_out(void *place)
{
	Worker *w = &node.worker[(uint32_t)place];

	for (;;) {
		Item *m = (Item *)channel_in_word(&w->port);

		if (m->kind == ITEM_RESULT)
			result_put(m);
		else
			inbox_put(&node.data, m);
	}
}

void
worker_start(int place, void (*f)(void *))
{
	Worker *w = &node.worker[place];

	w->status = &node.work.worker[place];
	inbox_init(&w->in);
	channel_init(&w->feed);
	channel_init(&w->port);
	node_thread(porter_in, place, PORTER_STACK, PRIORITY_HIGH);
	node_thread(porter_out, place, PORTER_STACK, PRIORITY_HIGH);
	node_thread(f, 0, node.setup.stack, PRIORITY_LOW);
}

Item *
worker_receive(Worker *w)
{
	return (Item *)channel_in_word(&w->feed);
}

void
worker_send(Worker *w, Item *m)
{
	channel_out_word(&w->port, (uint32_t)m);
}

void
worker_open(Worker *w, uint32_t stack, uint32_t most)
{
	w->status->stack = stack;
	w->status->stack_bytes = node.setup.stack;
	w->out = kalloc(most * sizeof *w->out);
	if (!w->out)
		fail("no memory left for a worker");
}

void
worker_begin(Worker *w, uint32_t function, const Item *m, uint32_t task)
{
	w->status->task = task;
	w->status->part = m->part;
	w->status->function = function;
	trek_probe(PROBE_START, function, task, m->part, 1);
}

void
worker_end(Worker *w)
{
	trek_probe(PROBE_END, w->status->function, w->status->task, w->status->part, 1);
	w->status->function = FN_NONE;
}

/* ---- compute ---- */

/* Collect the results of a bundle's tasks in one item. */
static Item *
bundle_results(Worker *w)
{
	Item *result = bundle_make(ITEM_RESULT, w->out, w->nout, 1);

	for (uint32_t i = 0; i < w->nout; i++)
		item_free(w->out[i]);
	return result;
}

static Item *
compute_tasks(Worker *w, Item *tasks) /* compute each task of an item; returns an item of results */
{
	Bundle b = bundle_open(item_first(tasks));
	Item *result;

	w->kind = ITEM_RESULT;
	w->nowners = tasks->nowners + 1;
	w->nout = 0;
	for (uint32_t i = 0; i < tasks->count; i++) {
		Part p = bundle_next(&b);

		w->max_out = i + 1;
		worker_begin(w, FN_COMPUTE, tasks, tasks->task + i);
		((NodeWords *)NODE_WORDS)->task = tasks->task + i + 1;
		compute_fn((void *)p.data, p.nbytes);
		if (w->nout <= i)
			fail("no result");
		((NodeWords *)NODE_WORDS)->task = 0;
		worker_end(w);
		node.work.computed++;
	}
	result = tasks->count == 1 ? w->out[0] : bundle_results(w);
	item_set_owners(result, tasks, getnodeid());
	tree_break_computed();
	return result;
}

void
compute_worker(void *unused)
{
	static Item idle = {.kind = ITEM_IDLE};
	Worker *w = &node.worker[WORKER_COMPUTE];

	(void)unused;
	worker_open(w, (uint32_t)__t800_wptr(), node.setup.granularity);
	for (;;) {
		Item *tasks, *result;

		worker_send(w, &idle);
		tasks = worker_receive(w);
		result = compute_tasks(w, tasks);
		result->task = tasks->task;
		result->part = tasks->part;
		result->count = tasks->count;
		result->child = NO_CHILD;
		if (node_relays() && node.tree.nchildren > 0)
			result->kind = ITEM_PART; /* the task of the next node */
		item_free(tasks);
		worker_send(w, result);
	}
}

/* ---- split ---- */

void
split_worker(void *unused)
{
	Worker *w = &node.worker[WORKER_SPLIT];

	(void)unused;
	worker_open(w, (uint32_t)__t800_wptr(), node.setup.degree);
	for (;;) {
		Item *m = worker_receive(w);

		w->nout = 0;
		w->max_out = node.setup.degree;
		w->kind = ITEM_PART;
		worker_begin(w, FN_SPLIT, m, m->task);
		trek_split(m->data, m->nbytes);
		if (w->nout != 0 && w->nout != node.setup.degree)
			fail("%u parts; a split makes %u or none", (unsigned)w->nout,
				(unsigned)node.setup.degree);
		worker_end(w);
		if (w->nout == 0) {
			m->kind = ITEM_WHOLE;
			worker_send(w, m);
			continue;
		}
		for (uint32_t i = 0; i < w->nout; i++) {
			w->out[i]->task = m->task;
			w->out[i]->part = m->part | i << node.bits * node.tree.level;
			worker_send(w, w->out[i]);
		}
		m->kind = ITEM_SPLIT;
		worker_send(w, m);
		node.work.split++;
	}
}

/* ---- join ---- */

/* The results of one split's parts that have been received so far. */
typedef struct Joint {
	struct Joint *next;
	uint32_t task, part; /* number and SubTid of the task or part that was split */
	uint32_t n;     /* number of results received */
	Item *result[]; /* [degree] results by index of the part; NULL: not received yet */
} Joint;

static Joint **
find_joint(Joint **list, uint32_t task, uint32_t part) /* the joint of this task in a list */
{
	Joint *j;

	for (; (j = *list) != NULL; list = &j->next)
		if (j->task == task && j->part == part)
			return list;
	j = kalloc(sizeof *j + node.setup.degree * sizeof *j->result);
	if (!j)
		fail("no memory left for the results of parts");
	*j = (Joint){.task = task, .part = part};
	for (uint32_t i = 0; i < node.setup.degree; i++)
		j->result[i] = NULL;
	return *list = j, list;
}

/* join_owners: set the result's owners: those of all parts, with one entry for each node. */
static void
join_owners(const Joint *j, Item *result)
{
	Owner *owner = item_owners(result);
	uint32_t n = 0;

	for (uint32_t i = 0; i < j->n; i++) {
		const Owner *o = item_owners(j->result[i]);

		for (uint32_t k = 0; k < j->result[i]->nowners; k++) {
			uint32_t at = 0;

			while (at < n && owner[at].node != o[k].node)
				at++;
			if (at == n)
				owner[n++] = (Owner){.node = o[k].node};
			owner[at].count += o[k].count;
		}
	}
	result->nowners = n;
}

static Item *
join_parts(Worker *w, const Joint *j) /* call join_fn; returns the joined result */
{
	Part part[TREK_MAX_DEGREE];

	w->nout = 0;
	w->max_out = 1;
	w->kind = ITEM_RESULT;
	w->nowners = 0;
	for (uint32_t i = 0; i < j->n; i++) {
		part[i] = (Part){j->result[i]->data, j->result[i]->nbytes};
		w->nowners += j->result[i]->nowners;
	}
	worker_begin(w, FN_JOIN, &(Item){.part = j->part}, j->task);
	trek_join(part, j->n);
	if (w->nout == 0)
		fail("no result");
	worker_end(w);
	join_owners(j, w->out[0]);
	return w->out[0];
}

void
join_worker(void *unused)
{
	Worker *w = &node.worker[WORKER_JOIN];
	uint32_t shift = node.bits * node.tree.level, mask = ((1u << node.bits) - 1) << shift;
	Joint *list = NULL;

	(void)unused;
	worker_open(w, (uint32_t)__t800_wptr(), 1);
	for (;;) {
		Item *m = worker_receive(w), *result;
		Joint **at = find_joint(&list, m->task, m->part & ~mask), *j = *at;

		j->result[(m->part & mask) >> shift] = m;
		if (++j->n < node.setup.degree)
			continue;
		result = join_parts(w, j);
		result->task = j->task;
		result->part = j->part;
		result->count = 1;
		result->child = NO_CHILD;
		for (uint32_t i = 0; i < j->n; i++)
			item_free(j->result[i]);
		*at = j->next;
		kfree(j);
		node.work.joined++;
		worker_send(w, result);
	}
}

/* ---- what the user's functions call ---- */

void
worker_put(const char *call, ItemKind kind, const void *data, uint32_t nbytes)
{
	Worker *w = worker_self();
	Item *m;

	if (!w || w->status->function == FN_NONE || w->kind != kind)
		fail("%s() may not be called here", call);
	if (w->nout == w->max_out)
		fail("%s was called too often", call);
	if (nbytes > TREK_MAX_BYTES)
		fail("%s of %u bytes; at most %u can be sent", call, (unsigned)nbytes,
			TREK_MAX_BYTES);
	m = item_new(kind, nbytes, w->nowners);
	memcpy(m->data, data, nbytes);
	m->count = 1;
	w->out[w->nout++] = m;
}

void
put_result(const void *data, uint32_t nbytes)
{
	worker_put("put_result", ITEM_RESULT, data, nbytes);
}

void
put_part(const void *data, uint32_t nbytes)
{
	worker_put("put_part", ITEM_PART, data, nbytes);
}

uint32_t
task_number(void)
{
	const Worker *w = worker_self();

	return w ? w->status->task : 0;
}

uint32_t
task_part(void)
{
	const Worker *w = worker_self();

	return w ? w->status->part : 0;
}
