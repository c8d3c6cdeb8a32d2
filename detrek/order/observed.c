/*
 * observed.c - computes the observed order of events as vector times.
 *
 * Signals are matched to waits by the canonical pairing: the k-th wait on a semaphore takes its
 * k-th signal. This uses plain vector clocks or, for comparison, tree clocks. Each signal must keep
 * a copy of the clock until it is taken, so a tree clock saves time in joins, but loses many times
 * more in copies (docs/order.md has the figures).
 */
#include "order.h"

#include <stdlib.h>
#include <string.h>

enum { NO_SLOT = UINT32_MAX }; /* in place of a slot's number: none */

Observer
observer_new(const SemTrace *t, OrderClock clock)
{
	Observer o = {.t = t, .clock = clock, .unused = NO_SLOT};
	size_t nclocks = clock == CLOCK_PLAIN ? t->ntasks : 1;

	o.plain = (VClock){t->ntasks, xcalloc(nclocks * t->ntasks, sizeof(Count))};
	o.tree = xcalloc(t->ntasks, sizeof *o.tree);
	for (uint32_t i = 0; i < t->ntasks && clock == CLOCK_TREE; i++)
		o.tree[i] = treeclock_new(t->ntasks);
	o.oldest = xmalloc(t->nsems * sizeof *o.oldest);
	o.newest = xmalloc(t->nsems * sizeof *o.newest);
	memset(o.oldest, 0xff, t->nsems * sizeof *o.oldest);
	memset(o.newest, 0xff, t->nsems * sizeof *o.newest);
	return o;
}

void
observer_free(Observer *o)
{
	for (uint32_t i = 0; i < o->t->ntasks && o->clock == CLOCK_TREE; i++)
		treeclock_free(&o->tree[i]);
	for (uint32_t i = 0; i < o->nslots && o->clock == CLOCK_TREE; i++)
		treeclock_free(&o->treeslot[i]);
	vclock_free(&o->plain);
	free(o->slot);
	free(o->tree);
	free(o->treeslot);
	free(o->next);
	free(o->oldest);
	free(o->newest);
	*o = (Observer){0};
}

/* add_slots: double the number of slots for the stamps of pending signals. */
static void
add_slots(Observer *o)
{
	uint32_t old = o->nslots;

	o->nslots = old ? old * 2 : 16;
	o->next = xrealloc(o->next, o->nslots * sizeof *o->next);
	if (o->clock == CLOCK_TREE)
		o->treeslot = xrealloc(o->treeslot, o->nslots * sizeof *o->treeslot);
	else
		o->slot = xrealloc(o->slot, (size_t)o->nslots * o->t->ntasks * sizeof *o->slot);
	for (uint32_t i = o->nslots; i-- > old; o->unused = i) {
		o->next[i] = o->unused;
		if (o->clock == CLOCK_TREE)
			o->treeslot[i] = treeclock_new(o->t->ntasks);
	}
}

/* slot_clock: the vector time that is kept in a slot. */
static VClock
slot_clock(const Observer *o, uint32_t slot)
{
	return (VClock){o->t->ntasks, o->slot + (size_t)slot * o->t->ntasks};
}

/*
 * append_slot: keep the present clock of a signalling task for a future wait on sem; returns the
 * slot.
 */
static uint32_t
append_slot(Observer *o, uint32_t sem)
{
	uint32_t slot;

	if (o->unused == NO_SLOT)
		add_slots(o);
	slot = o->unused;
	o->unused = o->next[slot];
	o->next[slot] = NO_SLOT;
	if (o->oldest[sem] == NO_SLOT)
		o->oldest[sem] = slot;
	else
		o->next[o->newest[sem]] = slot;
	o->newest[sem] = slot;
	return slot;
}

/*
 * remove_slot: take the oldest signal of the semaphore that no wait has taken; returns the slot
 * with its stamp.
 */
static uint32_t
remove_slot(Observer *o, uint32_t sem)
{
	uint32_t slot = o->oldest[sem];

	o->oldest[sem] = o->next[slot];
	o->next[slot] = o->unused;
	o->unused = slot; /* the slot's contents stay until the next signal */
	return slot;
}

/*
 * next_plain_stamp: the stamp of event e by vector clocks; a wait joins the oldest signal's stamp
 * to its own.
 */
static VClock
next_plain_stamp(Observer *o, const SemEvent *e)
{
	VClock now = {o->t->ntasks, o->plain.at + (size_t)e->task * o->t->ntasks};
	uint32_t slot = e->wait ? remove_slot(o, e->sem) : append_slot(o, e->sem);
	VClock signal = slot_clock(o, slot);

	vclock_tick(&now, e->task);
	if (e->wait)
		vclock_join(&now, &signal);
	else
		vclock_copy(&signal, &now);
	return now;
}

/*
 * next_tree_stamp: the stamp of event e by tree clocks; a wait joins the oldest signal's stamp to
 * its own.
 */
static VClock
next_tree_stamp(Observer *o, const SemEvent *e)
{
	TreeClock *now = &o->tree[e->task];
	uint32_t slot = e->wait ? remove_slot(o, e->sem) : append_slot(o, e->sem);

	treeclock_tick(now, e->task);
	if (e->wait)
		treeclock_join(now, &o->treeslot[slot]);
	else
		treeclock_copy(&o->treeslot[slot], now);
	treeclock_read(now, &o->plain);
	return o->plain;
}

bool
observer_next(Observer *o, uint32_t *event, VClock *stamp)
{
	const SemTrace *t = o->t;

	if (o->done == t->nevents)
		return false;
	*event = t->observed[o->done++];
	*stamp = o->clock == CLOCK_PLAIN ? next_plain_stamp(o, &t->event[*event])
		: next_tree_stamp(o, &t->event[*event]);
	return true;
}
