/*
 * trace.c - which events of a run come before others, whatever the order in which independent
 * actions are done: vector clocks.
 */
#include "outcomes.h"

#include "base/table.h"

#include <string.h>

/* are_high_together: both do something on one node with threads of high priority. */
static bool
are_high_together(const Action *a, const Action *b)
{
	for (int i = 0; i < 2; i++)
		if (a->high[i] != 0 && (a->high[i] == b->high[0] || a->high[i] == b->high[1]))
			return true;
	return false;
}

bool
actions_depend(const Action *a, const Action *b)
{
	if (a->thread == b->thread || are_high_together(a, b))
		return true;
	if (a->object != b->object)
		return false;
	if (a->kind == ACTION_SEND || a->kind == ACTION_RECEIVE)
		return a->kind == b->kind;
	return !(a->kind == ACTION_GIVE && b->kind == ACTION_GIVE);
}

bool
action_gets(const Action *receive, const Action *message)
{
	uint32_t asked = receive->asked, type = message->type;

	return receive->node == message->node && receive->event == message->event
		&& (asked == 0 || type == 0 || (asked & type));
}

/* An object's clocks: of all events that have taken from it, or given to it. */
typedef struct ObjectClocks {
	uint32_t *taken, *given;
	uint32_t **sent; /* [nsent] of a route: of the send of each message */
	uint32_t nsent;
} ObjectClocks;

typedef struct Making {
	Arena *arena;
	ActionTrace t;
	ObjectClocks *object; /* [nobjects] */
	uint32_t nobjects;
	Table known;          /* semaphores */
	Table others;         /* of ACTION_BEFORE and ACTION_AFTER */
	Table high;           /* nodes with threads of high priority */
} Making;

static uint32_t *
new_clock(Making *m)
{
	return arena_alloc(m->arena, m->t.nthreads + 1, sizeof(uint32_t));
}

static void
join(const Making *m, uint32_t *to, const uint32_t *from)
{
	for (uint32_t i = 0; i < m->t.nthreads; i++)
		to[i] = to[i] > from[i] ? to[i] : from[i];
}

static uint32_t *
copy_clock(Making *m, const uint32_t *from)
{
	return memcpy(new_clock(m), from, m->t.nthreads * sizeof *from);
}

/* clocks_at: of an object. The address is valid until the next call. */
static ObjectClocks *
clocks_at(Making *m, Table *t, uint64_t object)
{
	const TableSlot *s = table_find(t, object);

	if (s)
		return &m->object[s->number];
	table_put(t, object, m->nobjects);
	m->object = arena_more(m->arena, m->object, m->nobjects, sizeof *m->object);
	m->object[m->nobjects] = (ObjectClocks){new_clock(m), new_clock(m), NULL, 0};
	return &m->object[m->nobjects++];
}

static ObjectClocks *
clocks_of(Making *m, const Action *a)
{
	return clocks_at(m, action_is_chosen(a) ? &m->known : &m->others, a->object);
}

/* add_silent: an event that only orders threads. */
static void
add_silent(Making *m, const Action *a)
{
	ObjectClocks *o = clocks_of(m, a);

	if (a->kind == ACTION_BEFORE)
		join(m, o->given, m->t.now[a->thread]);
	else
		join(m, m->t.now[a->thread], o->given);
}

/* join_dependent: what comes before an action of the object. */
static void
join_dependent(const Making *m, const ObjectClocks *o, const Action *a, uint32_t *now)
{
	switch (a->kind) {
	case ACTION_GIVE: join(m, now, o->taken); break;
	case ACTION_SEND: join(m, now, o->given); break;
	case ACTION_RECEIVE:
		join(m, now, o->taken);
		if (a->number < o->nsent)
			join(m, now, o->sent[a->number]);
		break;
	default:
		join(m, now, o->taken);
		join(m, now, o->given);
	}
}

/* join_high: what comes before an action on nodes with threads of high priority; done: or after. */
static void
join_high(Making *m, const Action *a, uint32_t *now, bool done)
{
	for (int i = 0; i < 2; i++)
		if (a->high[i] != 0) {
			uint32_t *clock = clocks_at(m, &m->high, a->high[i])->taken;

			join(m, done ? clock : now, done ? now : clock);
		}
}

static void
keep_sent(Making *m, ObjectClocks *o, uint32_t *clock)
{
	o->sent = arena_more(m->arena, o->sent, o->nsent, sizeof *o->sent);
	o->sent[o->nsent++] = clock;
}

static void
add_chosen(Making *m, const Action *a)
{
	uint32_t *now = m->t.now[a->thread];
	ObjectClocks *o;
	TraceEvent *e = &m->t.event[m->t.n++];
	bool gives = a->kind == ACTION_GIVE || a->kind == ACTION_SEND;

	*e = (TraceEvent){.action = a, .before = copy_clock(m, now)};
	join_high(m, a, now, false);
	join_dependent(m, clocks_of(m, a), a, now);
	e->number = ++now[a->thread];
	join_high(m, a, now, true);
	o = clocks_of(m, a);
	join(m, gives ? o->given : o->taken, now);
	e->clock = copy_clock(m, now);
	if (a->kind == ACTION_SEND)
		keep_sent(m, o, e->clock);
}

ActionTrace
trace_make(Arena *a, const Play *p)
{
	Making m = {.arena = a, .t = {.nthreads = p->nthreads}, .known = {.arena = a},
		.others = {.arena = a}, .high = {.arena = a}};

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
