/* history.c - keeps the activity of nodes by intervals of time. */
#include "history.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

enum { FINER = 2 }; /* how many times shorter an interval must be to replace another */

void
node_history_init(History *h, uint32_t nnodes)
{
	*h = (History){.nnodes = nnodes};
	h->samples = xcalloc((size_t)HISTORY * nnodes, sizeof *h->samples);
}

void
node_history_free(History *h)
{
	free(h->samples);
}

/* slot_samples: the samples in a slot, an array with one sample for each node. */
static Sample *
slot_samples(const History *h, uint32_t slot)
{
	return h->samples + (size_t)slot * h->nnodes;
}

void
node_history_copy(History *to, const History *from)
{
	History old = *to;

	*to = *from;
	to->samples = old.samples;
	for (uint32_t s = 0; s < HISTORY; s++)
		if (old.serial[s] != from->serial[s])
			memcpy(slot_samples(to, s), slot_samples(from, s),
				from->nnodes * sizeof *to->samples);
}

void
node_history_clear(History *h)
{
	h->n = 0;
	memset(h->serial, 0, sizeof h->serial);
}

const Sample *
node_history_row(const History *h, const Interval *i)
{
	return slot_samples(h, i->slot);
}

uint32_t
node_history_after(const History *h, Time at)
{
	uint32_t low = 0, high = h->n;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (h->interval[middle].end <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const Interval *
node_history_at(const History *h, Time at)
{
	uint32_t i = node_history_after(h, at);

	return i < h->n && h->interval[i].begin <= at ? &h->interval[i] : NULL;
}

/* ---- slots ---- */

/* mark_slot_changed: give a slot a new serial number, because its samples have changed. */
static void
mark_slot_changed(History *h, uint32_t slot)
{
	h->serial[slot] = ++h->last_serial;
}

/* drop_interval: remove interval i, whose slot becomes unused. */
static void
drop_interval(History *h, uint32_t i)
{
	h->serial[h->interval[i].slot] = 0;
	h->n--;
	memmove(h->interval + i, h->interval + i + 1, (h->n - i) * sizeof *h->interval);
}

/* merge_samples: the mean of two samples, weighted by the lengths of their intervals. */
static Sample
merge_samples(Sample a, double first, Sample b, double second)
{
	double all = first + second;
	Sample m = b.task ? b : a;

	m.place = b.place ? b.place : a.place;
	for (int p = 0; p < 2; p++)
		m.use[p] = (a.use[p] * first + b.use[p] * second) / all;
	m.activity = b.activity != ACTIVITY_IDLE ? b.activity
		: a.activity == ACTIVITY_RESET   ? ACTIVITY_IDLE
						 : a.activity;
	return m;
}

/* merge_next: merge interval i with the one after it. */
static void
merge_next(History *h, uint32_t i)
{
	Interval *a = &h->interval[i], *b = a + 1;
	Sample *into = slot_samples(h, a->slot);
	const Sample *from = slot_samples(h, b->slot);

	for (uint32_t n = 0; n < h->nnodes; n++)
		into[n] = merge_samples(into[n], a->end - a->begin, from[n], b->end - b->begin);
	a->end = b->end;
	mark_slot_changed(h, a->slot);
	drop_interval(h, i + 1);
}

/* shorten_history: merge two intervals, to have one less. */
static void
shorten_history(History *h)
{
	uint32_t best = HISTORY;
	Time least = NEVER;

	for (uint32_t i = 0; i + 1 < h->n; i++) {
		Time both = h->interval[i + 1].end - h->interval[i].begin;

		if (h->interval[i].end == h->interval[i + 1].begin && both < least) {
			least = both;
			best = i;
		}
	}
	if (best < HISTORY)
		merge_next(h, best);
	else
		drop_interval(h, 0);
}

/* unused_slot: a slot without an interval. */
static uint32_t
unused_slot(const History *h)
{
	uint32_t s = 0;

	while (h->serial[s] != 0)
		s++;
	return s;
}

/* insert_interval: insert an interval at index i; there must be room. */
static Interval *
insert_interval(History *h, uint32_t i, Time begin, Time end)
{
	uint32_t slot = unused_slot(h);

	memmove(h->interval + i + 1, h->interval + i, (h->n - i) * sizeof *h->interval);
	h->interval[i] = (Interval){begin, end, slot};
	h->n++;
	mark_slot_changed(h, slot);
	return &h->interval[i];
}

/* ---- intervals ---- */

/*
 * time_known: true if the time from begin to end is covered by intervals that are not much longer.
 */
static bool
time_known(const History *h, Time begin, Time end)
{
	Time at = begin;

	for (uint32_t i = node_history_after(h, begin); i < h->n && at < end; i++) {
		const Interval *v = &h->interval[i];

		if (v->begin > at || v->end - v->begin >= FINER * (end - begin))
			return false;
		at = v->end;
	}
	return at >= end;
}

/* split_interval: split the interval that contains a time in two. */
static void
split_interval(History *h, Time at)
{
	const Interval *v = node_history_at(h, at), *second;
	uint32_t i;
	Time end;

	if (!v || v->begin == at)
		return;
	i = v - h->interval;
	end = v->end;
	h->interval[i].end = at;
	second = insert_interval(h, i + 1, at, end);
	memcpy(slot_samples(h, second->slot), slot_samples(h, h->interval[i].slot),
		h->nnodes * sizeof *h->samples);
}

Sample *
node_history_add(History *h, Time begin, Time end)
{
	if (time_known(h, begin, end))
		return NULL;
	while (h->n > HISTORY - 3) /* the interval, and two that it may split */
		shorten_history(h);
	split_interval(h, begin);
	split_interval(h, end);
	for (uint32_t i = node_history_after(h, begin); i < h->n && h->interval[i].begin < end;)
		drop_interval(h, i);
	return slot_samples(h, insert_interval(h, node_history_after(h, begin), begin, end)->slot);
}
