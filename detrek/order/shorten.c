/*
 * shorten.c - shortens an execution to a deadlock: removes those events without which the tasks of
 * a knot still wait for ever.
 *
 * First, the end of the execution, in which these tasks already wait, is dropped. Then, from the
 * end to the beginning, the last events of each other task are dropped, as long as each remaining
 * wait has its signal, and no other task could release a task of the knot. So a run that is forced
 * to follow the execution depends on as few of the program's operations as possible.
 */
#include "solve.h"

#include <stdlib.h>

/* An execution while events are left out of it. */
typedef struct Shortening {
	const Gifts *gifts;    /* borrowed, like the next two */
	const uint32_t *waits; /* [ntasks] the knot: as in DeadlockKind */
	Schedule *way;
	SemState state;        /* the state after all events that cut_end keeps */
	int32_t *after;        /* [way->nevents] value of the event's semaphore after it */
	int32_t *least;        /* [nsems] least value of the semaphore from here to the end */
	Count *kept;           /* [ntasks] events that are kept */
} Shortening;

/* is_in_knot: tell if the task waits in the deadlock that the way leads to. */
static bool
is_in_knot(const Shortening *x, uint32_t task)
{
	return x->waits[task] != NO_EVENT;
}

/*
 * is_awaited: true if a task of the knot (tasks that wait for each other for ever) waits for the
 * semaphore.
 */
static bool
is_awaited(const Shortening *x, uint32_t sem)
{
	for (uint32_t i = 0; i < x->gifts->net->t->ntasks; i++)
		if (x->waits[i] == sem)
			return true;
	return false;
}

/*
 * could_release: true if the task, after its first `done` events, could still release a task of the
 * knot (tasks that wait for each other for ever).
 */
static bool
could_release(const Shortening *x, uint32_t task, Count done)
{
	const SemNet *net = x->gifts->net;

	for (uint32_t s = 0; s < net->t->nsems; s++) {
		uint32_t n;
		const SemShare *y = semnet_shares(net, s, &n);

		for (uint32_t i = 0; i < n; i++)
			if (y[i].task == task && gifts_can_give(x->gifts, &y[i], done)
				&& is_awaited(x, s))
				return true;
	}
	return false;
}

/* ---- the end ---- */

/*
 * is_closed: true if the tasks of the knot wait for each other for ever, once each has done its
 * events of the execution.
 */
static bool
is_closed(const Shortening *x)
{
	for (uint32_t i = 0; i < x->gifts->net->t->ntasks; i++)
		if (is_in_knot(x, i) ? x->state.value[x->waits[i]] > 0
			: could_release(x, i, x->state.done[i]))
			return false;
	return true;
}

/*
 * cut_end: cut the execution off behind the first state from which the tasks of the knot wait for
 * each other for ever.
 */
static void
cut_end(Shortening *x)
{
	const SemTrace *t = x->gifts->net->t;
	const uint32_t *event = x->way->event;
	uint32_t last = x->way->nevents, n = 0;

	while (last > 0 && !is_in_knot(x, t->event[event[last - 1]].task))
		last--;
	while (n < last || !is_closed(x)) {
		const SemEvent *e = &t->event[event[n]];

		semstate_step(&x->state, e->task);
		x->after[n++] = x->state.value[e->sem];
	}
	x->way->nevents = n;
}

/* ---- other tasks ---- */

/*
 * is_needed: true if the i-th event may not be left out, given the later events that are left out.
 */
static bool
is_needed(const Shortening *x, uint32_t i)
{
	const SemTrace *t = x->gifts->net->t;
	const SemEvent *e = &t->event[x->way->event[i]];

	return is_in_knot(x, e->task)
		|| x->kept[e->task] != sem_event_number(t, x->way->event[i])
		|| (e->wait ? is_awaited(x, e->sem) : x->least[e->sem] < 1)
		|| could_release(x, e->task, x->kept[e->task] - 1);
}

/*
 * cut_needless_events: remove, from the end of the execution on, each event without which the other
 * events can still happen.
 */
static void
cut_needless_events(Shortening *x)
{
	const SemTrace *t = x->gifts->net->t;
	uint32_t *event = x->way->event, n = x->way->nevents, to = n;

	for (uint32_t s = 0; s < t->nsems; s++)
		x->least[s] = INT32_MAX / 2;
	for (uint32_t i = 0; i < t->ntasks; i++)
		x->kept[i] = x->state.done[i];
	for (uint32_t i = n; i-- > 0;) {
		const SemEvent *e = &t->event[event[i]];

		if (x->after[i] < x->least[e->sem])
			x->least[e->sem] = x->after[i];
		if (is_needed(x, i)) {
			event[--to] = event[i];
			continue;
		}
		x->least[e->sem] += e->wait ? 1 : -1;
		x->kept[e->task]--;
	}
	x->way->nevents = n - to;
	for (uint32_t i = 0; i < n - to; i++)
		event[i] = event[to + i];
}

void
knot_shorten(const Gifts *g, const uint32_t *waits, Schedule *way)
{
	const SemTrace *t = g->net->t;
	Shortening x = {g, waits, way, semstate_new(g->net),
		.after = xcalloc(way->nevents + 1, sizeof *x.after),
		.least = xcalloc(t->nsems + 1, sizeof *x.least),
		.kept = xcalloc(t->ntasks, sizeof *x.kept)};

	cut_end(&x);
	cut_needless_events(&x);
	semstate_free(&x.state);
	free(x.after);
	free(x.least);
	free(x.kept);
}
