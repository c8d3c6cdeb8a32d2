/*
 * find.c - makes the error list: for each frontier event, the process and node to blame, and why.
 *
 * This follows Lin 4.3 and 5.4. A rule of the model says what a frontier event means. A rule
 * `behind` applies if an earlier event of the node is on the frontier and has such a rule, too: the
 * node is still busy with the part of the earlier event, and the part of this event waits. A rule
 * `last_resort` makes no row if another rule makes a row for the task: a node that waits for a part
 * is to blame only if no other event of the part is on the frontier. A task without events is not
 * reported. A task with events was not generated if the model says that node 0 begins each task,
 * and node 0's send is not in the trace.
 *
 * For success, every task of the .spf must be complete. A stopped node or a lost byte is a failure
 * unless the run is known to have ended well nevertheless. If no message shows what went wrong, one
 * row is added: for the most likely function that did not end; if there is none, for the first
 * result at node 0 that the receiver has not taken; if there is none, for the first task that was
 * not generated. Tasks after a failure are not reported.
 */
#include "tasks.h"

#include <string.h>

bool
trek_failed(const TrekResult *r)
{
	return r->nrows > 0 || r->broken || r->run_failure;
}

const char *
trek_verdict(const TrekResult *r)
{
	return trek_failed(r) ? "Failure" : "Success";
}

/* model_event: the model's entry for events of this kind on this node. */
static const MachineEvent *
model_event(const TvmTrace *t, const TvmEvent *e)
{
	return &spec_role(t->spec, e->node)->event[e->kind];
}

/* The search for errors. */
typedef struct Finder {
	TrekResult r;
	Frontier *frontier; /* [nfrontier] the frontier events of all tasks */
	uint32_t nfrontier, frontier_cap, row_cap;
	/*
	 * [nnodes] the node's first receive of a part, in the node's order, that is on the frontier
	 */
	uint32_t *busy;
} Finder;

/* add_row: append a row to the result. */
static void
add_row(Finder *f, TrekRow row)
{
	f->r.row = arena_grow(f->r.trace->arena, f->r.row, f->r.nrows, &f->row_cap,
		sizeof *f->r.row);
	f->r.row[f->r.nrows++] = row;
}

/*
 * add_frontier: add an event at which a task stopped to the frontier; events of one node are
 * numbered in its order.
 */
static void
add_frontier(Finder *f, Frontier found)
{
	const TvmTrace *t = f->r.trace;
	const TvmEvent *e = &t->event[found.event];

	if (found.rule && model_event(t, e)->behind && found.event < f->busy[e->node])
		f->busy[e->node] = found.event;
	if (found.has_row)
		return; /* the visit of the event already has a row */
	f->frontier = arena_grow(t->arena, f->frontier, f->nfrontier, &f->frontier_cap,
		sizeof *f->frontier);
	f->frontier[f->nfrontier++] = found;
}

/*
 * is_complete: true if the task is complete. In a model whose root begins each task, the root must
 * have an event that ends the task; in other models, no event of the task may be on the frontier.
 */
static bool
is_complete(const TaskGraph *g, uint32_t nfrontier)
{
	const Spec *s = g->trace->spec;
	uint32_t top = graph_visit(g, &(TvmEvent){.node = 0, .kind = s->machine->root_send});

	if (!s->machine->unsent.process)
		return nfrontier == 0;
	return g->visit[top].seen & s->machine->root_ends;
}

/*
 * find_task: add the frontier of a task, and count the task if it is complete; if the task was not
 * generated, its first event stands for the frontier.
 */
static void
find_task(Finder *f, TaskGraph *g, uint32_t task)
{
	const TvmTrace *t = f->r.trace;
	uint32_t first = t->task_start[task], last = t->task_start[task + 1], before = f->nfrontier;
	Frontier found;

	if (first == last)
		return;
	graph_fill(g, task);
	f->r.nseen++;
	if (!g->generated) {
		add_frontier(f, (Frontier){.event = t->bytask[first]});
		return;
	}
	for (uint32_t i = first; i < last; i++)
		if (graph_is_frontier(g, t->bytask[i], &found))
			add_frontier(f, found);
	f->r.ncomplete += is_complete(g, f->nfrontier - before);
}

/* find_rule: the model's rule for a frontier event; NULL if its task was not generated. */
static const MachineRule *
find_rule(const Finder *f, Frontier found)
{
	const TvmTrace *t = f->r.trace;
	const TvmEvent *e = &t->event[found.event];

	if (found.rule && model_event(t, e)->behind && f->busy[e->node] != found.event)
		return model_event(t, e)->behind;
	return found.rule;
}

/* make_row: the row of the table for a frontier event, by the model's rule. */
static TrekRow
make_row(const Finder *f, Frontier found)
{
	const TvmTrace *t = f->r.trace;
	const TvmEvent *e = &t->event[found.event];
	const MachineSilent *unsent = &t->spec->machine->unsent;
	const MachineRule *rule = find_rule(f, found);
	TrekRow row = {.sub = e->sub, .task = e->task, .node = e->node, .event = found.event};

	if (!rule) {
		row.node = 0;
		row.sub = 0;
		row.process = unsent->process;
		row.reason = unsent->reason;
		return row;
	}
	if (rule->at_destination)
		row.node = e->peer;
	if (rule->whole_job)
		row.sub = spec_unsplit_part(t->spec, e->node, e->sub);
	row.process = rule->process;
	row.reason = rule->reason;
	return row;
}

/*
 * has_row: true if the task already has an equal row. This happens only in a mesh, in which a node
 * waits for its neighbours, and each neighbour waits for the node.
 */
static bool
has_row(const Finder *f, const TrekRow *row)
{
	for (uint32_t i = f->r.nrows; i > 0 && f->r.row[i - 1].task == row->task; i--) {
		const TrekRow *r = &f->r.row[i - 1];

		if (r->sub == row->sub && r->node == row->node && r->process == row->process)
			return true;
	}
	return false;
}

/*
 * is_last_frontier: true if the model's rule for this frontier event is `last_resort`, so that it
 * makes a row only if the task has no other rows.
 */
static bool
is_last_frontier(const Finder *f, Frontier found)
{
	const MachineRule *rule = find_rule(f, found);

	return rule && rule->last_resort;
}

/*
 * add_rows: add the rows for the frontier events of all tasks; rows by a rule `last_resort` only if
 * their task has no other rows.
 */
static void
add_rows(Finder *f)
{
	const TvmTrace *t = f->r.trace;
	bool *other = arena_alloc(t->arena, t->ntasks, sizeof *other);

	for (uint32_t i = 0; i < f->nfrontier; i++)
		if (!is_last_frontier(f, f->frontier[i]))
			other[t->event[f->frontier[i].event].task] = true;
	for (uint32_t i = 0; i < f->nfrontier; i++) {
		TrekRow row = make_row(f, f->frontier[i]);

		if (is_last_frontier(f, f->frontier[i]) && other[row.task])
			continue;
		if (t->spec->machine->graph != GRAPH_MESH || !has_row(f, &row))
			add_row(f, row);
	}
}

/* first_task_without_events: the first task of the .spf without events; NONE if all have some. */
static uint32_t
first_task_without_events(const TvmTrace *t)
{
	for (uint32_t i = 0; i < t->spec->ntasks; i++)
		if (i >= t->ntasks || t->task_start[i] == t->task_start[i + 1])
			return i;
	return NONE;
}

/*
 * add_silent: append a row for a failure that no event shows, with the reason that the model gives.
 */
static void
add_silent(Finder *f, TrekRow row)
{
	const Machine *m = f->r.trace->spec->machine;

	row.event = NONE;
	row.reason = row.process == m->missing.process ? m->missing.reason
		: row.process == m->untaken.process ? m->untaken.reason : m->unended;
	add_row(f, row);
}

/*
 * find_silent: add the row for a failure that no message shows. In a run that ended well, a task of
 * the .spf without events is not a failure.
 */
static void
find_silent(Finder *f, const TrekCauses *c, TrekRunEnd ran)
{
	const TvmTrace *t = f->r.trace;
	const Machine *m = t->spec->machine;
	uint32_t missing = first_task_without_events(t), left = trek_first_untaken(t, c);

	if (c && c->n > 0)
		add_silent(f, (TrekRow){.sub = c->cause->sub,
				.task = c->cause->task,
				.node = c->cause->node,
				.process = c->cause->process});
	else if (left != NONE)
		add_silent(f, (TrekRow){.task = left, .process = m->untaken.process});
	else if (missing != NONE && !f->r.broken && !ran.succeeded)
		add_silent(f, (TrekRow){.task = missing, .process = m->missing.process});
}

TrekResult
trek_find(TvmTrace *t, const TrekCauses *c, TrekRunEnd ran)
{
	Finder f = {
		.r.trace = t,
		.r.run_failure = ran.failure,
		.busy = arena_alloc(t->arena, t->spec->nnodes, sizeof *f.busy),
	};
	TaskGraph g;

	tvm_match(t);
	stack_order(t);
	g = graph_new_empty(t);
	memset(f.busy, 0xFF, t->spec->nnodes * sizeof *f.busy); /* NONE */
	for (uint32_t i = 0; i < t->ntasks; i++)
		find_task(&f, &g, i);
	add_rows(&f);
	f.r.broken = c && trek_is_broken(c) && !ran.succeeded;
	if (f.r.nrows == 0)
		find_silent(&f, c, ran);
	return f.r;
}
