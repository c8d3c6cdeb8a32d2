/*
 * graph.c - the event graph of a task: its arcs and its frontier.
 *
 * Arcs (Lin 4.2) lead from a send to its receive. Other arcs stay on a node: the model says which
 * events of a visit cause others, and which cause events of the node's visit of the next task. Arcs
 * are never stored: they follow from the partners of events and from the model. A frontier event
 * can be reached from the source and has no outgoing arc.
 *
 * Events are sorted with causes first, so one pass is enough. If the order of a visit's events
 * would make an arc point backwards, no run can have produced the trace, so the trace is refused. A
 * visit whose earlier events are missing is not an error, but part of the result.
 */
#include "tasks.h"

#include <string.h>

TaskGraph
graph_new_empty(const TvmTrace *t)
{
	return (TaskGraph){
		.trace = t,
		.slot = arena_alloc(t->arena, (size_t)t->max_task_events * 4 + 2, sizeof(uint32_t)),
		.visit = arena_alloc(t->arena, t->max_task_events, sizeof(Visit)),
	};
}

/* model_event: the model's entry for events of this kind on this node. */
static const MachineEvent *
model_event(const Spec *s, const TvmEvent *e)
{
	return &spec_role(s, e->node)->event[e->kind];
}

/*
 * visited_part: the part on which the node works at the event: the event's own part, or the part
 * from which this was split off.
 */
static uint64_t
visited_part(const Spec *s, const TvmEvent *e)
{
	return model_event(s, e)->times == ONCE ? e->sub : spec_unsplit_part(s, e->node, e->sub);
}

/*
 * find_slot: the slot of the hash table that holds the node's visit of the part, or the empty slot
 * for it.
 */
static uint32_t
find_slot(const TaskGraph *g, uint32_t node, uint64_t sub)
{
	uint64_t k = (sub * 0x9E3779B97F4A7C15u + node + 1) * 0xD6E8FEB86659FD93u;
	uint32_t mask = (1u << (64 - g->shift)) - 1, h = k >> g->shift;

	for (; g->slot[h]; h = (h + 1) & mask) {
		const Visit *v = &g->visit[g->slot[h] - 1];

		if (v->sub == sub && v->node == node)
			break;
	}
	return h;
}

uint32_t
graph_visit(const TaskGraph *g, const TvmEvent *e)
{
	uint32_t i = g->slot[find_slot(g, e->node, visited_part(g->trace->spec, e))];

	return i ? i - 1 : NONE;
}

/*
 * get_visit: the visit (a node's work on one part) to which the event belongs; made if it is new.
 */
static Visit *
get_visit(TaskGraph *g, const TvmEvent *e)
{
	uint64_t sub = visited_part(g->trace->spec, e);
	uint32_t h = find_slot(g, e->node, sub);

	if (!g->slot[h]) {
		g->visit[g->nvisits] = (Visit){.sub = sub, .node = e->node};
		memset(g->visit[g->nvisits].event, 0xFF, sizeof g->visit->event); /* NONE */
		g->slot[h] = ++g->nvisits;
	}
	return &g->visit[g->slot[h] - 1];
}

/* fail_disorder: end the program with a message: the event is not in its node's order. */
static _Noreturn void
fail_disorder(const TaskGraph *g, const TvmEvent *e, const char *what)
{
	fatal_at(g->trace->file, e->line, "task %u: node %u %s: the lines of a node are not in the "
		"order of its events", e->task, e->node, what);
}

/* is_reached: true if the event is in the trace and has been reached from the source. */
static bool
is_reached(const TaskGraph *g, uint32_t event)
{
	return event != NO_PARTNER && g->trace->event[event].reached;
}

/*
 * neighbouring_event: the node's nearest event of the given kinds in a task, searched forward or
 * backward (step) from the event `from` of that task or an adjacent one. Events of other tasks end
 * the search. NONE if there is none.
 */
static uint32_t
neighbouring_event(const TvmTrace *t, uint32_t from, int step, uint32_t task, uint8_t kinds)
{
	const TvmEvent *e = &t->event[from];
	uint32_t first = t->node_start[e->node], last = t->node_start[e->node + 1];

	for (uint32_t i = from + step; i >= first && i < last; i += step) {
		const TvmEvent *f = &t->event[i];

		if (f->task + 1 < task || f->task > task + 1)
			return NONE;
		if (f->task == task && kinds >> f->kind & 1)
			return i;
	}
	return NONE;
}

/*
 * is_previous_reached: true if an event that causes this one, in the node's work on the previous
 * task, can be reached from the source.
 */
static bool
is_previous_reached(const TaskGraph *g, uint32_t event, uint8_t kinds)
{
	const TvmTrace *t = g->trace;
	uint32_t task = t->event[event].task;

	if (task == 0)
		return false;
	for (uint32_t i = event; (i = neighbouring_event(t, i, -1, task - 1, kinds)) != NONE;)
		if (t->event[i].reached)
			return true;
	return false;
}

uint8_t
graph_causes(const Spec *s, const Visit *v, uint32_t kind)
{
	const MachineEvent *m = &spec_role(s, v->node)->event[kind];

	return m->after | (v->seen & m->unless ? 0 : m->fallback_causes);
}

/*
 * add_event: add the event to those that are reached from the source; false if it was reached
 * before.
 */
static bool
add_event(TaskGraph *g, uint32_t event)
{
	const TvmEvent *e = &g->trace->event[event];
	const MachineEvent *m = model_event(g->trace->spec, e);
	Visit *v = get_visit(g, e);
	bool yes;

	if (v->seen & m->late)
		fail_disorder(g, e, m->disorder);
	if (tvm_is_recv(e))
		yes = is_reached(g, e->partner);
	else
		yes = m->begins_task || (v->reached & graph_causes(g->trace->spec, v, e->kind))
			|| (m->previous_job_causes
			&& is_previous_reached(g, event, m->previous_job_causes));
	v->seen |= 1 << e->kind;
	v->reached |= yes << e->kind;
	v->event[e->kind] = event;
	v->count[e->kind]++;
	return yes;
}

void
graph_fill(TaskGraph *g, uint32_t task)
{
	const TvmTrace *t = g->trace;
	uint32_t n = t->task_start[task + 1] - t->task_start[task];
	uint32_t bits = n > 1 ? 33 - __builtin_clz(n - 1) : 1;

	g->task = task;
	g->shift = 64 - bits;
	g->nvisits = 0;
	g->generated = !t->spec->machine->unsent.process;
	memset(g->slot, 0, sizeof *g->slot << bits);
	for (uint32_t i = t->task_start[task]; i < t->task_start[task + 1]; i++) {
		TvmEvent *e = &t->event[t->bytask[i]];

		e->reached = add_event(g, t->bytask[i]);
		g->generated |= e->node == 0 && model_event(t->spec, e)->begins_task;
	}
}

uint32_t
graph_expected_events(const Spec *s, uint32_t node, uint32_t kind)
{
	switch (spec_role(s, node)->event[kind].times) {
	case DEGREE: return s->degree;
	case NEIGHBOURS: return s->nneighbours[node];
	default: return 1;
	}
}

uint32_t
graph_results_back(const Spec *s, const Visit *v)
{
	uint8_t back = spec_role(s, v->node)->result_kinds;

	return back ? v->count[__builtin_ctz(back)] : 0;
}

/*
 * find_rule: the model's rule for an event of this kind at which a task stopped; NULL if there is
 * none.
 */
static const MachineRule *
find_rule(const TaskGraph *g, const MachineEvent *m, const Visit *v, uint32_t kind)
{
	if (m->fewer && v->count[kind] < graph_expected_events(g->trace->spec, v->node, kind))
		return m->fewer;
	return m->always;
}

bool
graph_is_frontier(TaskGraph *g, uint32_t event, Frontier *f)
{
	const TvmTrace *t = g->trace;
	const TvmEvent *e = &t->event[event];
	const MachineEvent *m = model_event(t->spec, e);
	Visit *v;

	*f = (Frontier){.event = event};
	if (!e->reached || m->ends_task)
		return false;
	if (!tvm_is_recv(e) && e->partner != NO_PARTNER)
		return false;
	v = &g->visit[graph_visit(g, e)];
	if (tvm_is_recv(e) && v->seen & m->followed)
		return false;
	if (m->next_job_effects && neighbouring_event(t, event, 1, e->task + 1, m->next_job_effects)
		!= NONE)
		return false;
	f->rule = find_rule(g, m, v, e->kind);
	if (f->rule->whole_job) {
		f->has_row = v->blamed >> e->kind & 1;
		v->blamed |= 1 << e->kind;
	}
	return true;
}
