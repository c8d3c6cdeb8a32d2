/*
 * box.c - narrows the box that contains an unknown state.
 *
 * The state right after some event is unknown, but it lies in a box: for each task, between two
 * event counts lo and hi. Three rules narrow the box until nothing changes:
 *
 *   1. the event at the lower end of a task has happened, and therefore all events in its stamp;
 *   2. an event whose stamp exceeds the upper ends has not happened;
 *   3. no semaphore's value is below zero: the other tasks contribute at most their best balances
 *      (signals minus waits) in the box, so this task must contribute the rest.
 *
 * Rule 3 covers Observations 1 to 3 of Helmbold, McDowell and Haining: k waits need k signals,
 * signals after waits on the same semaphore do not count, waits on all semaphores count.
 *
 * Only changes are processed: rule 1 for a raised lower end, rule 2 for all upper ends if one of
 * them was lowered, and rule 3 for the semaphores of the events that an end has passed.
 */
#include "solve.h"

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
	b.raised = xcalloc(t->ntasks, sizeof *b.raised);
	b.touched = xcalloc(t->nsems, sizeof *b.touched);
	b.sem = xcalloc(t->nsems, sizeof *b.sem);
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
	free(b->raised);
	free(b->touched);
	free(b->sem);
	free(b->most);
	free(b->aside);
	free(b->stamp);
	*b = (Bounds){0};
}

/* touch_semaphore: mark a semaphore whose signals and waits must be compared again. */
static void
touch_semaphore(Bounds *b, uint32_t sem)
{
	if (!b->touched[sem])
		b->sem[b->nsems++] = sem;
	b->touched[sem] = true;
}

/*
 * touch_events: mark the semaphores of a task's events after the first `from`, up to the first
 * `to`.
 */
static void
touch_events(Bounds *b, uint32_t task, Count from, Count to)
{
	const SemEvent *e = b->net->t->event + b->net->t->first[task];

	for (Count k = from; k < to; k++)
		touch_semaphore(b, e[k].sem);
}

void
bounds_raise(Bounds *b, uint32_t task, Count k)
{
	if (k <= b->lo[task])
		return;
	if (k > b->hi[task]) {
		b->empty = true;
		return;
	}
	touch_events(b, task, b->lo[task], k);
	b->lo[task] = k;
	b->raised[task] = true;
}

void
bounds_lower(Bounds *b, uint32_t task, Count k)
{
	if (k >= b->hi[task])
		return;
	if (k < b->lo[task]) {
		b->empty = true;
		return;
	}
	touch_events(b, task, k, b->hi[task]);
	b->hi[task] = k;
	b->lowered = true;
}

/* apply_stamp: apply rule 1 of the file's head to one task. */
static void
apply_stamp(Bounds *b, uint32_t task)
{
	b->raised[task] = false;
	if (b->lo[task] > 0) {
		const Count *stamp = bounds_stamp(b, task, b->lo[task]);

		for (uint32_t i = 0; i < b->net->t->ntasks; i++)
			bounds_raise(b, i, stamp[i]);
	}
}

/* apply_ends: apply rule 2 of the file's head to all tasks. */
static void
apply_ends(Bounds *b)
{
	uint32_t ntasks = b->net->t->ntasks;

	b->lowered = false;
	for (uint32_t i = 0; i < ntasks; i++) {
		Count k = b->hi[i];

		while (k > 0 && !counts_leq(bounds_stamp(b, i, k), b->hi, ntasks))
			k--;
		bounds_lower(b, i, k);
	}
}

/*
 * best_balance: the largest value, in the range of the box, of signals minus waits of a share (a
 * task's events on one semaphore).
 */
static int32_t
best_balance(const Bounds *b, const SemShare *x)
{
	uint32_t first = x->nsteps[b->lo[x->task]], last = x->nsteps[b->hi[x->task]];
	int32_t most = x->sum[first];

	for (uint32_t i = first + 1; i <= last; i++)
		most = x->sum[i] > most ? x->sum[i] : most;
	return most;
}

/*
 * balance_share: for a share (a task's events on one semaphore), move the ends of the task's range
 * to the nearest places at which its signals exceed its waits by at least `least`. Such places must
 * exist.
 */
static void
balance_share(Bounds *b, const SemShare *x, int32_t least)
{
	uint32_t first = x->nsteps[b->lo[x->task]], last = x->nsteps[b->hi[x->task]];
	uint32_t low = first, high = last;

	while (x->sum[low] < least)
		low++;
	while (x->sum[high] < least)
		high--;
	if (low > first)
		bounds_raise(b, x->task, x->at[low]);
	if (high < last)
		bounds_lower(b, x->task, x->at[high + 1] - 1);
}

/* balance_semaphore: apply rule 3 of the file's head to one semaphore. */
static void
balance_semaphore(Bounds *b, uint32_t sem)
{
	uint32_t n;
	const SemShare *x = semnet_shares(b->net, sem, &n);
	int32_t sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += b->most[i] = best_balance(b, &x[i]);
	if (sum < 0) {
		b->empty = true;
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		balance_share(b, &x[i], b->most[i] - sum);
}

bool
bounds_has_pending(const Bounds *b)
{
	return b->empty || b->nsems > 0 || b->lowered; /* a raised end marks semaphores */
}

/* forget_marks: clear all marks of pending work. */
static void
forget_marks(Bounds *b)
{
	while (b->nsems > 0)
		b->touched[b->sem[--b->nsems]] = false;
	memset(b->raised, 0, b->net->t->ntasks * sizeof *b->raised);
	b->lowered = b->empty = false;
}

void
bounds_set(Bounds *b, const Count *lo, const Count *hi)
{
	size_t size = b->net->t->ntasks * sizeof *lo;

	forget_marks(b);
	memcpy(b->lo, lo, size);
	memcpy(b->hi, hi, size);
}

bool
bounds_propagate(Bounds *b)
{
	while (bounds_has_pending(b)) {
		uint32_t sem;

		for (uint32_t i = 0; i < b->net->t->ntasks; i++)
			if (b->raised[i])
				apply_stamp(b, i);
		if (b->lowered)
			apply_ends(b);
		if (b->empty) {
			forget_marks(b);
			return false;
		}
		if (b->nsems == 0)
			continue;
		sem = b->sem[--b->nsems];
		b->touched[sem] = false;
		balance_semaphore(b, sem);
	}
	return true;
}

bool
bounds_narrow(Bounds *b)
{
	const SemTrace *t = b->net->t;

	if (!counts_leq(b->lo, b->hi, t->ntasks))
		return false;
	for (uint32_t s = 0; s < t->nsems; s++)
		touch_semaphore(b, s);
	memset(b->raised, true, t->ntasks * sizeof *b->raised);
	b->lowered = true;
	return bounds_propagate(b);
}
