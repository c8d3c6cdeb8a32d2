/* crash_endings.c - counts how runs in which nodes stop have ended. */
#include "crash_endings.h"

#include "base/list.h"

#include <stdlib.h>

/* ---- which runs have ended alike ---- */

/* ends_well: true if the trial's program has ended by itself with status 0. */
static bool
ends_well(const Trial *t)
{
	return t->end.result == RESULT_ENDED && t->end.status == 0;
}

/*
 * have_ended_alike: true if both runs have failed in the same way or, if neither has failed, have
 * equal output.
 */
static bool
have_ended_alike(const Trial *a, const Trial *b)
{
	return trials_end_alike(a, b) && (!ends_well(a) || a->output == b->output);
}

/* add_ending: append an ending with the result, status and output of trial t; returns it. */
static CrashEnding *
add_ending(CrashEndings *e, const Trial *t)
{
	e->ending = list_more(e->ending, e->n, sizeof *e->ending);
	e->ending[e->n] = (CrashEnding){.like = {.wrong = t->wrong, .output = t->output,
		.end = {.result = t->end.result, .status = t->end.status}}};
	return &e->ending[e->n++];
}

/* find_ending: the ending of a run, added if no other run has ended so. */
static CrashEnding *
find_ending(CrashEndings *e, const Trial *t)
{
	if (!trial_failed(t))
		return &e->ending[0];
	for (uint32_t i = 1; i < e->n; i++)
		if (have_ended_alike(&e->ending[i].like, t))
			return &e->ending[i];
	return add_ending(e, t);
}

/* ---- counts ---- */

/* find_row: the row for the nodes that stop, added if there is none. */
static uint32_t
find_row(CrashEndings *e, const CrashStops *s)
{
	uint32_t a = s->point[0].node, b = s->n > 1 ? s->point[1].node : NOWHERE;

	for (uint32_t i = e->nrows; i-- > 0;)
		if (e->row[i].node[0] == a && e->row[i].node[1] == b)
			return i;
	e->row = list_more(e->row, e->nrows, sizeof *e->row);
	e->row[e->nrows] = (CrashRow){.node = {a, b}};
	return e->nrows++;
}

/* count_in_row: count a run with this ending in the row of the nodes that stopped. */
static void
count_in_row(CrashEndings *e, CrashEnding *o, const CrashStops *s)
{
	uint32_t row = find_row(e, s);

	if (row >= o->nrows) {
		o->of_row = xrealloc(o->of_row, (row + 1) * sizeof *o->of_row);
		while (o->nrows <= row)
			o->of_row[o->nrows++] = 0;
	}
	o->of_row[row]++;
	e->row[row].n++;
}

/* is_cut_off: true if a running node of the application is cut off from node 0, which runs, too. */
static bool
is_cut_off(const CrashStops *s, const CrashPlaces *p)
{
	const NodeId *place = p->base->place;
	NodeId stopped[2] = {place[s->point[0].node],
		s->n > 1 ? place[s->point[1].node] : NOWHERE};
	bool *reached = crash_reach(p->lines, place[0], stopped), parted = false;

	for (uint32_t i = 0; i < p->base->nplaces; i++)
		parted |= place[i] != stopped[0] && place[i] != stopped[1] && !reached[place[i]];
	free(reached);
	return parted;
}

/* stops_node_zero: true if node 0 stops. */
static bool
stops_node_zero(const CrashStops *s)
{
	return s->point[0].node == 0 || (s->n > 1 && s->point[1].node == 0);
}

/* ---- the first run of an ending ---- */

/*
 * messages_before: the number of messages that the crashed nodes had sent or received before the
 * stops.
 */
static uint32_t
messages_before(const CrashStops *s)
{
	return s->point[0].nbefore + (s->n > 1 ? s->point[1].nbefore : 0);
}

/* free_stops: free the texts of the faults of stops. */
static void
free_stops(CrashStops *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		free(s->point[i].fault);
	*s = (CrashStops){0};
}

/*
 * keep_first: make s the first crash of the ending, in a copy, if fewer messages precede s than
 * the present one.
 */
static void
keep_first(CrashEnding *o, const CrashStops *s)
{
	if (o->n > 0 && messages_before(s) >= messages_before(&o->first))
		return;
	free_stops(&o->first);
	o->first = *s;
	for (uint32_t i = 0; i < s->n; i++)
		o->first.point[i].fault = xstrdup(s->point[i].fault);
}

CrashEndings
crash_endings_new(const Trial *base)
{
	CrashEndings e = {0};

	add_ending(&e, base);
	return e;
}

void
crash_endings_add(CrashEndings *e, const CrashStops *stops, const Trial *t,
	const CrashPlaces *places)
{
	CrashEnding *o = find_ending(e, t);

	keep_first(o, stops);
	count_in_row(e, o, stops);
	o->n++;
	e->nruns++;
	if (stops_node_zero(stops))
		o->nzero++;
	else if (places->lines->fixed && is_cut_off(stops, places))
		o->nparted++;
}

void
crash_endings_free(CrashEndings *e)
{
	for (uint32_t i = 0; i < e->n; i++) {
		free_stops(&e->ending[i].first);
		free(e->ending[i].of_row);
		free(e->ending[i].recording);
		buf_free(&e->ending[i].command);
	}
	free(e->ending);
	free(e->row);
}
