/*
 * timeline.h - the lower part of the window: time from left to right, a row for each node drawn.
 * Which part of both is shown, and where. This does not use SDL.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "frame.h"
#include "layout.h"

typedef struct Area {
	float x, y, w, h;
} Area;

static inline bool
area_has(Area a, float x, float y)
{
	return x >= a.x && y >= a.y && x < a.x + a.w && y < a.y + a.h;
}

/* The part that is shown. */
typedef struct Timeline {
	bool part;        /* only `shown`; otherwise the whole known time, also as that grows */
	Span shown;
	float top, nrows; /* the first row, and how many; nrows 0: all */
} Timeline;

enum { MAX_CHOSEN = 12 };

/* The nodes that the user has chosen, as items of the layout, to be compared. */
typedef struct Choice {
	uint32_t item[MAX_CHOSEN]; /* the last one is described in text */
	uint32_t n;
} Choice;

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

/* the object at a position */
typedef struct TimelinePlace {
	bool inside;   /* in a row, or on the axis */
	bool name;     /* on a row's name; otherwise `time` is valid */
	uint32_t item; /* the row's; NOWHERE: on the axis */
	Time time;
} TimelinePlace;

Span timeline_whole(const Frame *f);
Span timeline_span(const Timeline *t, const Frame *f);
/* timeline_past: the shown part as far as it has happened. */
Span timeline_past(const Timeline *t, const Frame *f);
float timeline_x(Span s, Area a, Time at);
Time timeline_time(Span s, Area a, float x);

/* timeline_zoom: enlarge by `factor`; the time (or row) at x (or y) keeps its place. */
void timeline_zoom(Timeline *t, const Frame *f, Area a, float factor, float x);
void timeline_zoom_rows(Timeline *t, Area a, uint32_t nrows, float factor, float y);
/* timeline_pan: by pixels */
void timeline_pan(Timeline *t, const Frame *f, Area a, float dx);
void timeline_pan_rows(Timeline *t, Area a, uint32_t nrows, float dy);

TimelinePlace timeline_place(const Timeline *t, const Frame *f, const TimelineAreas *a,
	const Layout *l, const Choice *c, float x, float y);

/*
 * timeline_drags: a drag that begins at a position moves the present time, not the shown part: on
 * the axis, at the line of the present time (within `near` pixels), and if all is shown.
 */
bool timeline_drags(const Timeline *t, const Frame *f, const TimelineAreas *a, float x, float y,
	float near);

/* nodes_drawn: how many of the layout's items, the first ones, are nodes. */
uint32_t nodes_drawn(const Layout *l);

/* ---- axis.c ---- */

typedef struct Ticks {
	Time first, step; /* step > 0 */
	int unit, digits;
} Ticks;

/* ticks_of: round times of which each has `width` pixels at least. */
Ticks ticks_of(Span s, float pixels, float width);
/* ticks_text: a time as the axis writes it: "12.5 ms". */
enum { TICK_TEXT = 40 };
const char *ticks_text(const Ticks *t, Time at, char text[TICK_TEXT]);

#endif
