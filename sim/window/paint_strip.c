/*
 * paint_strip.c - draws the area around the network: figures and buttons, time line, text about a
 * node.
 */
#include "paint.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum {
	STRIP = 64,     /* heights and widths in units */
	HISTORY_AREA = 120,
	PANEL = 270,
	GAP = 8,
};

Areas
areas_of(const Painter *p, int width, int height, const Frame *f)
{
	float strip = STRIP * p->dpi, history = HISTORY_AREA * p->dpi,
		side = f->detail ? PANEL * p->dpi : 0,
		screens = f->nscreens > 0 ? (width - side) / 2 : 0;

	return (Areas){
		.strip = {0, 0, width, strip},
		.network = {0, strip, width - side - screens, height - strip - history},
		.screens = {width - side - screens, strip, screens, height - strip - history},
		.panel = {width - side, strip, side, height - strip - history},
		.history = {0, height - history, width, history},
	};
}

static void
back(Painter *p, Area a)
{
	paint_colour(p, COLOUR_PANEL);
	paint_box(p, a.x, a.y, a.w, a.h);
}

/* ---- figures and buttons ---- */

/* figure: draw a label and its value at x; returns the x of the next one. */
static float
figure(Painter *p, float x, float y, const char *label, const char *value)
{
	float gap = text_width(p, TEXT_NORMAL, " ");

	paint_text(p, TEXT_SMALL, COLOUR_INK, x,
		y + text_height(p, TEXT_NORMAL) - text_height(p, TEXT_SMALL), label);
	x += text_width(p, TEXT_SMALL, label) + gap / 2;
	paint_text(p, TEXT_NORMAL, COLOUR_LOW, x, y, value);
	return x + text_width(p, TEXT_NORMAL, value) + 2 * gap;
}

static void
figures(Painter *p, Area a, const Frame *f, const char *title)
{
	float x = a.x + GAP * p->dpi, y = a.y + GAP * p->dpi;
	char value[64];

	paint_text(p, TEXT_NORMAL, COLOUR_INK, x, y, title);
	x += text_width(p, TEXT_NORMAL, title) + 3 * GAP * p->dpi;
	snprintf(value, sizeof value, "%.6f s", f->now / 1e12);
	x = figure(p, x, y, "time", value);
	snprintf(value, sizeof value, "%" PRIu64, f->events);
	x = figure(p, x, y, "messages", value);
	if (f->speed > 0) {
		snprintf(value, sizeof value, f->speed < 0.01 ? "%.1e" : "%.2f", f->speed);
		x = figure(p, x, y, "speed", value);
		snprintf(value, sizeof value, "%.0f", f->rate);
		x = figure(p, x, y, "messages a second", value);
	}
	snprintf(value, sizeof value, "%" PRIu64 " of %" PRIu64 " made", f->tasks, f->made);
	if (f->made > 0)
		x = figure(p, x, y, "tasks", value);
	snprintf(value, sizeof value, "%" PRIu64, f->faults);
	if (f->faults > 0)
		figure(p, x, y, "stopped", value);
}

/* button_area: the area of button i. */
static Area
button_area(const Painter *p, Area a, const Button *buttons, int i)
{
	float x = a.x + GAP * p->dpi, pad = GAP * p->dpi;

	for (int k = 0; k < i; k++)
		x += text_width(p, TEXT_SMALL, buttons[k].label) + 3 * pad;
	return (Area){x, a.y + a.h - text_height(p, TEXT_SMALL) - 2 * pad,
		text_width(p, TEXT_SMALL, buttons[i].label) + 2 * pad,
		text_height(p, TEXT_SMALL) + pad};
}

void
paint_strip(Painter *p, Area a, const Frame *f, const char *title, const Button *buttons, int n)
{
	back(p, a);
	figures(p, a, f, title);
	for (int i = 0; i < n; i++) {
		Area b = button_area(p, a, buttons, i);

		paint_colour(p, COLOUR_PAPER);
		paint_box(p, b.x, b.y, b.w, b.h);
		paint_colour(p, COLOUR_INK);
		paint_frame(p, b.x, b.y, b.w, b.h);
		paint_text(p, TEXT_SMALL, COLOUR_INK, b.x + GAP * p->dpi, b.y + GAP * p->dpi / 2,
			buttons[i].label);
	}
}

int
strip_button_at(const Painter *p, Area a, const Button *buttons, int n, float x, float y)
{
	for (int i = 0; i < n; i++) {
		Area b = button_area(p, a, buttons, i);

		if (x >= b.x && y >= b.y && x < b.x + b.w && y < b.y + b.h)
			return i;
	}
	return -1;
}

/* ---- time line: a column an interval, a row a node ---- */

static void
past_colour(Painter *p, Past past)
{
	switch (past.activity) {
	case ACTIVITY_RESET: paint_colour(p, COLOUR_PAPER); break;
	case ACTIVITY_STOPPED: paint_colour(p, COLOUR_STOP); break;
	default: paint_use(p, past.use[HIGH] / 255.0f, past.use[LOW] / 255.0f); break;
	}
}

/*
 * summary: of the nodes in one row of pixels: stopped if any of them is, otherwise their mean use.
 */
static Past
summary(const Viewport *viewport, const Past *past, uint32_t from, uint32_t to)
{
	uint32_t high = 0, low = 0;

	if (to == from + 1)
		return past[viewport->layout.items[from].part];
	for (uint32_t i = from; i < to; i++) {
		Past one = past[viewport->layout.items[i].part];

		if (one.activity == ACTIVITY_STOPPED)
			return one;
		high += one.use[HIGH];
		low += one.use[LOW];
	}
	return (Past){ACTIVITY_BUSY, {high / (to - from), low / (to - from)}};
}

/* column: draw one interval of n nodes into its column of the band's texture. */
static void
column(Painter *p, uint32_t slot, const Viewport *viewport, const Past *past, uint32_t n)
{
	uint32_t rows = p->band.rows, *pixel = xmalloc(rows * sizeof *pixel);
	SDL_Color c;

	for (uint32_t i = 0; i < rows; i++) {
		past_colour(p,
			summary(viewport, past, (uint64_t)i * n / rows,
				(uint64_t)(i + 1) * n / rows));
		SDL_GetRenderDrawColor(p->r, &c.r, &c.g, &c.b, &c.a);
		pixel[i] = 0xFF000000u | c.r << 16 | c.g << 8 | c.b;
	}
	SDL_UpdateTexture(p->band.texture, &(SDL_Rect){slot, 0, 1, rows}, pixel, sizeof *pixel);
	free(pixel);
}

/*
 * band_fit: make sure that the texture has this many rows and belongs to this layout; otherwise
 * clear it.
 */
static void
band_fit(Painter *p, uint32_t rows, const Viewport *viewport)
{
	Band *band = &p->band;

	if (band->texture && band->rows == rows && band->serial == viewport->serial)
		return;
	if (band->texture)
		SDL_DestroyTexture(band->texture);
	*band = (Band){.rows = rows, .serial = viewport->serial};
	band->texture = SDL_CreateTexture(p->r, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC,
		HISTORY, rows);
}

/* band_draw: draw n of the texture's columns, from `slot` on, at x. */
static void
band_draw(Painter *p, uint32_t slot, uint32_t n, float x, Area in)
{
	SDL_Rect from = {slot, 0, n, p->band.rows};

	if (n > 0)
		SDL_RenderCopyF(p->r, p->band.texture, &from,
			&(SDL_FRect){x, in.y, in.w * n / HISTORY, in.h});
}

static uint32_t
nodes_drawn(const Layout *l)
{
	uint32_t n = 0;

	while (n < l->nitems && l->items[n].kind == ITEM_NODE)
		n++;
	return n;
}

/* legend: explain the colours of nodes; ends at x. */
static void
legend(Painter *p, float x, float y)
{
	static const struct {
		const char *text;
		Colour colour;
	} keys[] = {
		{"stopped", COLOUR_STOP}, {"not booted", COLOUR_PAPER}, {"waits", COLOUR_WAIT},
		{"low priority", COLOUR_LOW}, {"high priority", COLOUR_HIGH},
	};
	float side = text_height(p, TEXT_SMALL) - 4 * p->dpi, gap = GAP * p->dpi;

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		x -= text_width(p, TEXT_SMALL, keys[i].text);
		paint_text(p, TEXT_SMALL, COLOUR_INK, x, y, keys[i].text);
		x -= side + gap / 2;
		paint_colour(p, keys[i].colour);
		paint_box(p, x, y + 2 * p->dpi, side, side);
		paint_colour(p, COLOUR_INK);
		paint_frame(p, x, y + 2 * p->dpi, side, side);
		x -= 2 * gap;
	}
}

static void
paint_history(Painter *p, Area a, const Frame *f, const Viewport *viewport)
{
	float label = text_height(p, TEXT_SMALL) + 2, gap = GAP * p->dpi;
	Area in = {a.x + gap, a.y + label, a.w - 2 * gap, a.h - label - gap / 2};
	float width = in.w / HISTORY;
	uint32_t n = nodes_drawn(&viewport->layout), before;

	back(p, a);
	paint_text(p, TEXT_SMALL, COLOUR_INK, in.x, a.y + 1,
		"use of the nodes: a row each, the latest on the right");
	legend(p, in.x + in.w, a.y + 1);
	paint_colour(p, COLOUR_PAPER);
	paint_box(p, in.x, in.y, in.w, in.h);
	band_fit(p, n < in.h ? n : in.h, viewport);
	for (uint32_t i = 0; i < f->filled; i++) {
		uint32_t slot = (f->first + i) % HISTORY;

		if (p->band.ends[slot] == f->ends[slot])
			continue;
		column(p, slot, viewport, f->history + (size_t)slot * f->nnodes, n);
		p->band.ends[slot] = f->ends[slot];
	}
	before = f->first + f->filled < HISTORY ? f->filled : HISTORY - f->first;
	band_draw(p, f->first, before, in.x + (HISTORY - f->filled) * width, in);
	band_draw(p, 0, f->filled - before, in.x + (HISTORY - f->filled + before) * width, in);
}

/* ---- a node's words ---- */

static void
paint_panel(Painter *p, Area a, const Frame *f)
{
	float y = a.y + GAP * p->dpi, step = text_height(p, TEXT_SMALL);
	const char *line = f->detail;

	back(p, a);
	while (line && *line && y + step < a.y + a.h) {
		size_t n = strcspn(line, "\n");
		char text[128];

		snprintf(text, sizeof text, "%.*s", (int)n, line);
		paint_text(p, TEXT_SMALL, COLOUR_INK, a.x + GAP * p->dpi, y, text);
		line += n + (line[n] == '\n');
		y += step;
	}
}

/* paint_status: draw the reason for a halt in a corner of the network. */
static void
paint_status(Painter *p, Area a, const char *text)
{
	float gap = GAP * p->dpi;

	paint_colour(p, COLOUR_PAPER);
	paint_box(p, a.x + gap, a.y + gap, text_width(p, TEXT_LARGE, text),
		text_height(p, TEXT_LARGE));
	paint_text(p, TEXT_LARGE, COLOUR_STOP, a.x + gap, a.y + gap, text);
}

void
paint_all(Painter *p, int width, int height, const Frame *f, const Viewport *viewport,
	const char *title, const Button *buttons, int n)
{
	Areas a = areas_of(p, width, height, f);

	paint_colour(p, COLOUR_PAPER);
	SDL_RenderClear(p->r);
	paint_network(p, a.network, viewport, f);
	if (f->status)
		paint_status(p, a.network, f->status);
	paint_strip(p, a.strip, f, title, buttons, n);
	if (f->nscreens > 0)
		paint_screens(p, a.screens, f);
	paint_history(p, a.history, f, viewport);
	if (f->detail)
		paint_panel(p, a.panel, f);
}
