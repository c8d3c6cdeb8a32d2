/*
 * timeline.h - the lower part of the window: time from left to right, a row for each node drawn. It
 * keeps which times and rows are shown, and where in the window. It does not use SDL.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "frame.h"
#include "layout.h"

typedef struct Area {
	float x, y, w, h;
} Area;

/* area_has: true if the point lies in the area. */
static inline bool
area_has(Area a, float x, float y)
{
	return x >= a.x && y >= a.y && x < a.x + a.w && y < a.y + a.h;
}

/* The times and rows that are shown. */
typedef struct Timeline {
	bool part;        /* show only `shown`; otherwise all known time, also as it grows */
	Span shown;
	float top, nrows; /* the first row, and how many; nrows 0: all */
} Timeline;

enum { MAX_CHOSEN = 12 }; /* nodes that can be chosen at a time */

/* The nodes that the user has chosen, as items of the layout, to be compared. */
typedef struct Choice {
	uint32_t item[MAX_CHOSEN]; /* the last one is described in text */
	uint32_t n;
} Choice;

/* choice_has: true if the item is one of the chosen ones. */
static inline bool
choice_has(const Choice *c, uint32_t item)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (c->item[i] == item)
			return true;
	return false;
}

/* The areas of the timeline's parts, in pixels. */
typedef struct TimelineAreas {
	Area title, axis;
	Area chosen, chosen_names; /* a row of its own for each chosen node; h 0: none */
	Area rows, names;          /* all nodes */
} TimelineAreas;

/* What the timeline shows at a position of the window. */
typedef struct TimelinePlace {
	bool inside;   /* in a row, or on the axis */
	bool name;     /* on a row's name; otherwise `time` is valid */
	uint32_t item; /* whose row it is; NOWHERE: on the axis */
	Time time;
} TimelinePlace;

/* timeline_whole: the time from the beginning of the history to the present. */
Span timeline_whole(const Frame *f);
/* timeline_span: the time that the timeline shows. */
Span timeline_span(const Timeline *t, const Frame *f);
/* timeline_until_present: the shown time up to the present. */
Span timeline_until_present(const Timeline *t, const Frame *f);
/* timeline_x: the x coordinate of a time, in an area that shows the span. */
float timeline_x(Span s, Area a, Time at);
/* timeline_time: the time at an x coordinate; the inverse of timeline_x. */
Time timeline_time(Span s, Area a, float x);

/* timeline_zoom: show less time, by a factor; the time at x keeps its place. */
void timeline_zoom(Timeline *t, const Frame *f, Area a, float factor, float x);
/* timeline_zoom_rows: show fewer of nrows rows, by a factor; the row at y keeps its place. */
void timeline_zoom_rows(Timeline *t, Area a, uint32_t nrows, float factor, float y);
/* timeline_pan: move what is shown by dx pixels in time. */
void timeline_pan(Timeline *t, const Frame *f, Area a, float dx);
/* timeline_pan_rows: move what is shown by dy pixels across the rows. */
void timeline_pan_rows(Timeline *t, Area a, uint32_t nrows, float dy);

/* timeline_place: find the row and the time at a position of the window. */
TimelinePlace timeline_place(const Timeline *t, const Frame *f, const TimelineAreas *a,
	const Layout *l, const Choice *c, float x, float y);

/*
 * timeline_drags_time: true if a drag that begins at (x, y) is to move the present time rather than
 * the shown part: on the axis, at the line of the present time (within `near` pixels), or anywhere
 * if all time is shown.
 */
bool timeline_drags_time(const Timeline *t, const Frame *f, const TimelineAreas *a, float x,
	float y,
	float near);

/* nodes_drawn: the number of nodes among the layout's items, of which they are the first. */
uint32_t nodes_drawn(const Layout *l);

/* ---- axis.c ---- */

/* The marks on the axis: first, first + step, ... */
typedef struct Ticks {
	Time first, step; /* first mark, and distance of two marks, > 0 */
	int unit, digits; /* number of the texts' unit (0: s, 1: ms, ...); digits after the point */
} Ticks;

/*
 * ticks_of: the times to mark on the axis of a span that is `pixels` wide: round ones, at least
 * `width` pixels apart.
 */
Ticks ticks_of(Span s, float pixels, float width);
enum { TICK_TEXT = 40 }; /* room for the text of a mark */
/* ticks_text: the text for a time on the axis, such as "12.5 ms". */
const char *ticks_text(const Ticks *t, Time at, char text[TICK_TEXT]);

#endif
