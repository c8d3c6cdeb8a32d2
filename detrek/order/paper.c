/*
 * paper.c - the methods of the papers, for comparison.
 *
 * original    D. P. Helmbold, C. E. McDowell, J.-Z. Wang, "Determining possible event orders by
 *             analyzing sequential traces" (1993): first the canonical execution, in which the k-th
 *             signal on a semaphore releases its k-th wait; then the rewind, which removes the
 *             orders that depend on this pairing: a wait keeps only those that hold for any signal.
 * recursive   D. P. Helmbold, C. E. McDowell, T. Haining: after the rewind, the expansion. The
 *             events that must have happened before an event need signals, which Observations 1 to
 *             3 count (rule 3 of box.c). Observation 4: if more signals are needed, one of the
 *             remaining signals came next; assume each of them in turn, expand again with one level
 *             less, and keep what follows in all cases. Events are expanded until nothing changes.
 *
 * Both follow our reading of the papers; docs/order.md compares our figures with the printed ones.
 */
#include "solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The stamps that a method of the papers computes. */
typedef struct Paper {
	const SemTrace *t;
	Bounds b;
	Count *scratch; /* [(depth + 1) * 2 * ntasks] two stamps for each level */
} Paper;

/* event_stamp: the event's row: for each task, how many of its events precede it. */
static Count *
event_stamp(const Paper *p, uint32_t event)
{
	return sem_stamp_row(p->t, p->b.stamp, event);
}

/* set_canonical_stamps: set each event's stamp to that of the observed order. */
static void
set_canonical_stamps(Paper *p)
{
	Observer o = observer_new(p->t, CLOCK_PLAIN);
	VClock stamp;
	uint32_t e;

	while (observer_next(&o, &e, &stamp))
		memcpy(event_stamp(p, e), stamp.at, p->t->ntasks * sizeof *stamp.at);
	observer_free(&o);
}

/*
 * next_signal: the task's first signal on sem that follows its first k events and does not have to
 * come after event e. Stamps grow along a task, so this signal's stamp is the smallest of all such
 * signals. Returns the event or NO_EVENT.
 */
static uint32_t
next_signal(const Paper *p, uint32_t task, uint32_t sem, Count k, uint32_t e)
{
	const SemTrace *t = p->t;
	uint32_t own = t->event[e].task;

	for (uint32_t i = t->first[task] + k; i < t->first[task + 1]; i++) {
		if (event_stamp(p, i)[own] >= sem_event_number(t, e))
			return NO_EVENT;
		if (t->event[i].sem == sem && !t->event[i].wait)
			return i;
	}
	return NO_EVENT;
}

/*
 * take_smaller: lower each entry of `least` to that of `with` if that is smaller; first: copy all
 * entries instead.
 */
static void
take_smaller(Count *least, const Count *with, uint32_t n, bool first)
{
	for (uint32_t i = 0; i < n; i++)
		least[i] = first || with[i] < least[i] ? with[i] : least[i];
}

/*
 * rewind_event: find the events that surely come before a wait: those before it in its task, and
 * those before all signals that may release it.
 */
static bool
rewind_event(Paper *p, uint32_t e)
{
	const SemTrace *t = p->t;
	const SemEvent *event = &t->event[e];
	Count *stamp = event_stamp(p, e), *sure = p->scratch;
	bool first = true, changed = false;

	memset(sure, 0, t->ntasks * sizeof *sure);
	for (uint32_t i = 0; i < t->ntasks && event->wait; i++) {
		uint32_t signal = next_signal(p, i, event->sem, 0, e);

		if (signal == NO_EVENT)
			continue;
		take_smaller(sure, event_stamp(p, signal), t->ntasks, first);
		first = false;
	}
	if (sem_event_number(t, e) > 1)
		counts_join(sure, event_stamp(p, e - 1), t->ntasks);
	sure[event->task] = sem_event_number(t, e);
	for (uint32_t i = 0; i < t->ntasks; i++) {
		changed |= sure[i] < stamp[i];
		stamp[i] = sure[i] < stamp[i] ? sure[i] : stamp[i];
	}
	return changed;
}

/* semaphore_balance: signals minus waits on sem in a state. */
static int64_t
semaphore_balance(const Paper *p, const Count *done, uint32_t sem)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < p->t->ntasks; i++)
		sum += semnet_balance(p->b.net, sem, i)[done[i]];
	return sum;
}

/*
 * count_signals: derive by observations 1 to 3 the other events that must have happened before
 * e, given `done`; false if e is then impossible.
 */
static bool
count_signals(Paper *p, uint32_t e, Count *done)
{
	bounds_set_after_event(&p->b, e);
	counts_join(p->b.lo, done, p->t->ntasks);
	if (!bounds_narrow(&p->b))
		return false;
	memcpy(done, p->b.lo, p->t->ntasks * sizeof *done);
	return true;
}

static bool expand_done(Paper *p, uint32_t e, Count *done, uint32_t depth);

/*
 * suppose_signals: apply observation 4 to one semaphore that lacks a signal; false if no signal
 * can be the next.
 */
static bool
suppose_signals(Paper *p, uint32_t e, Count *done, uint32_t sem, uint32_t depth, bool *changed)
{
	uint32_t n = p->t->ntasks;
	Count *then = p->scratch + (size_t)depth * 2 * n, *all = then + n;
	bool first = true;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t signal = next_signal(p, i, sem, done[i], e);

		if (signal == NO_EVENT)
			continue;
		memcpy(then, done, n * sizeof *then);
		counts_join(then, event_stamp(p, signal), n);
		if (!expand_done(p, e, then, depth - 1))
			continue;
		take_smaller(all, then, n, first);
		first = false;
	}
	*changed = !first && counts_join(done, all, n);
	return !first;
}

/*
 * expand_done: add to `done` the events that must precede e; returns false if e then cannot happen.
 */
static bool
expand_done(Paper *p, uint32_t e, Count *done, uint32_t depth)
{
	bool changed = true;

	while (changed) {
		changed = false;
		if (!count_signals(p, e, done))
			return false;
		for (uint32_t s = 0; depth > 0 && s < p->t->nsems && !changed; s++)
			if (semaphore_balance(p, done, s) < 0 &&
			    !suppose_signals(p, e, done, s, depth, &changed))
				return false;
	}
	return true;
}

/* expand_event: add to the stamp of e the events that must precede e; true if it has changed. */
static bool
expand_event(Paper *p, uint32_t e, uint32_t depth)
{
	const SemTrace *t = p->t;
	Count *done = p->scratch; /* level 0, without assumptions */
	bool possible;

	memcpy(done, event_stamp(p, e), t->ntasks * sizeof *done);
	if (sem_event_number(t, e) > 1)
		counts_join(done, event_stamp(p, e - 1), t->ntasks);
	possible = expand_done(p, e, done, depth);
	assert(possible); /* the event did happen in the trace */
	return counts_join(event_stamp(p, e), done, t->ntasks);
}

void
paper_orders(const SemNet *net, bool recursive, uint32_t depth, Deadline *d, Orders *o)
{
	const SemTrace *t = net->t;
	Paper p = {.t = t, .b = bounds_new(net)};
	bool changed = true;

	p.scratch = xcalloc(((size_t)depth + 1) * 2 * t->ntasks, sizeof *p.scratch);
	set_canonical_stamps(&p);
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < t->nevents; i++)
			changed |= rewind_event(&p, t->observed[i]);
	}
	for (changed = recursive; changed && !deadline_passed(d);) {
		changed = false;
		for (uint32_t i = 0; i < t->nevents && !deadline_passed(d); i++)
			changed |= expand_event(&p, t->observed[i], depth);
	}
	free(p.scratch);
	o->low = p.b.stamp;
	p.b.stamp = NULL;
	bounds_free(&p.b);
}
