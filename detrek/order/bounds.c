/*
 * bounds.c - proves which events must have happened before others, by reasoning in polynomial time.
 *
 * The state right after an event f lies in a box (ranges of event counts), which box.c narrows.
 *
 * From above (bounds_fixpoint): start with any claimed stamps. Drop a claim "k events of task a
 * happen before f" unless the box of f with fewer than k events of a is empty. The rules use only
 * claims about other events in the box, which happened before f. All claims that remain are true,
 * by induction along any execution: the first event that violated a claim would contradict true
 * claims about earlier events. This also proves claims that support each other in a circle;
 * reasoning from below never finds such claims.
 *
 * From below (bounds_probe): assume that task a stops after k events, and raise the true stamps by
 * the rules. An event whose box becomes empty cannot happen under this assumption, so it needs
 * event k + 1 of a.
 */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

void
bounds_uncap(Bounds *b)
{
	for (uint32_t i = 0; i < b->net->t->ntasks; i++)
		b->cap[i] = sem_task_length(b->net->t, i);
}

/* event_stamp: the event's row: for each task, how many of its events precede it. */
static Count *
event_stamp(const Bounds *b, uint32_t event)
{
	return sem_stamp_row(b->net->t, b->stamp, event);
}

void
bounds_set_after_event(Bounds *b, uint32_t e)
{
	const SemTrace *t = b->net->t;
	uint32_t own = t->event[e].task, k = sem_event_number(t, e);

	memcpy(b->lo, event_stamp(b, e), t->ntasks * sizeof *b->lo);
	if (k > 1)
		counts_join(b->lo, event_stamp(b, e - 1), t->ntasks);
	memcpy(b->hi, b->cap, t->ntasks * sizeof *b->hi);
	for (uint32_t i = 0; i < t->ntasks; i++)
		while (b->hi[i] > 0 && bounds_stamp(b, i, b->hi[i])[own] >= k)
			b->hi[i]--;
	b->hi[own] = k;
}

/* claim_nothing: let the stamp of event e claim nothing, except that e's own task has reached e. */
static void
claim_nothing(Bounds *b, uint32_t e)
{
	const SemTrace *t = b->net->t;
	Count *stamp = event_stamp(b, e);

	memset(stamp, 0, t->ntasks * sizeof *stamp);
	stamp[t->event[e].task] = sem_event_number(t, e);
}

bool
bounds_refute(Bounds *b, uint32_t e, uint32_t task, Count k)
{
	size_t size = b->net->t->ntasks * sizeof *b->aside;
	bool empty;

	memcpy(b->aside, event_stamp(b, e), size);
	claim_nothing(b, e);
	bounds_set_after_event(b, e);
	b->hi[task] = b->hi[task] < k ? b->hi[task] : k - 1;
	empty = !bounds_narrow(b);
	memcpy(event_stamp(b, e), b->aside, size);
	return empty;
}

/*
 * drop_unproven: drop, from the stamp claimed for event e, those entries that cannot be proven;
 * true if any was dropped.
 */
static bool
drop_unproven(Bounds *b, uint32_t e)
{
	const SemTrace *t = b->net->t;
	Count *stamp = event_stamp(b, e);
	bool dropped = false;

	for (uint32_t i = 0; i < t->ntasks; i++) {
		Count least = sem_event_number(t, e) > 1 ? event_stamp(b, e - 1)[i] : 0;

		if (i == t->event[e].task)
			continue;
		for (; stamp[i] > least && !bounds_refute(b, e, i, stamp[i]); dropped = true)
			stamp[i]--;
	}
	return dropped;
}

bool
bounds_fixpoint(Bounds *b, Deadline *d)
{
	const SemTrace *t = b->net->t;
	bool dropped = true;

	while (dropped) {
		dropped = false;
		for (uint32_t i = 0; i < t->nevents; i++) {
			if (deadline_passed(d))
				return false;
			dropped |= drop_unproven(b, t->observed[i]);
		}
	}
	return true;
}

void
bounds_claim_nothing(Bounds *b)
{
	for (uint32_t e = 0; e < b->net->t->nevents; e++)
		claim_nothing(b, e);
}

/*
 * raise_stamp: raise the entries of event e's stamp (for each task, how many of its events come
 * first) as far as the caps prove them. If e cannot happen under the caps, cap its task before e.
 * True if anything has changed.
 */
static bool
raise_stamp(Bounds *b, uint32_t e)
{
	const SemTrace *t = b->net->t;
	uint32_t own = t->event[e].task, k = sem_event_number(t, e);

	if (k > b->cap[own])
		return false;
	bounds_set_after_event(b, e);
	if (!bounds_narrow(b)) {
		b->cap[own] = k - 1;
		return true;
	}
	return counts_join(event_stamp(b, e), b->lo, t->ntasks);
}

bool
bounds_probe(Bounds *b, uint32_t task, Count k, Deadline *d)
{
	const SemTrace *t = b->net->t;
	size_t size = (size_t)t->nevents * t->ntasks * sizeof *b->stamp;
	Count *kept = xmalloc(size);
	bool changed = true;

	memcpy(kept, b->stamp, size);
	b->cap[task] = k;
	while (changed && !deadline_passed(d)) {
		changed = false;
		for (uint32_t i = 0; i < t->nevents; i++)
			changed |= raise_stamp(b, t->observed[i]);
	}
	memcpy(b->stamp, kept, size);
	free(kept);
	for (uint32_t i = 0; i < t->ntasks; i++) {
		for (Count j = b->cap[i]; i != task && j < sem_task_length(t, i); j++) {
			Count *entry = &event_stamp(b, t->first[i] + j)[task];

			*entry = *entry > k ? *entry : k + 1;
		}
	}
	bounds_uncap(b);
	return !d->over;
}
