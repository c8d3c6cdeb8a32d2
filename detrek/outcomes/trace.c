/*
 * trace.c - finds which events of a run come before others in all its equivalent orders, by vector
 * clocks.
 */
#include "outcomes.h"

#include "base/table.h"

#include <string.h>

/* The sends by a route. */
typedef struct RouteSends {
	uint32_t *send; /* [n] numbers of events */
	uint32_t n;
} RouteSends;

/* A trace while it is made. */
typedef struct TraceMaker {
	Arena *arena;
	ActionTrace t;
	RouteSends *route; /* [nroutes] */
	uint32_t nroutes;
	uint32_t **silent; /* [nsilent] clocks of the objects in `others` */
	uint32_t nsilent;
	Table routes;      /* finds a route by Action.object */
	Table others;      /* objects of ACTION_BEFORE and ACTION_AFTER */
} TraceMaker;

/* new_clock: a vector clock of zeros for all threads. */
static uint32_t *
new_clock(TraceMaker *m)
{
	return arena_alloc(m->arena, m->t.nthreads + 1, sizeof(uint32_t));
}

/* join_clocks: raise each entry of `to` to that of `from` if it is lower. */
static void
join_clocks(const TraceMaker *m, uint32_t *to, const uint32_t *from)
{
	for (uint32_t i = 0; i < m->t.nthreads; i++)
		to[i] = to[i] > from[i] ? to[i] : from[i];
}

/* copy_clock: a copy of a vector clock. */
static uint32_t *
copy_clock(TraceMaker *m, const uint32_t *from)
{
	return memcpy(new_clock(m), from, m->t.nthreads * sizeof *from);
}

/* ---- events that only order threads ---- */

/*
 * silent_clock: the clock of an object by which actions of kinds ACTION_BEFORE and ACTION_AFTER
 * order threads.
 */
static uint32_t *
silent_clock(TraceMaker *m, uint64_t object)
{
	const TableSlot *s = table_find(&m->others, object);

	if (s)
		return m->silent[s->number];
	table_put(&m->others, object, m->nsilent);
	m->silent = arena_more(m->arena, m->silent, m->nsilent, sizeof *m->silent);
	m->silent[m->nsilent] = new_clock(m);
	return m->silent[m->nsilent++];
}

/*
 * add_silent: take an action into account that is no choice, but orders threads: join their clocks.
 */
static void
add_silent(TraceMaker *m, const Action *a)
{
	uint32_t *now = m->t.now[a->thread], *clock = silent_clock(m, a->object);

	if (a->kind == ACTION_BEFORE)
		join_clocks(m, clock, now);
	else
		join_clocks(m, now, clock);
}

/* ---- actions ---- */

/* get_sends: the sends on the route; an empty entry is made for a new route. */
static RouteSends *
get_sends(TraceMaker *m, uint64_t route)
{
	const TableSlot *s = table_find(&m->routes, route);

	if (s)
		return &m->route[s->number];
	table_put(&m->routes, route, m->nroutes);
	m->route = arena_more(m->arena, m->route, m->nroutes, sizeof *m->route);
	m->route[m->nroutes] = (RouteSends){0};
	return &m->route[m->nroutes++];
}

/* join_sent: join the clock of the send of the message that a receive or a probe gets. */
static void
join_sent(TraceMaker *m, const Action *a, uint32_t *now)
{
	const RouteSends *s;

	if (a->kind != ACTION_RECEIVE && a->kind != ACTION_PROBE)
		return;
	s = get_sends(m, a->object);
	if (a->number < s->n)
		join_clocks(m, now, m->t.event[s->send[a->number]].clock);
}

/* join_dependent: join the clocks of the earlier actions on which an action depends. */
static void
join_dependent(TraceMaker *m, const Action *a, uint32_t *now)
{
	join_sent(m, a, now);
	for (uint32_t i = m->t.n; i-- > 0;) {
		const TraceEvent *e = &m->t.event[i];

		if (!trace_event_in(e, now) && actions_depend(e->action, a))
			join_clocks(m, now, e->clock);
	}
}

/* keep_sent: keep the event's number among the sends on its route. */
static void
keep_sent(TraceMaker *m, const Action *a, uint32_t number)
{
	RouteSends *s = get_sends(m, a->object);

	s->send = arena_more(m->arena, s->send, s->n, sizeof *s->send);
	s->send[s->n++] = number;
}

/* add_chosen: add a chosen event to the trace. */
static void
add_chosen(TraceMaker *m, const Action *a)
{
	uint32_t *now = m->t.now[a->thread];
	TraceEvent *e = &m->t.event[m->t.n];

	*e = (TraceEvent){.action = a, .before = copy_clock(m, now)};
	join_dependent(m, a, now);
	e->number = ++now[a->thread];
	e->clock = copy_clock(m, now);
	if (a->kind == ACTION_SEND)
		keep_sent(m, a, m->t.n);
	m->t.n++;
}

ActionTrace
trace_make(Arena *a, const Play *p)
{
	TraceMaker m = {.arena = a, .t = {.nthreads = p->nthreads}, .routes = {.arena = a},
		.others = {.arena = a}};

	m.t.event = arena_alloc(a, p->nevents + 1, sizeof *m.t.event);
	m.t.now = arena_alloc(a, p->nthreads + 1, sizeof *m.t.now);
	for (uint32_t i = 0; i < p->nthreads; i++)
		m.t.now[i] = new_clock(&m);
	for (uint32_t i = 0; i < p->nevents; i++)
		if (action_is_chosen(&p->event[i]))
			add_chosen(&m, &p->event[i]);
		else
			add_silent(&m, &p->event[i]);
	return m.t;
}
