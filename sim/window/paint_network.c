/*
 * paint_network.c - draws nodes as boxes, links as lines.
 *
 * A box is filled from below according to its processor's use in the last interval: high priority
 * first, low priority above it. If there are too many nodes for labels, they are drawn as a map of
 * boxes, whose colours are mixtures of those for high priority, low priority and waiting.
 *
 * The wider and darker a line, the greater the part of the interval during which it carried
 * packets; an arrow shows the direction of more traffic; a dot is a message in transit. A red frame
 * surrounds each node in which a local event holds. Red arrows are the waits of a deadlock.
 */
#include "paint.h"

#include <math.h>

enum {
	MARGIN = 24, /* units around the network */
	NEAR = 6,    /* units; how near to a link a point must be to select it */
	RING = 3,    /* units; the width of a frame round a node */
	WIDEST = 160, /* units between two nodes if there are few */
	MANY_NODES = 256,  /* more nodes are drawn as a map, unless there is room for labels */
};

#define BOX 0.72f  /* ratio of a box's side to the distance between boxes */
#define CELL 0.9f  /* ratio of a cell's side to the distance between cells of the map */

#define WAIT_BOW 0.14f /* distance of a wait's arrow from the straight line, by length */

#define MAX_STRETCH 1.8f /* a layout is stretched in one direction at most this much */

#define LEAST_ZOOM 0.5f
#define MOST_ZOOM 64

/* The conversion from layout coordinates to pixels. */
typedef struct Scale {
	float unit;   /* pixels of a layout unit, for the size of boxes */
	float across; /* pixels of a layout unit, for horizontal distances between boxes */
	float down;   /* pixels of a layout unit, for vertical distances between boxes */
	Point zero;   /* pixel of the layout's origin */
	bool map;    /* boxes are too many and too small for labels */
} Scale;

/* scale_of: how positions of the layout become pixels of the area. */
static Scale
scale_of(const Painter *p, Area a, const Viewport *viewport)
{
	const Layout *l = &viewport->layout;
	float w = l->high.x - l->low.x + 1, h = l->high.y - l->low.y + 1,
		margins = 2 * MARGIN * p->dpi;
	float wide = (a.w - margins) / w, high = (a.h - margins) / h;
	float unit = fminf(fminf(wide, high), WIDEST * p->dpi);
	bool map = l->nitems > MANY_NODES
		&& BOX * unit * viewport->zoom < 3 * text_height(p, TEXT_TINY);
	float most = map ? fmaxf(wide, high) : MAX_STRETCH * unit;
	Scale s = {unit * viewport->zoom, fmaxf(fminf(wide, most), unit) * viewport->zoom,
		fmaxf(fminf(high, most), unit) * viewport->zoom, .map = map};

	s.zero = (Point){a.x + a.w / 2 - viewport->middle.x * s.across,
		a.y + a.h / 2 - viewport->middle.y * s.down};
	return s;
}

void
network_move(const Painter *p, Area a, Viewport *viewport, float dx, float dy)
{
	Scale s = scale_of(p, a, viewport);

	viewport->middle.x -= dx / s.across;
	viewport->middle.y -= dy / s.down;
}

/* scale_point: the pixel of a layout position. */
static Point
scale_point(Scale s, Point p)
{
	return (Point){s.zero.x + p.x * s.across, s.zero.y + p.y * s.down};
}

/* layout_point: the layout position at a pixel. */
static Point
layout_point(Scale s, float x, float y)
{
	return (Point){(x - s.zero.x) / s.across, (y - s.zero.y) / s.down};
}

void
network_zoom(const Painter *p, Area a, Viewport *viewport, float factor, float x, float y)
{
	Scale s = scale_of(p, a, viewport);
	Point under = layout_point(s, x, y);

	viewport->zoom = fminf(fmaxf(viewport->zoom * factor, LEAST_ZOOM), MOST_ZOOM);
	s = scale_of(p, a, viewport);
	viewport->middle.x = under.x - (x - a.x - a.w / 2) / s.across;
	viewport->middle.y = under.y - (y - a.y - a.h / 2) / s.down;
}

/* point_between: the point that divides the line from a to b; part is 0 at a and 1 at b. */
static Point
point_between(Point a, Point b, float part)
{
	return (Point){a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part};
}

/* paint_arrow: draw an arrow halfway between a and b. */
static void
paint_arrow(Painter *p, Point a, Point b, float size)
{
	Point tip = point_between(a, b, 0.56f), tail = point_between(a, b, 0.5f);
	float length = hypotf(b.x - a.x, b.y - a.y);
	float dx = (b.x - a.x) / length * size, dy = (b.y - a.y) / length * size;

	if (length < 4 * size)
		return;
	tail = (Point){tip.x - dx, tip.y - dy};
	paint_line(p, tip, (Point){tail.x - dy * 0.6f, tail.y + dx * 0.6f}, 2 * p->dpi);
	paint_line(p, tip, (Point){tail.x + dy * 0.6f, tail.y - dx * 0.6f}, 2 * p->dpi);
}

/*
 * line_state: the state of the line out of an end; no message for NOWHERE_END (a crossbar's port).
 */
static WayFrame
line_state(const Frame *f, EndId e)
{
	return e < f->nends ? f->ways[e] : (WayFrame){0, -1};
}

/*
 * paint_dot: draw a message that is crossing a link from a to b, between their boxes; `part` is the
 * part that has crossed.
 */
static void
paint_dot(Painter *p, Scale s, Point a, Point b, float part, Colour c, float r)
{
	float box = (0.6f * BOX * s.unit + r) / fmaxf(hypotf(b.x - a.x, b.y - a.y), 1);
	float begin = fminf(fmaxf(box, 0.12f), 0.45f);
	Point at = point_between(a, b, begin + (1 - 2 * begin) * part);

	paint_set_colour(p, c);
	paint_box(p, at.x - r, at.y - r, 2 * r, 2 * r);
}

/* paint_way: draw the messages out of end e along the edge from a to b. */
static void
paint_way(Painter *p, Scale s, Point a, Point b, const Frame *f, EndId e)
{
	WayFrame w = line_state(f, e);

	if (w.progress >= 0)
		paint_dot(p, s, a, b, w.progress, COLOUR_INK, 3 * p->dpi);
	if (e != NOWHERE_END && e == f->sender)
		paint_dot(p, s, a, b, 1, COLOUR_CHOSEN, 5 * p->dpi);
}

/* paint_edge: draw a link, wider if it is used more, with marks for messages if there is room. */
static void
paint_edge(Painter *p, Scale s, const Viewport *viewport, const Frame *f, const Edge *e)
{
	bool chosen = e - viewport->layout.edges == viewport->link;
	Point a = scale_point(s, viewport->layout.items[e->a].at),
		b = scale_point(s, viewport->layout.items[e->b].at);
	WayFrame out = line_state(f, e->from_a), in = line_state(f, e->from_b);
	float use = fminf((out.use + in.use) / 1.2f, 1);

	if (chosen) {
		paint_set_colour(p, COLOUR_CHOSEN);
		paint_line(p, a, b, (5 + 5 * use) * p->dpi);
	}
	paint_set_mixture(p, COLOUR_FAINT, COLOUR_LINK, use > 0 ? 0.35f + 0.65f * use : 0);
	paint_line(p, a, b, (1 + 5 * use) * p->dpi);
	if (s.unit < 12 * p->dpi)
		return;
	if (use > 0.01f) {
		paint_set_colour(p, COLOUR_LINK);
		if (out.use >= in.use)
			paint_arrow(p, a, b, 7 * p->dpi);
		else
			paint_arrow(p, b, a, 7 * p->dpi);
	}
	paint_way(p, s, a, b, f, e->from_a);
	paint_way(p, s, b, a, f, e->from_b);
}

/* fill_node: fill the box of a node up to its use at high and low priority. */
static void
fill_node(Painter *p, const NodeFrame *n, float x, float y, float side)
{
	float high = side * n->use[HIGH], low = side * n->use[LOW];

	paint_set_colour(p, n->activity == ACTIVITY_RESET ? COLOUR_PAPER : COLOUR_WAIT);
	paint_box(p, x, y, side, side);
	if (high + low > side)
		low = side - high;
	paint_set_colour(p, COLOUR_HIGH);
	if (high >= 0.5f)
		paint_box(p, x, y + side - high, side, high);
	paint_set_colour(p, COLOUR_LOW);
	if (low >= 0.5f)
		paint_box(p, x, y + side - high - low, side, low);
}

/* paint_cross: draw a cross over the box of a stopped node. */
static void
paint_cross(Painter *p, float x, float y, float side)
{
	paint_set_colour(p, COLOUR_STOP);
	paint_line(p, (Point){x, y}, (Point){x + side, y + side}, 3 * p->dpi);
	paint_line(p, (Point){x + side, y}, (Point){x, y + side}, 3 * p->dpi);
}

/* paint_centred: draw text with its centre at a point. */
static void
paint_centred(Painter *p, TextSize size, Colour c, Point at, const char *text)
{
	paint_text(p, size, c, at.x - text_width(p, size, text) / 2,
		at.y - text_height(p, size) / 2, text);
}

/* box_text_size: the size of text in or beside a box with this side. */
static TextSize
box_text_size(const Painter *p, float side)
{
	return side < 3 * text_height(p, TEXT_SMALL) ? TEXT_TINY : TEXT_SMALL;
}

/* paint_task: write the task in the box or below it; omit it if there is no room. */
static void
paint_task(Painter *p, Scale s, Point at, float side, const NodeFrame *n)
{
	TextSize size = box_text_size(p, side);
	float high = text_height(p, size), below = at.y + (side + high) / 2 + 1, wide;
	char task[16];

	snprintf(task, sizeof task, "t%u", n->task - 1);
	wide = text_width(p, size, task);
	if (size == TEXT_SMALL) {
		paint_label(p, size, at.x - wide / 2, at.y + side / 4 - high / 2, task);
		return;
	}
	if (wide >= s.across) /* omit the letter of the label */
		memmove(task, task + 1, strlen(task));
	wide = text_width(p, size, task);
	if (wide >= s.across || high + 2 >= s.down - side)
		return;
	paint_set_colour(p, COLOUR_PAPER);
	paint_box(p, at.x - wide / 2, below - high / 2, wide, high);
	paint_centred(p, size, COLOUR_INK, (Point){at.x, below}, task);
}

/* paint_cell: draw a node as a cell of the map, the form for large networks. */
static void
paint_cell(Painter *p, Area a, const NodeFrame *n)
{
	if (n->activity == ACTIVITY_STOPPED)
		paint_set_colour(p, COLOUR_STOP);
	else if (n->activity == ACTIVITY_RESET)
		paint_set_colour(p, COLOUR_PAPER);
	else
		paint_set_usage_colour(p, n->use[HIGH], n->use[LOW]);
	paint_box(p, a.x, a.y, a.w, a.h);
	paint_set_colour(p, COLOUR_FAINT);
	if (n->activity == ACTIVITY_RESET && a.w > 5 * p->dpi)
		paint_frame(p, a.x, a.y, a.w, a.h);
}

/* paint_ring: draw a frame round a node, `from` units away from it. */
static void
paint_ring(Painter *p, Colour c, int from, Area a)
{
	paint_set_colour(p, c);
	for (int i = from; i < from + RING; i++)
		paint_frame(p, a.x - i * p->dpi, a.y - i * p->dpi, a.w + 2 * i * p->dpi,
			a.h + 2 * i * p->dpi);
}

/* paint_found_bar: draw a bar below a node that matches the search. */
static void
paint_found_bar(Painter *p, Area a)
{
	paint_set_colour(p, COLOUR_STOP);
	paint_box(p, a.x, a.y + a.h + 2 * p->dpi, a.w, 3 * p->dpi);
}

/*
 * paint_rings: draw rings round a node that is chosen, or in which an event holds, and a bar if it
 * matches the search.
 */
static void
paint_rings(Painter *p, Area a, const NodeFrame *n, bool chosen, bool found)
{
	if (chosen)
		paint_ring(p, COLOUR_CHOSEN, 2, a);
	if (n->holds)
		paint_ring(p, COLOUR_STOP, chosen ? 2 + RING : 2, a);
	if (found)
		paint_found_bar(p, a);
}

/* paint_node_box: draw a node's box with its use, name and task. */
static void
paint_node_box(Painter *p, Scale s, const Item *item, const NodeFrame *n, Area a)
{
	TextSize size = box_text_size(p, a.w);
	Point at = scale_point(s, item->at);

	fill_node(p, n, a.x, a.y, a.w);
	paint_set_colour(p,
		n->activity == ACTIVITY_STOPPED         ? COLOUR_STOP
			: n->activity == ACTIVITY_RESET ? COLOUR_FAINT
							: COLOUR_INK);
	if (a.w > 5 * p->dpi)
		paint_frame(p, a.x, a.y, a.w, a.w);
	if (n->activity == ACTIVITY_STOPPED)
		paint_cross(p, a.x, a.y, a.w);
	if (a.w < 2 * text_width(p, size, "8"))
		return;
	if (text_width(p, size, item->label) < a.w)
		paint_label(p, size, a.x + 2 * p->dpi, a.y + p->dpi, item->label);
	if (n->task > 0)
		paint_task(p, s, at, a.w, n);
}

/* node_area: the area of a node's box or of its cell in the map. */
static Area
node_area(Scale s, const Item *item)
{
	float w = fmaxf(s.map ? CELL * s.across : BOX * s.unit, 2),
		h = s.map ? fmaxf(CELL * s.down, 2) : w;
	Point at = scale_point(s, item->at);

	return (Area){at.x - w / 2, at.y - h / 2, w, h};
}

/* paint_node: draw a node; found: it matches what is searched for. */
static void
paint_node(Painter *p, Scale s, const Item *item, const NodeFrame *n, bool chosen, bool found)
{
	Area a = node_area(s, item);

	if (s.map)
		paint_cell(p, a, n);
	paint_rings(p, a, n, chosen, found);
	if (!s.map)
		paint_node_box(p, s, item, n, a);
}

/* paint_host_or_switch: draw the box of a host or crossbar with its label. */
static void
paint_host_or_switch(Painter *p, Scale s, const Item *item)
{
	Point at = scale_point(s, item->at);
	float w = BOX * s.unit * (item->kind == ITEM_SWITCH ? 4 : 1), h = BOX * s.unit * 0.6f;

	paint_set_colour(p, COLOUR_PANEL);
	paint_box(p, at.x - w / 2, at.y - h / 2, w, h);
	paint_set_colour(p, COLOUR_INK);
	paint_frame(p, at.x - w / 2, at.y - h / 2, w, h);
	if (h > text_height(p, box_text_size(p, w)) * 0.8f)
		paint_centred(p, box_text_size(p, w), COLOUR_INK, at, item->label);
}

/* ---- waits and places in the source ---- */

/* item_of: the item of a node; NULL if it is not drawn. */
static const Item *
item_of(const Layout *l, NodeId n)
{
	for (uint32_t i = 0; i < l->nitems; i++)
		if (l->items[i].kind == ITEM_NODE && l->items[i].part == n)
			return &l->items[i];
	return NULL;
}

/*
 * bow_point: a point of the bow from a to b, which runs beside the straight line; part is 0 at a
 * and 1 at b.
 */
static Point
bow_point(Point a, Point b, float part)
{
	float out = WAIT_BOW * 4 * part * (1 - part);
	Point at = point_between(a, b, part);

	return (Point){at.x + (b.y - a.y) * out, at.y - (b.x - a.x) * out};
}

/* paint_bow: draw a bow with an arrow from one node to another; a ring if they are the same node */
static void
paint_bow(Painter *p, Scale s, Colour c, const Item *from, const Item *to)
{
	enum { PIECES = 16 };
	Point a = scale_point(s, from->at), b = scale_point(s, to->at);

	paint_set_colour(p, c);
	if (from == to)
		paint_ring(p, c, 2 + 2 * RING, node_area(s, from));
	for (int i = 0; from != to && i < PIECES; i++)
		paint_line(p, bow_point(a, b, (float)i / PIECES),
			bow_point(a, b, (float)(i + 1) / PIECES), 3 * p->dpi);
	if (from != to)
		paint_arrow(p, bow_point(a, b, 0.35f), bow_point(a, b, 0.65f), 10 * p->dpi);
}

/* paint_waits: draw a bow for each wait of a deadlock. */
static void
paint_waits(Painter *p, Scale s, const Layout *l, const Frame *f)
{
	for (uint32_t i = 0; i < f->nwaits; i++) {
		const Item *from = item_of(l, f->wait[i].node), *to = item_of(l, f->wait[i].on);

		if (from && to)
			paint_bow(p, s, COLOUR_STOP, from, to);
	}
}

void
paint_trail(Painter *p, Area a, const Viewport *viewport, const Frame *f, const Trail *t)
{
	const Layout *l = &viewport->layout;
	Scale s = scale_of(p, a, viewport);

	paint_clip(p, a);
	for (uint32_t i = 0; i < t->n; i++) {
		const Stage *g = &t->stage[i];
		const Item *at = item_of(l, g->node),
			*next = i + 1 < t->n ? item_of(l, g[1].node) : NULL;

		if (at && g->from <= f->now && f->now <= g->until)
			paint_ring(p, COLOUR_CHOSEN, 2 + RING, node_area(s, at));
		if (at && next && at != next)
			paint_bow(p, s, COLOUR_CHOSEN, at, next);
	}
	SDL_RenderSetClipRect(p->r, NULL);
}

/* paint_note: write below a node's box where its process is in the source. */
static void
paint_note(Painter *p, Scale s, const Item *item, const Note *note)
{
	Area a = node_area(s, item);
	float y = a.y + a.h + 2 * p->dpi;

	paint_label(p, TEXT_SMALL, a.x, y, note->place);
	paint_label(p, TEXT_SMALL, a.x, y + text_height(p, TEXT_SMALL), note->line);
}

/* paint_notes: draw the place in the source beside the nodes that have a note. */
static void
paint_notes(Painter *p, Scale s, const Layout *l, const Frame *f)
{
	for (uint32_t i = 0; i < f->nnotes; i++) {
		const Item *item = item_of(l, f->note[i].node);

		if (item)
			paint_note(p, s, item, &f->note[i]);
	}
}

void
paint_network(Painter *p, Area a, const Viewport *viewport, const Frame *f)
{
	Scale s = scale_of(p, a, viewport);
	SDL_Rect clip = {a.x, a.y, a.w, a.h};

	SDL_RenderSetClipRect(p->r, &clip);
	for (uint32_t e = 0; e < viewport->layout.nedges; e++)
		paint_edge(p, s, viewport, f, &viewport->layout.edges[e]);
	paint_waits(p, s, &viewport->layout, f);
	for (uint32_t i = 0; i < viewport->layout.nitems; i++) {
		const Item *item = &viewport->layout.items[i];

		if (item->kind == ITEM_NODE)
			paint_node(p, s, item, &f->nodes[item->part],
				choice_has(&viewport->choice, i),
				find_matches_now(&viewport->find, f, item));
		else
			paint_host_or_switch(p, s, item);
	}
	paint_notes(p, s, &viewport->layout, f);
	SDL_RenderSetClipRect(p->r, NULL);
}

uint32_t
network_item_at(const Painter *p, Area a, const Viewport *viewport, float x, float y)
{
	Scale s = scale_of(p, a, viewport);

	if (x < a.x || y < a.y || x >= a.x + a.w || y >= a.y + a.h)
		return NOWHERE;
	return layout_item_at(&viewport->layout, layout_point(s, x, y));
}

/* line_distance: the distance from a point to the line between two others. */
static float
line_distance(Point p, Point a, Point b)
{
	float dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
	float along = square > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0;

	along = fmaxf(0, fminf(1, along));
	return hypotf(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

uint32_t
network_edge_at(const Painter *p, Area a, const Viewport *viewport, float x, float y)
{
	const Layout *l = &viewport->layout;
	Scale s = scale_of(p, a, viewport);
	uint32_t found = NOWHERE;
	float best = NEAR * p->dpi;

	for (uint32_t e = 0; e < l->nedges; e++) {
		float d = line_distance((Point){x, y}, scale_point(s, l->items[l->edges[e].a].at),
			scale_point(s, l->items[l->edges[e].b].at));

		if (d <= best) {
			best = d;
			found = e;
		}
	}
	return found;
}
