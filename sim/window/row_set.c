/* row_set.c - the geometry of the timeline's rows, of the work in them, and of messages. */
#include "row_set.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

/* row_set_new: a set of rows for n nodes, which the caller sets. */
static RowSet
row_set_new(const Timeline *t, const Frame *f, Area area, uint32_t n)
{
	RowSet r = {.area = area, .span = timeline_span(t, f), .n = n, .nnodes = f->nnodes};

	r.node = xcalloc(n + 1, sizeof *r.node);
	r.row = xcalloc(f->nnodes + 1, sizeof *r.row);
	for (NodeId i = 0; i < f->nnodes; i++)
		r.row[i] = NOWHERE;
	return r;
}

/* set_row: give a row to a node. */
static void
set_row(RowSet *r, uint32_t row, NodeId n)
{
	r->node[row] = n;
	r->row[n] = row;
}

RowSet
row_set_all(const Timeline *t, const Frame *f, const Layout *l, Area area)
{
	RowSet r = row_set_new(t, f, area, nodes_drawn(l));

	for (uint32_t i = 0; i < r.n; i++)
		set_row(&r, i, l->items[i].part);
	r.nrows = t->nrows > 0 ? t->nrows : r.n;
	r.top = t->nrows > 0 ? t->top : 0;
	return r;
}

RowSet
row_set_chosen(const Timeline *t, const Frame *f, const Layout *l, const Choice *c, Area area)
{
	RowSet r = row_set_new(t, f, area, c->n);

	for (uint32_t i = 0; i < r.n; i++)
		set_row(&r, i, l->items[c->item[i]].part);
	r.nrows = r.n;
	return r;
}

void
row_set_free(RowSet *r)
{
	free(r->node);
	free(r->row);
}

float
row_set_y(const RowSet *r, uint32_t row)
{
	return r->area.y + (row + 0.5f - r->top) * r->area.h / r->nrows;
}

/* ---- messages ---- */

/* cut_line: move a line's end to where the line crosses x. */
static void
cut_line(Point *end, Point other, double x)
{
	double part = (x - other.x) / (end->x - other.x);

	*end = (Point){x, other.y + part * (end->y - other.y)};
}

bool
row_set_stroke(const RowSet *r, const Closeup *c, const LinkMessage *m, Stroke *s)
{
	uint32_t from = r->row[message_node(m->from)], to = r->row[message_node(m->to)];
	Time sent = m->sent ? m->sent : c->span.from;
	Time received = m->received == NEVER ? c->span.until : m->received;
	float left = r->area.x, right = r->area.x + r->area.w;

	if (from == NOWHERE || to == NOWHERE || received < r->span.from || sent > r->span.until)
		return false;
	s->a = (Point){timeline_x(r->span, r->area, sent), row_set_y(r, from)};
	s->b = (Point){timeline_x(r->span, r->area, received), row_set_y(r, to)};
	if (fmaxf(s->a.y, s->b.y) < r->area.y || fminf(s->a.y, s->b.y) > r->area.y + r->area.h)
		return false;
	if (s->a.x < left && s->b.x > left)
		cut_line(&s->a, s->b, left);
	if (s->b.x > right && s->a.x < right)
		cut_line(&s->b, s->a, right);
	return true;
}

uint32_t
row_set_count_strokes(const RowSet *r, const Closeup *c)
{
	uint32_t n = 0;
	Stroke s;

	for (uint32_t i = 0; i < c->nmessages; i++)
		n += row_set_stroke(r, c, &c->message[i], &s);
	return n;
}

/* stroke_distance: the distance of a point from a stroke. */
static float
stroke_distance(Point p, Stroke s)
{
	float dx = s.b.x - s.a.x, dy = s.b.y - s.a.y, square = dx * dx + dy * dy;
	float along = square > 0 ? ((p.x - s.a.x) * dx + (p.y - s.a.y) * dy) / square : 0;

	along = fminf(fmaxf(along, 0), 1);
	return hypotf(p.x - s.a.x - along * dx, p.y - s.a.y - along * dy);
}

const LinkMessage *
row_set_message_at(const RowSet *r, const Closeup *c, Point at, float farthest)
{
	const LinkMessage *best = NULL;
	Stroke s;

	for (uint32_t i = 0; i < c->nmessages; i++) {
		const LinkMessage *m = &c->message[i];

		if (row_set_stroke(r, c, m, &s) && stroke_distance(at, s) <= farthest) {
			farthest = stroke_distance(at, s);
			best = m;
		}
	}
	return best;
}

/* ---- work ---- */

/* The cells that rows have in common: all pixels of a high row, or all rows of one pixel. */
typedef struct Bins {
	const RowSet *r;
	uint32_t width, n; /* pixels of a bin from left to right; number of bins */
	bool high;      /* a row is higher than a pixel */
	float *nodes;   /* [n] number of rows in each bin */
	Cell *cell;     /* [n][width] */
} Bins;

/* bin_of: the bin (the line of pixels) of a row's position; it may be outside the area. */
static int64_t
bin_of(const Bins *b, double row)
{
	double first = b->r->top;

	return b->high ? floor(row) - floor(first) : floor((row - first) * b->n / b->r->nrows);
}

/* add_work: add a piece of work to the cells of a bin. */
static void
add_work(Bins *b, uint32_t bin, const Work *k)
{
	Area unit = {0, 0, b->width, 1};
	double from = fmax(timeline_x(b->r->span, unit, k->begin), 0);
	double until = fmin(timeline_x(b->r->span, unit, k->end), b->width);

	for (uint32_t x = from; x < until; x++)
		b->cell[(size_t)bin * b->width + x].part[k->kind] +=
			fmin(x + 1, until) - fmax(x, from);
}

/* add_row_work: add what a row's node does in the shown time to the row's bin. */
static void
add_row_work(Bins *b, uint32_t row, const Closeup *c)
{
	NodeId n = b->r->node[row];
	int64_t bin = bin_of(b, row);

	if (bin < 0 || bin >= b->n)
		return;
	b->nodes[bin]++;
	for (uint32_t i = c->first[n]; i < c->first[n + 1]; i++)
		if (c->work[i].end > b->r->span.from && c->work[i].begin < b->r->span.until)
			add_work(b, bin, &c->work[i]);
}

/* average_bin: fill one line of pixels with the mean of its bin's nodes. */
static void
average_bin(const Bins *b, uint32_t bin, Cell *line)
{
	for (uint32_t x = 0; x < b->width; x++)
		for (int k = 0; k <= WORK_RESET; k++)
			line[x].part[k] = b->cell[(size_t)bin * b->width + x].part[k]
				/ fmaxf(b->nodes[bin], 1);
}

Cell *
row_set_cells(const RowSet *r, const Closeup *c, uint32_t width, uint32_t height)
{
	Bins b = {.r = r, .width = width, .high = r->nrows <= height};
	Cell *cells = xcalloc((size_t)width * height + 1, sizeof *cells);

	b.n = b.high ? (uint32_t)ceilf(r->nrows) + 1 : height;
	b.nodes = xcalloc(b.n, sizeof *b.nodes);
	b.cell = xcalloc((size_t)b.n * width + 1, sizeof *b.cell);
	for (uint32_t row = 0; row < r->n; row++)
		add_row_work(&b, row, c);
	for (uint32_t y = 0; y < height; y++)
		average_bin(&b, bin_of(&b, r->top + (y + 0.5) * r->nrows / height),
			cells + (size_t)y * width);
	free(b.nodes);
	free(b.cell);
	return cells;
}
