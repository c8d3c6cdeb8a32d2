/*
 * find.c - makes the error list: the meaning of each frontier event, and its place.
 *
 * After Lin 4.3 and 5.4. A task without events is not reported; a task with events but without node
 * 0's send was not generated. If the frontier event is the receive of a part: the node works on it,
 * unless it is still busy with an earlier one; then the part waits. The receive of a result: the
 * join. The send of a part: the distribution, or the split if not all of its parts were sent. The
 * send of a result: the collection. A PFVM has no split or join: its nodes compute, distribute and
 * collect.
 *
 * For success every task of the .spf must be complete. If no message shows what went wrong, one row
 * is added: the most likely function that did not end, otherwise the first result at node 0 that
 * the receiver has not taken, otherwise the first task that was not generated. Tasks after a
 * failure are not reported.
 */
#include "tasks.h"

#include <string.h>

static const struct {
	const char *name, *class;
} process[] = {
	[DATA_GENERATOR] = {"data_generator()", "generation"},
	[DISTRIBUTING] = {"Distributing", "distribution"},
	[SPLIT] = {"split_fn()", "split"},
	[SPLIT_OR_COMPUTE] = {"split_fn()/comp_fn()", "split or computation"},
	[COMPUTE] = {"comp_fn()", "computation"},
	[JOIN] = {"join_fn()", "join"},
	[COLLECTING] = {"Collecting", "collection"},
	[RESULT_RECEIVER] = {"result_receiver()", "post-processing"},
	[INIT_MASTER] = {"init_master()", "generation"},
};

const char *
trek_process(TrekProcess p)
{
	return process[p].name;
}

const char *
trek_class(TrekProcess p)
{
	return process[p].class;
}

bool
trek_failed(const TrekResult *r)
{
	return r->nrows > 0 || r->broken;
}

const char *
trek_verdict(const TrekResult *r)
{
	return trek_failed(r) ? "Failure" : "Success";
}

/* The frontier of all tasks. */
typedef struct Finder {
	TrekResult r;
	Frontier *frontier;
	uint32_t nfrontier, frontier_cap, row_cap;
	uint32_t *busy; /* [nnodes] the first frontier receive of a part in the node's order */
} Finder;

static void
row_add(Finder *f, TrekRow row)
{
	f->r.row = arena_grow(f->r.trace->arena, f->r.row, f->r.nrows, &f->row_cap,
		sizeof *f->r.row);
	f->r.row[f->r.nrows++] = row;
}

/* Add a frontier event; events of one node are numbered in its order. */
static void
frontier_add(Finder *f, Frontier found)
{
	const TvmEvent *e = &f->r.trace->event[found.event];

	if (e->reached && e->kind == RECV_TASK && found.event < f->busy[e->node])
		f->busy[e->node] = found.event;
	if (found.split == UNFINISHED_AGAIN)
		return; /* its split already has a row */
	f->frontier = arena_grow(f->r.trace->arena, f->frontier, f->nfrontier, &f->frontier_cap,
		sizeof *f->frontier);
	f->frontier[f->nfrontier++] = found;
}

/*
 * Find the frontier of a task. A task that was not generated is represented by its first event,
 * which is not a frontier event.
 */
static void
find_task(Finder *f, TaskGraph *g, uint32_t task)
{
	const TvmTrace *t = f->r.trace;
	uint32_t first = t->task[task], last = t->task[task + 1], top;
	Frontier found;

	if (first == last)
		return;
	graph_task(g, task);
	f->r.nseen++;
	if (!g->generated) {
		frontier_add(f, (Frontier){t->bytask[first], WHOLE});
		return;
	}
	top = graph_visit(g, &(TvmEvent){.node = 0, .kind = SEND_TASK});
	f->r.ncomplete += g->visit[top].result != NONE;
	for (uint32_t i = first; i < last; i++)
		if (graph_is_frontier(g, t->bytask[i], &found))
			frontier_add(f, found);
}

static TrekProcess
received_part(const Finder *f, uint32_t event)
{
	const TvmEvent *e = &f->r.trace->event[event];
	const Spec *s = f->r.trace->spec;

	if (f->busy[e->node] != event)
		return DISTRIBUTING;
	if (s->nchildren[e->node] == 0 || s->degree == 1 || s->level[e->node] > s->depth)
		return COMPUTE;
	return SPLIT_OR_COMPUTE;
}

static TrekRow
row_of(const Finder *f, Frontier found)
{
	const TvmEvent *e = &f->r.trace->event[found.event];
	const Spec *s = f->r.trace->spec;
	TrekRow row = {.sub = e->sub, .task = e->task, .node = e->node, .event = found.event};

	if (!e->reached) {
		row.node = 0;
		row.sub = 0;
		row.process = DATA_GENERATOR;
	} else if (e->kind == RECV_TASK) {
		row.process = received_part(f, found.event);
	} else if (e->kind == RECV_RESULT) {
		row.process = trek_machine(s)->up;
	} else if (e->kind == SEND_RESULT) {
		row.node = e->peer;
		row.process = COLLECTING;
	} else if (found.split == UNFINISHED) {
		row.sub = spec_whole(s, e->node, e->sub);
		row.process = SPLIT;
	} else {
		row.node = e->peer;
		row.process = DISTRIBUTING;
	}
	return row;
}

/* first_missing: the first task of the .spf without events; NONE if all have some. */
static uint32_t
first_missing(const TvmTrace *t)
{
	for (uint32_t i = 0; i < t->spec->ntasks; i++)
		if (i >= t->ntasks || t->task[i] == t->task[i + 1])
			return i;
	return NONE;
}

/* find_silent: add the row for a failure that no message shows. */
static void
find_silent(Finder *f, const TrekCauses *c)
{
	const TvmTrace *t = f->r.trace;
	uint32_t missing = first_missing(t), left = trek_first_left(t, c);

	if (c && c->n > 0)
		row_add(f,
			(TrekRow){.sub = c->cause->sub,
				.task = c->cause->task,
				.node = c->cause->node,
				.event = NONE,
				.process = c->cause->process});
	else if (left != NONE)
		row_add(f, (TrekRow){.task = left, .event = NONE, .process = RESULT_RECEIVER});
	else if (missing != NONE && !f->r.broken)
		row_add(f, (TrekRow){.task = missing, .event = NONE, .process = DATA_GENERATOR});
}

TrekResult
trek_find(TvmTrace *t, const TrekCauses *c)
{
	Finder f = {
		.r.trace = t,
		.busy = arena_alloc(t->arena, t->spec->nnodes, sizeof *f.busy),
	};
	TaskGraph g;

	tvm_match(t);
	stack_order(t);
	g = graph_new_task(t);
	memset(f.busy, 0xFF, t->spec->nnodes * sizeof *f.busy); /* NONE */
	for (uint32_t i = 0; i < t->ntasks; i++)
		find_task(&f, &g, i);
	for (uint32_t i = 0; i < f.nfrontier; i++)
		row_add(&f, row_of(&f, f.frontier[i]));
	f.r.broken = c && trek_is_broken(c);
	if (f.r.nrows == 0)
		find_silent(&f, c);
	return f.r;
}
