/*
 * event.c - breakpoints at events over several nodes (detrek/events): the machine stops where such
 * an event begins to hold.
 *
 * Each breakpoint has an EventWatch. The watcher reports to it during each piece of the run;
 * afterwards the EventWatch determines where its event has begun to hold.
 */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

/* What a point of the kind POINT_EVENT watches for. */
struct EventPoint {
	Arena arena;
	EventQuery *query;
	EventWatch *watch;
	EventHit *hits; /* [nhits] where the event began to hold in the last piece of the run */
	uint32_t nhits, cap;
};

EventPoint *
event_point_new(Session *s, const char *text)
{
	EventPoint e = {0};
	char mistake[EVENT_MISTAKE];

	e.query = event_parse_stop(&e.arena, text, mistake);
	if (e.query)
		e.watch = event_watch_new(s->target, e.query, mistake);
	if (!e.watch) {
		arena_free(&e.arena);
		session_fail(s, "%s", mistake);
	}
	return memcpy(xcalloc(1, sizeof e), &e, sizeof e);
}

void
event_point_free(EventPoint *e)
{
	if (!e)
		return;
	event_watch_free(e->watch);
	arena_free(&e->arena);
	free(e->hits);
	free(e);
}

/* ---- during a replay of the run ---- */

void
event_points_begin(Session *s)
{
	for (uint32_t i = 0; i < s->npoints; i++)
		if (s->points[i]->event && s->points[i]->enabled) {
			s->points[i]->event->nhits = 0;
			event_watch_begin(s->points[i]->event->watch, s->watcher);
		}
}

void
event_points_note_mark(Session *s, NodeId n)
{
	for (uint32_t i = 0; i < s->npoints; i++)
		if (s->points[i]->event && s->points[i]->enabled)
			event_watch_note_mark(s->points[i]->event->watch, n);
}

void
event_points_note_accesses(Session *s, NodeId n, const Access *a, uint32_t naccesses)
{
	for (uint32_t i = 0; i < s->npoints; i++)
		if (s->points[i]->event && s->points[i]->enabled)
			event_watch_note_accesses(s->points[i]->event->watch, n, a, naccesses);
}

/* add_hit: append a place where the event begins to hold to e->hits. */
static void
add_hit(EventPoint *e, const EventHit *hit)
{
	if (e->nhits == e->cap) {
		e->cap = e->cap ? 2 * e->cap : 16;
		e->hits = xrealloc(e->hits, e->cap * sizeof *e->hits);
	}
	e->hits[e->nhits++] = *hit;
}

void
event_points_end(Session *s, void (*found)(Session *s, const Point *p, Place at))
{
	EventHit hit;

	for (uint32_t i = 0; i < s->npoints; i++) {
		Point *p = s->points[i];

		while (p->event && p->enabled && event_watch_next(p->event->watch, &hit)) {
			add_hit(p->event, &hit);
			found(s, p, hit.made);
		}
	}
}

/* ---- where it holds ---- */

/* find_hit: the hit of the event that the instruction after the place `made` has caused. */
static const EventHit *
find_hit(const EventPoint *e, Place made)
{
	for (uint32_t i = 0; i < e->nhits; i++) {
		Place at = e->hits[i].made;

		if (at.node == made.node
			&& (at.node == NOWHERE ? at.time == made.time : at.count == made.count))
			return &e->hits[i];
	}
	return NULL;
}

bool
event_point_goto(Session *s, const Point *p, Place made)
{
	const EventHit *hit = find_hit(p->event, made);

	return hit && event_goto(s->past, s->target, p->event->query, hit);
}

void
event_point_text(Session *s, const Point *p, Buf *out)
{
	event_text(s->target, p->event->query, out);
}
