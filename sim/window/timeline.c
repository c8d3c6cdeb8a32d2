/* timeline.c - computes which times and rows the timeline shows, and their positions. */
#include "timeline.h"

#include <math.h>

#define MIN_SHOWN_PS 1e4  /* ps shown at least */
#define MIN_SHOWN_ROWS 4.0f   /* rows shown at least */

Span
timeline_whole(const Frame *f)
{
	const History *h = &f->history;
	Span s = {h->n > 0 ? h->interval[0].begin : 0, f->present};

	if (h->n > 0 && h->interval[h->n - 1].end > s.until)
		s.until = h->interval[h->n - 1].end;
	if (s.from > f->now)
		s.from = f->now;
	if (s.until < s.from + MIN_SHOWN_PS)
		s.until = s.from + MIN_SHOWN_PS;
	return s;
}

Span
timeline_span(const Timeline *t, const Frame *f)
{
	return t->part ? t->shown : timeline_whole(f);
}

Span
timeline_until_present(const Timeline *t, const Frame *f)
{
	Span s = timeline_span(t, f);

	if (s.until > f->present)
		s.until = f->present;
	return s;
}

float
timeline_x(Span s, Area a, Time at)
{
	return a.x + ((double)at - s.from) / (s.until - s.from) * a.w;
}

Time
timeline_time(Span s, Area a, float x)
{
	double part = fmin(fmax((x - a.x) / a.w, 0), 1);

	return s.from + (Time)(part * (s.until - s.from));
}

/* set_part: show this part of the time, moved so that it lies within the whole. */
static void
set_part(Timeline *t, const Frame *f, double from, double length)
{
	Span all = timeline_whole(f);
	double most = all.until - all.from;

	t->part = length < most;
	length = fmin(fmax(length, MIN_SHOWN_PS), most);
	from = fmax(fmin(from, all.until - length), all.from);
	t->shown = (Span){from, from + length};
}

void
timeline_zoom(Timeline *t, const Frame *f, Area a, float factor, float x)
{
	Span s = timeline_span(t, f);
	double length = (double)(s.until - s.from), part = fmin(fmax((x - a.x) / a.w, 0), 1);
	double shorter = fmax(length / factor, MIN_SHOWN_PS);

	set_part(t, f, s.from + part * (length - shorter), shorter);
}

void
timeline_pan(Timeline *t, const Frame *f, Area a, float dx)
{
	Span s = timeline_span(t, f);
	double length = s.until - s.from;

	if (t->part)
		set_part(t, f, s.from - dx / a.w * length, length);
}

/* ---- rows ---- */

/* set_rows: show n of nrows rows from row `top` on, as far as there are such rows. */
static void
set_rows(Timeline *t, uint32_t nrows, float top, float n)
{
	n = fmaxf(n, fminf(MIN_SHOWN_ROWS, nrows));
	t->nrows = n < nrows ? n : 0;
	t->top = fmaxf(fminf(top, nrows - n), 0);
}

void
timeline_zoom_rows(Timeline *t, Area a, uint32_t nrows, float factor, float y)
{
	float n = t->nrows > 0 ? t->nrows : nrows, part = fminf(fmaxf((y - a.y) / a.h, 0), 1);
	float fewer = fmaxf(n / factor, fminf(MIN_SHOWN_ROWS, nrows));

	set_rows(t, nrows, t->top + part * (n - fewer), fewer);
}

void
timeline_pan_rows(Timeline *t, Area a, uint32_t nrows, float dy)
{
	if (t->nrows > 0)
		set_rows(t, nrows, t->top - dy / a.h * t->nrows, t->nrows);
}

/* row_at: the row at y, if an area shows nrows rows from `top` on. */
static uint32_t
row_at(Area a, float top, float nrows, float y)
{
	return top + (y - a.y) / a.h * nrows;
}

TimelinePlace
timeline_place(const Timeline *t, const Frame *f, const TimelineAreas *a, const Layout *l,
	const Choice *c, float x, float y)
{
	uint32_t n = nodes_drawn(l), row;
	TimelinePlace p = {.item = NOWHERE,
		.time = timeline_time(timeline_span(t, f), a->rows, x)};

	p.name = area_has(a->names, x, y) || area_has(a->chosen_names, x, y);
	if (area_has(a->rows, x, y) || area_has(a->names, x, y)) {
		row = row_at(a->rows, t->top, t->nrows > 0 ? t->nrows : n, y);
		p.item = row < n ? row : NOWHERE;
	} else if (area_has(a->chosen, x, y) || area_has(a->chosen_names, x, y)) {
		row = row_at(a->chosen, 0, c->n, y);
		p.item = row < c->n ? c->item[row] : NOWHERE;
	}
	p.inside = p.item != NOWHERE || area_has(a->axis, x, y);
	return p;
}

bool
timeline_drags_time(const Timeline *t, const Frame *f, const TimelineAreas *a, float x, float y,
	float near)
{
	if (area_has(a->axis, x, y))
		return true;
	if (!area_has(a->rows, x, y) && !area_has(a->chosen, x, y))
		return false;
	return (!t->part && t->nrows == 0)
		|| fabsf(x - timeline_x(timeline_span(t, f), a->rows, f->now)) <= near;
}

uint32_t
nodes_drawn(const Layout *l)
{
	uint32_t n = 0;

	while (n < l->nitems && l->items[n].kind == ITEM_NODE)
		n++;
	return n;
}
