/*
 * graph.c - the event graph of a task: its arcs and its frontier.
 *
 * Arcs (Lin 4.2): the source to node 0's send; a send to its receive; a node's receive of a part to
 * its sends of that part's parts, or to its send of the result when it sent no parts; its receives
 * of their results to its send of the joined result; node 0's receive of the result to the sink.
 * They are never stored: all arcs inside a node are among the events of one visit, and the others
 * are the partners. A frontier event can be reached from the source and has no outgoing arc.
 *
 * Events are sorted with causes first, so one pass is enough. If the order of a visit's events
 * would make an arc point backwards, no run can have produced the trace, and it is refused. A visit
 * whose earlier events are missing is not an error, but part of the result.
 */
#include "tasks.h"

#include <string.h>

TaskGraph
graph_new_task(const TvmTrace *t)
{
	return (TaskGraph){
		.trace = t,
		.slot = arena_alloc(t->arena, (size_t)t->most * 4 + 2, sizeof(uint32_t)),
		.visit = arena_alloc(t->arena, t->most, sizeof(Visit)),
	};
}

/* The part that the event concerns at its node. */
static uint64_t
visited(const Spec *s, const TvmEvent *e)
{
	bool own = e->kind == RECV_TASK || e->kind == SEND_RESULT;

	return own ? e->sub : spec_whole(s, e->node, e->sub);
}

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
	uint32_t i = g->slot[find_slot(g, e->node, visited(g->trace->spec, e))];

	return i ? i - 1 : NONE;
}

static Visit *
visit_of(TaskGraph *g, const TvmEvent *e)
{
	uint64_t sub = visited(g->trace->spec, e);
	uint32_t h = find_slot(g, e->node, sub);

	if (!g->slot[h]) {
		g->visit[g->nvisits++] =
			(Visit){.sub = sub, .node = e->node, .recv = NONE, .result = NONE};
		g->slot[h] = g->nvisits;
	}
	return &g->visit[g->slot[h] - 1];
}

static _Noreturn void
disorder(const TaskGraph *g, const TvmEvent *e, const char *what)
{
	fatal_at(g->trace->file, e->line, "task %u: node %u %s: the lines of a node are not in the "
		"order of its events", e->task, e->node, what);
}

static bool
reached(const TaskGraph *g, uint32_t event)
{
	return event != NONE && g->trace->event[event].reached;
}

/* The first event of the visit: the receive of a part, or node 0's send of the task. */
static bool
begin(TaskGraph *g, uint32_t event, Visit *v)
{
	const TvmEvent *e = &g->trace->event[event];

	if (v->nparts || v->nresults || v->result != NONE)
		disorder(g, e, e->node ? "receives a part after it worked on it" :
			"sends the task after it received its result");
	v->recv = event;
	return e->node == 0 || (e->partner != NO_PARTNER && reached(g, e->partner));
}

/* The last event of the visit: the send of the result, or node 0's receive of it. */
static bool
end(TaskGraph *g, uint32_t event, Visit *v)
{
	const TvmEvent *e = &g->trace->event[event];

	v->result = event;
	if (e->node == 0)
		return e->partner != NO_PARTNER && reached(g, e->partner);
	return v->nparts ? v->reached : reached(g, v->recv);
}

static bool
send_part(TaskGraph *g, uint32_t event, Visit *v)
{
	if (v->result != NONE)
		disorder(g, &g->trace->event[event], "sends a part after the result of the whole");
	v->nparts++;
	return reached(g, v->recv);
}

static bool
receive_result(TaskGraph *g, uint32_t event, Visit *v)
{
	const TvmEvent *e = &g->trace->event[event];
	bool yes = e->partner != NO_PARTNER && reached(g, e->partner);

	if (v->result != NONE)
		disorder(g, e, "receives the result of a part after it sent the joined result");
	v->nresults++;
	v->reached |= yes;
	return yes;
}

static bool
add(TaskGraph *g, uint32_t event)
{
	const TvmEvent *e = &g->trace->event[event];
	Visit *v = visit_of(g, e);

	switch ((TvmKind)e->kind) {
	case SEND_TASK: return e->node ? send_part(g, event, v) : begin(g, event, v);
	case RECV_TASK: return begin(g, event, v);
	case SEND_RESULT: return end(g, event, v);
	case RECV_RESULT: break;
	}
	return e->node ? receive_result(g, event, v) : end(g, event, v);
}

void
graph_task(TaskGraph *g, uint32_t task)
{
	const TvmTrace *t = g->trace;
	uint32_t n = t->task[task + 1] - t->task[task];
	uint32_t bits = n > 1 ? 33 - __builtin_clz(n - 1) : 1;

	g->task = task;
	g->shift = 64 - bits;
	g->nvisits = 0;
	g->generated = false;
	memset(g->slot, 0, sizeof *g->slot << bits);
	for (uint32_t i = t->task[task]; i < t->task[task + 1]; i++) {
		TvmEvent *e = &t->event[t->bytask[i]];

		e->reached = add(g, t->bytask[i]);
		g->generated |= e->node == 0 && e->kind == SEND_TASK;
	}
}

/* The number of parts that a split at the node makes: one if no split is allowed there. */
static uint32_t
nparts(const Spec *s, uint32_t node)
{
	return s->level[node] > s->depth ? 1 : s->degree;
}

bool
graph_is_frontier(TaskGraph *g, uint32_t event, Frontier *f)
{
	const TvmEvent *e = &g->trace->event[event];
	Visit *v;

	*f = (Frontier){event, WHOLE};
	if (!e->reached)
		return false;
	if (!tvm_is_recv(e) && e->partner != NO_PARTNER)
		return false;
	if (e->kind == SEND_RESULT)
		return true;
	v = &g->visit[graph_visit(g, e)];
	switch ((TvmKind)e->kind) {
	case RECV_TASK:
		return v->nparts == 0 && v->result == NONE;
	case RECV_RESULT:
		return e->node != 0 && v->result == NONE;
	default:
		if (e->node != 0 && v->nparts < nparts(g->trace->spec, e->node)) {
			f->split = v->blamed ? UNFINISHED_AGAIN : UNFINISHED;
			v->blamed = true;
		}
		return true;
	}
}
