/*
 * plan.c - plans the instrumentation for a query.
 *
 * An event's value is evaluated at the sends of its process and travels along communication edges.
 * At its recognition points, the recognising process evaluates the query.
 *
 * Edges: the value travels on edges out of the event's process, and out of processes that have
 * received it. A receive of the recognising process must be reachable from the end of the edge. The
 * value neither returns to its own process nor leaves the recognising one. Redundant evaluations: a
 * send needs no new evaluation if, on every path to it, another such send precedes it with no
 * change of the event in between. A recognition point needs no evaluation if all its predecessors
 * are recognition points, and if it neither brings a new value from another process nor changes an
 * event of its own process.
 */
#include "simul.h"

#include <string.h>

/* The nodes from which, or to which, a value can travel. */
typedef struct Travel {
	const Dcfg *d;
	uint32_t from, to; /* the event's process; the recognising process */
	bool *met;         /* [nodes] the node has been reached */
	uint32_t *queue;   /* [n] the nodes that have been reached */
	uint32_t n;
} Travel;

/* reach_node: mark a node that the search has reached, and queue it. */
static void
reach_node(Travel *t, uint32_t node)
{
	if (t->met[node])
		return;
	t->met[node] = true;
	t->queue[t->n++] = node;
}

/* travel_new: a search for the ways by which news of event e reaches the query's process. */
static Travel
travel_new(const Dcfg *d, const Query *q, const LocalEvent *e)
{
	return (Travel){
		.d = d,
		.from = e->process,
		.to = q->process,
		.met = arena_alloc(d->arena, d->name.n, sizeof(bool)),
		.queue = arena_alloc(d->arena, d->name.n, sizeof(uint32_t)),
	};
}

/*
 * travel_forward: find the nodes that can have the value: all nodes of its process, and those that
 * its messages lead to.
 */
static void
travel_forward(Travel *t)
{
	const Dcfg *d = t->d;
	const DcfgProcess *p = &d->range[t->from];

	for (uint32_t i = p->start; i <= p->stop; i++)
		reach_node(t, i);
	for (uint32_t h = 0; h < t->n; h++) {
		uint32_t v = t->queue[h];

		if (d->node[v].process == t->to)
			continue;
		for (uint32_t e = d->comm.first[v]; e < d->comm.first[v + 1]; e++)
			if (d->node[d->comm.to[e]].process != t->from)
				reach_node(t, d->comm.to[e]);
		for (uint32_t e = d->flow.first[v]; e < d->flow.first[v + 1]; e++)
			reach_node(t, d->flow.to[e]);
	}
}

/*
 * travel_backward: find the nodes from which a message can lead to the recognising process,
 * starting with its receives.
 */
static void
travel_backward(Travel *t)
{
	const Dcfg *d = t->d;
	const DcfgProcess *p = &d->range[t->to];

	for (uint32_t i = p->start; i <= p->stop; i++)
		if (d->node[i].kind == DCFG_RECV)
			reach_node(t, i);
	for (uint32_t h = 0; h < t->n; h++) {
		uint32_t v = t->queue[h];

		if (d->node[v].process == t->from)
			continue;
		for (uint32_t e = d->rcomm.first[v]; e < d->rcomm.first[v + 1]; e++)
			if (d->node[d->rcomm.to[e]].process != t->to)
				reach_node(t, d->rcomm.to[e]);
		for (uint32_t e = d->back.first[v]; d->node[v].process != t->to &&
			e < d->back.first[v + 1]; e++)
			reach_node(t, d->back.to[e]);
	}
}

/* plan_edges: find the edges that carry the value of an event. */
static void
plan_edges(const Dcfg *d, const Query *q, const LocalEvent *e, EventPlan *p)
{
	Travel forward = travel_new(d, q, e), backward = travel_new(d, q, e);

	p->carries = arena_alloc(d->arena, d->ncomm, sizeof *p->carries);
	if (e->process == q->process)
		return;
	travel_forward(&forward);
	travel_backward(&backward);
	for (uint32_t i = 0; i < d->ncomm; i++) {
		uint32_t s = d->commfrom[i], r = d->commto[i];

		p->carries[i] = forward.met[s] && d->node[s].process != q->process &&
			backward.met[r] && d->node[r].process != e->process;
	}
}

/* The event's process, during the search for redundant evaluations. */
typedef struct Evaluations {
	const Dcfg *d;
	const DcfgProcess *range; /* the process */
	/* [nodes of the process] the node may change the event; it sends the event's value */
	bool *change, *taken;
	bool *fresh; /* [nodes of the process] the last value evaluated is valid before the node */
} Evaluations;

/* is_fresh_after: true if the value that was evaluated last is still right after the node. */
static bool
is_fresh_after(const Evaluations *v, uint32_t node)
{
	uint32_t i = node - v->range->start;

	if (v->change[i])
		return false;
	return v->taken[i] || v->fresh[i];
}

/*
 * find_fresh: find where the last value evaluated is still valid. At first, this is assumed of all
 * nodes except the start; it is withdrawn where a path shows otherwise.
 */
static void
find_fresh(Evaluations *v)
{
	const Graph *g = &v->d->flow;
	uint32_t n = v->range->stop - v->range->start + 1;
	uint32_t *queue = arena_alloc(v->d->arena, n, sizeof *queue);
	uint32_t tail = 0;

	memset(v->fresh, true, n * sizeof *v->fresh);
	v->fresh[0] = false;
	for (uint32_t i = 0; i < n; i++)
		if (!is_fresh_after(v, v->range->start + i))
			queue[tail++] = v->range->start + i;
	for (uint32_t h = 0; h < tail; h++) {
		for (uint32_t e = g->first[queue[h]]; e < g->first[queue[h] + 1]; e++) {
			uint32_t to = g->to[e];
			bool before = is_fresh_after(v, to);

			v->fresh[to - v->range->start] = false;
			if (before && !is_fresh_after(v, to))
				queue[tail++] = to;
		}
	}
}

/* is_node_taken: true if the node sends on an edge that carries the value. */
static bool
is_node_taken(const Dcfg *d, const EventPlan *p, uint32_t node)
{
	for (uint32_t e = d->comm.first[node]; e < d->comm.first[node + 1]; e++)
		if (p->carries[d->comm.edge[e]])
			return true;
	return false;
}

/* plan_sends: find the sends at which the value of an event is evaluated. */
static void
plan_sends(const Dcfg *d, const LocalEvent *e, EventPlan *p)
{
	const DcfgProcess *range = &d->range[e->process];
	uint32_t n = range->stop - range->start + 1;
	Evaluations v = {
		.d = d,
		.range = range,
		.change = arena_alloc(d->arena, n, sizeof *v.change),
		.taken = arena_alloc(d->arena, n, sizeof *v.taken),
		.fresh = arena_alloc(d->arena, n, sizeof *v.fresh),
	};

	for (uint32_t i = 0; i < e->n; i++)
		v.change[e->change[i] - range->start] = true;
	for (uint32_t i = 0; i < n; i++)
		v.taken[i] = is_node_taken(d, p, range->start + i);
	find_fresh(&v);
	p->send = arena_alloc(d->arena, n, sizeof *p->send);
	p->redundant = arena_alloc(d->arena, n, sizeof *p->redundant);
	for (uint32_t i = 0; i < n; i++) {
		if (!v.taken[i])
			continue;
		p->send[p->nsends] = range->start + i;
		p->redundant[p->nsends++] = v.fresh[i] && !v.change[i];
	}
}

/*
 * may_bring_value: true if P may know another value of some event after the node than before it.
 */
static bool
may_bring_value(const Dcfg *d, const Relations *r, const Query *q, uint32_t node)
{
	for (uint32_t i = 0; i < q->n; i++) {
		const LocalEvent *e = &d->local_event[q->event[i]];

		if (e->process != q->process) {
			if (d->node[node].kind == DCFG_RECV &&
				relation_intersects(&r->pre, node, e->process))
				return true;
			continue;
		}
		for (uint32_t k = 0; k < e->n; k++)
			if (e->change[k] == node)
				return true;
	}
	return false;
}

/*
 * find_redundant_points: mark the valid points whose predecessors are all valid and which bring no
 * new value.
 */
static bool *
find_redundant_points(const Dcfg *d, const Relations *r, const Query *q, const bool *valid)
{
	const DcfgProcess *at = &d->range[q->process];
	uint32_t n = at->stop - at->start + 1;
	bool *redundant = arena_alloc(d->arena, n, sizeof *redundant);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t node = at->start + i;
		bool all = i > 0; /* there is no point before the start */

		for (uint32_t e = d->back.first[node]; all && e < d->back.first[node + 1]; e++)
			all = valid[d->back.to[e] - at->start];
		redundant[i] = valid[i] && all && !may_bring_value(d, r, q, node);
	}
	return redundant;
}

Plan
plan_find(const Dcfg *d, const Relations *r, const Query *q, const Points *points)
{
	Plan plan = {.event = arena_alloc(d->arena, q->n, sizeof *plan.event)};

	for (uint32_t i = 0; i < q->n; i++) {
		plan_edges(d, q, &d->local_event[q->event[i]], &plan.event[i]);
		plan_sends(d, &d->local_event[q->event[i]], &plan.event[i]);
	}
	for (int mode = 0; mode < NPOINT_MODES; mode++)
		plan.redundant[mode] = find_redundant_points(d, r, q, points->valid[mode]);
	return plan;
}
