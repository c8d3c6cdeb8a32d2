/*
 * order_bounds.c - what must have happened, by reasoning alone, in polynomial time.
 *
 * The state right after an event f is unknown, but lies in a box: between lo and hi, a pair of
 * counts for each task. The box is narrowed by three rules until nothing changes:
 *
 *   1. the event at the lower end of a task has happened, so what its stamp says has;
 *   2. an event whose stamp goes beyond the upper ends has not happened;
 *   3. no semaphore is below zero: of its balance (signals less waits) the other tasks bring at
 *      most so much, each at its best place in the box, so this task must bring the rest.
 *
 * Rule 3 holds Observations 1 to 3 of Helmbold, McDowell and Haining: k waits need k signals,
 * signals behind waits on the same semaphore do not count, waits on all semaphores count.
 *
 * From above (bounds_settle): take any claimed stamps, and drop a claim "k events of task a
 * before f" unless the box of f with fewer than k is empty. The rules use the claims of other
 * events in the box only; those happened before f. So the claims that all stay together are
 * true, by induction along any execution: the first event to break one would have broken it
 * in spite of true claims before it. Circular reasons, which reasoning from below never gains,
 * cost nothing here.
 *
 * From below (bounds_probe): in the program where task a stops after k events, grow the true
 * stamps by the rules; events whose box is empty do not happen there, so they need event k + 1.
 */
#include "order_solve.h"

#include <stdlib.h>
#include <string.h>

Bounds
bounds_new(const SemNet *net)
{
	const SemTrace *t = net->t;
	Bounds b = {.net = net};

	b.cap = xcalloc(t->ntasks, sizeof *b.cap);
	b.lo = xcalloc(t->ntasks, sizeof *b.lo);
	b.hi = xcalloc(t->ntasks, sizeof *b.hi);
	b.most = xcalloc(t->ntasks, sizeof *b.most);
	b.aside = xcalloc(t->ntasks, sizeof *b.aside);
	b.stamp = xcalloc((size_t)t->nevents * t->ntasks, sizeof *b.stamp);
	bounds_uncap(&b);
	return b;
}

void
bounds_free(Bounds *b)
{
	free(b->cap);
	free(b->lo);
	free(b->hi);
	free(b->most);
	free(b->aside);
	free(b->stamp);
	*b = (Bounds){0};
}

void
bounds_uncap(Bounds *b)
{
	for (uint32_t i = 0; i < b->net->t->ntasks; i++)
		b->cap[i] = sem_length(b->net->t, i);
}

static Count *
stamp_of(const Bounds *b, uint32_t event)
{
	return sem_row(b->net->t, b->stamp, event);
}

/* The stamp of the last of the first k events of task, k >= 1. */
static const Count *
stamp_at(const Bounds *b, uint32_t task, Count k)
{
	return stamp_of(b, b->net->t->first[task] + k - 1);
}

/* Rules 1 and 2; true if the box changed. */
static bool
close_box(Bounds *b)
{
	uint32_t ntasks = b->net->t->ntasks;
	bool changed = false;

	for (uint32_t i = 0; i < ntasks; i++)
		if (b->lo[i] > 0)
			changed |= counts_join(b->lo, stamp_at(b, i, b->lo[i]), ntasks);
	for (uint32_t i = 0; i < ntasks; i++) {
		while (b->hi[i] > 0 && !counts_leq(stamp_at(b, i, b->hi[i]), b->hi, ntasks)) {
			b->hi[i]--;
			changed = true;
		}
	}
	return changed;
}

/* Rule 3 for one semaphore; false if the box is empty. */
static bool
balance(Bounds *b, uint32_t sem, bool *changed)
{
	uint32_t ntasks = b->net->t->ntasks;
	int32_t sum = 0;

	for (uint32_t i = 0; i < ntasks; i++) {
		const int32_t *net = semnet_balance(b->net, sem, i);
		int32_t most = net[b->lo[i]];

		for (Count k = b->lo[i] + 1; k <= b->hi[i]; k++)
			most = net[k] > most ? net[k] : most;
		b->most[i] = most;
		sum += most;
	}
	if (sum < 0)
		return false;
	for (uint32_t i = 0; i < ntasks; i++) {
		const int32_t *net = semnet_balance(b->net, sem, i);
		int32_t least = b->most[i] - sum;

		for (; net[b->lo[i]] < least; *changed = true)
			b->lo[i]++;
		for (; net[b->hi[i]] < least; *changed = true)
			b->hi[i]--;
	}
	return true;
}

bool
bounds_narrow(Bounds *b)
{
	const SemTrace *t = b->net->t;
	bool changed = true;

	while (changed) {
		changed = close_box(b);
		if (!counts_leq(b->lo, b->hi, t->ntasks))
			return false;
		for (uint32_t s = 0; s < t->nsems; s++)
			if (!balance(b, s, &changed))
				return false;
	}
	return true;
}

/* What needs e has not happened yet. */
void
bounds_open(Bounds *b, uint32_t e)
{
	const SemTrace *t = b->net->t;
	uint32_t own = t->event[e].task, k = sem_number(t, e);

	memcpy(b->lo, stamp_of(b, e), t->ntasks * sizeof *b->lo);
	if (k > 1)
		counts_join(b->lo, stamp_of(b, e - 1), t->ntasks);
	memcpy(b->hi, b->cap, t->ntasks * sizeof *b->hi);
	for (uint32_t i = 0; i < t->ntasks; i++)
		while (b->hi[i] > 0 && stamp_at(b, i, b->hi[i])[own] >= k)
			b->hi[i]--;
	b->hi[own] = k;
}

/* Nothing is claimed for e but that its task is at it. */
static void
claim_nothing(Bounds *b, uint32_t e)
{
	const SemTrace *t = b->net->t;
	Count *stamp = stamp_of(b, e);

	memset(stamp, 0, t->ntasks * sizeof *stamp);
	stamp[t->event[e].task] = sem_number(t, e);
}

bool
bounds_refute(Bounds *b, uint32_t e, uint32_t task, Count k)
{
	size_t size = b->net->t->ntasks * sizeof *b->aside;
	bool empty;

	memcpy(b->aside, stamp_of(b, e), size);
	claim_nothing(b, e);
	bounds_open(b, e);
	b->hi[task] = b->hi[task] < k ? b->hi[task] : k - 1;
	empty = !bounds_narrow(b);
	memcpy(stamp_of(b, e), b->aside, size);
	return empty;
}

/* Drop what cannot be upheld of the claims of e; true if some was dropped. */
static bool
settle_event(Bounds *b, uint32_t e)
{
	const SemTrace *t = b->net->t;
	Count *stamp = stamp_of(b, e);
	bool dropped = false;

	for (uint32_t i = 0; i < t->ntasks; i++) {
		Count least = sem_number(t, e) > 1 ? stamp_of(b, e - 1)[i] : 0;

		if (i == t->event[e].task)
			continue;
		for (; stamp[i] > least && !bounds_refute(b, e, i, stamp[i]); dropped = true)
			stamp[i]--;
	}
	return dropped;
}

bool
bounds_settle(Bounds *b, Deadline *d)
{
	const SemTrace *t = b->net->t;
	bool dropped = true;

	while (dropped) {
		dropped = false;
		for (uint32_t i = 0; i < t->nevents; i++) {
			if (deadline_passed(d))
				return false;
			dropped |= settle_event(b, t->observed[i]);
		}
	}
	return true;
}

void
bounds_nothing(Bounds *b)
{
	for (uint32_t e = 0; e < b->net->t->nevents; e++)
		claim_nothing(b, e);
}

/* Grow the stamp of e within the caps, or cap its task before it; true if something changed. */
static bool
grow(Bounds *b, uint32_t e)
{
	const SemTrace *t = b->net->t;
	uint32_t own = t->event[e].task, k = sem_number(t, e);

	if (k > b->cap[own])
		return false;
	bounds_open(b, e);
	if (!bounds_narrow(b)) {
		b->cap[own] = k - 1;
		return true;
	}
	return counts_join(stamp_of(b, e), b->lo, t->ntasks);
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
			changed |= grow(b, t->observed[i]);
	}
	memcpy(b->stamp, kept, size);
	free(kept);
	for (uint32_t i = 0; i < t->ntasks; i++) {
		for (Count j = b->cap[i]; i != task && j < sem_length(t, i); j++) {
			Count *entry = &stamp_of(b, t->first[i] + j)[task];

			*entry = *entry > k ? *entry : k + 1;
		}
	}
	bounds_uncap(b);
	return !d->over;
}
