/*
 * paint_timeline.c - draws the timeline: an axis, a row for each node, above them larger rows of
 * the chosen nodes, with their names, and the time at which the network is.
 *
 * A row of pixels that stands for several nodes is red if one of them has stopped, and shows their
 * mean use otherwise. Time that was not observed is empty. If there is a closeup of the shown time,
 * it is drawn instead (paint_closeup.c).
 */
#include "paint.h"

#include <math.h>
#include <stdlib.h>

enum { GAP = 8, TICK = 90 }; /* units; TICK: least distance of marks on the axis */

TimelineAreas
timeline_areas(const Painter *p, Area a, const Viewport *viewport)
{
	float small = text_height(p, TEXT_SMALL), gap = GAP * p->dpi;
	float names = text_width(p, TEXT_SMALL, "0123456789") + gap;
	float x = a.x + gap + names, w = a.w - names - 2 * gap, y = a.y + 2;
	float chosen = fminf(viewport->choice.n * (small + 3 * p->dpi), a.h / 2);
	TimelineAreas t = {.title = {x, y, w, small}};

	y += small + 2 * p->dpi;
	t.axis = (Area){x, y, w, small + 3 * p->dpi};
	y += t.axis.h;
	t.chosen = (Area){x, y, w, chosen};
	t.chosen_names = (Area){a.x + gap, y, names, chosen};
	y += chosen > 0 ? chosen + 3 * p->dpi : 0;
	t.rows = (Area){x, y, w, fmaxf(a.y + a.h - gap / 2 - y, 1)};
	t.names = (Area){a.x + gap, y, names, t.rows.h};
	return t;
}

/* ---- all rows ---- */

/* sample_colour: use the colour of a sample. */
static void
sample_colour(Painter *p, Sample s)
{
	switch (s.activity) {
	case ACTIVITY_RESET: paint_set_colour(p, COLOUR_PAPER); break;
	case ACTIVITY_STOPPED: paint_set_colour(p, COLOUR_STOP); break;
	default: paint_set_usage_colour(p, s.use[HIGH] / 255.0f, s.use[LOW] / 255.0f); break;
	}
}

/*
 * mean_sample: the mean use of the nodes in one row of pixels; a stopped node's sample if there is
 * one; no use if no node has been booted.
 */
static Sample
mean_sample(const Layout *l, const Sample *row, uint32_t from, uint32_t to)
{
	uint32_t high = 0, low = 0, booted = 0;

	if (to <= from + 1)
		return row[l->items[from].part];
	for (uint32_t i = from; i < to; i++) {
		Sample one = row[l->items[i].part];

		if (one.activity == ACTIVITY_STOPPED)
			return one;
		booted += one.activity != ACTIVITY_RESET;
		high += one.use[HIGH];
		low += one.use[LOW];
	}
	return (Sample){.activity = booted > 0 ? ACTIVITY_BUSY : ACTIVITY_RESET,
		.use = {high / (to - from), low / (to - from)}};
}

/* paint_column: draw the samples of an interval into its column of the band. */
static void
paint_column(Painter *p, uint32_t slot, const Layout *l, const Sample *row, uint32_t nnodes)
{
	const Band *b = &p->band;
	uint32_t *pixel = xmalloc(b->height * sizeof *pixel);
	SDL_Color c;

	for (uint32_t i = 0; i < b->height; i++) {
		uint32_t from = b->top + i * b->nrows / b->height;
		uint32_t to = b->top + (i + 1) * b->nrows / b->height;

		from = SDL_min(from, nnodes - 1);
		sample_colour(p, mean_sample(l, row, from, SDL_min(to, nnodes)));
		SDL_GetRenderDrawColor(p->r, &c.r, &c.g, &c.b, &c.a);
		pixel[i] = 0xFF000000u | c.r << 16 | c.g << 8 | c.b;
	}
	SDL_UpdateTexture(p->band.texture, &(SDL_Rect){slot, 0, 1, b->height}, pixel,
		sizeof *pixel);
	free(pixel);
}

/* prepare_band: make sure that the band's texture is for these rows; otherwise create a new one. */
static void
prepare_band(Painter *p, uint32_t height, uint32_t nnodes, const Viewport *viewport)
{
	const Timeline *t = &viewport->timeline;
	float nrows = t->nrows > 0 ? t->nrows : nnodes, top = t->nrows > 0 ? t->top : 0;
	Band *b = &p->band;

	if (b->texture && b->height == height && b->layout == viewport->serial && b->top == top
		&& b->nrows == nrows)
		return;
	if (b->texture)
		SDL_DestroyTexture(b->texture);
	*b = (Band){.height = height, .layout = viewport->serial, .top = top, .nrows = nrows};
	b->texture = SDL_CreateTexture(p->r, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC,
		HISTORY, height);
}

/* paint_rows: draw the samples of the history, a column for each interval. */
static void
paint_rows(Painter *p, Area a, Span s, const Viewport *viewport, const Frame *f)
{
	uint32_t nnodes = nodes_drawn(&viewport->layout);
	const History *h = &f->history;

	paint_area(p, a, COLOUR_PAPER);
	prepare_band(p, fmaxf(a.h, 1), nnodes, viewport);
	for (uint32_t i = node_history_after(h, s.from); i < h->n && h->interval[i].begin < s.until;
		i++) {
		const Interval *v = &h->interval[i];
		int x = lroundf(timeline_x(s, a, v->begin));
		int end = lroundf(timeline_x(s, a, v->end));
		SDL_Rect from = {v->slot, 0, 1, p->band.height};

		if (p->band.serial[v->slot] != h->serial[v->slot])
			paint_column(p, v->slot, &viewport->layout, node_history_row(h, v), nnodes);
		p->band.serial[v->slot] = h->serial[v->slot];
		SDL_RenderCopy(p->r, p->band.texture, &from,
			&(SDL_Rect){x, a.y, SDL_max(end - x, 1), p->band.height});
	}
}

/* ---- names ---- */

/* paint_name: paint the name of a row whose middle is at y. */
static void
paint_name(Painter *p, Area a, float y, const char *name, bool chosen)
{
	char text[12];
	bool fits = snprintf(text, sizeof text, "%s", name) < 11;

	if (!fits)
		strcpy(text + 8, "..");
	paint_text(p, TEXT_SMALL, chosen ? COLOUR_CHOSEN : COLOUR_INK,
		a.x + a.w - text_width(p, TEXT_SMALL, text) - 4 * p->dpi,
		y - text_height(p, TEXT_SMALL) / 2, text);
}

/* paint_names: paint the names of rows, as many as there is room for. */
static void
paint_names(Painter *p, Area a, const Viewport *viewport, const Frame *f)
{
	const Timeline *t = &viewport->timeline;
	const Layout *l = &viewport->layout;
	uint32_t n = nodes_drawn(l);
	float nrows = t->nrows > 0 ? t->nrows : n, top = t->nrows > 0 ? t->top : 0;
	float height = a.h / nrows;
	uint32_t every = ceilf(text_height(p, TEXT_SMALL) / height);

	for (uint32_t i = 0; i < n; i++) {
		float y = a.y + (i + 0.5f - top) * height;
		bool chosen = choice_has(&viewport->choice, i);

		if (i < top || y > a.y + a.h)
			continue;
		if (chosen || find_matches_now(&viewport->find, f, &l->items[i])) {
			paint_set_colour(p, chosen ? COLOUR_CHOSEN : COLOUR_STOP);
			paint_box(p, a.x + a.w - 3 * p->dpi, y - fmaxf(height, 2) / 2, 3 * p->dpi,
				fmaxf(height, 2));
		}
		if (i % every == 0)
			paint_name(p, a, y, l->items[i].label, chosen);
	}
}

/* ---- chosen rows ---- */

/* sample_text: the text of a sample: "t7 compute_fn". */
static const char *
sample_text(const Frame *f, Sample s, char *text, size_t size)
{
	const char *place = function_names_text(f->names, s.place);

	if (s.task > 0)
		snprintf(text, size, "t%u %s", s.task - 1, place ? place : "");
	else
		snprintf(text, size, "%s", place ? place : "");
	return text;
}

/* work_text: the text of a piece of work in the closeup, like sample_text. */
static const char *
work_text(const Frame *f, const Work *k, char *text, size_t size)
{
	Sample s = {.task = k->task, .place = k->place};

	return k->kind <= WORK_LOW ? sample_text(f, s, text, size) : "";
}

/* same_sample: true if two samples have the same text. */
static bool
same_sample(Sample a, Sample b)
{
	return a.task == b.task && a.place == b.place && a.activity == b.activity;
}

/*
 * end_of_stretch: the index after the last interval, from i on, in which node n executes the same.
 */
static uint32_t
end_of_stretch(const History *h, uint32_t i, NodeId n)
{
	Sample one = node_history_row(h, &h->interval[i])[n];
	uint32_t next = i + 1;

	while (next < h->n && h->interval[next].begin == h->interval[next - 1].end
		&& same_sample(one, node_history_row(h, &h->interval[next])[n]))
		next++;
	return next;
}

/* paint_caption: write what runs in a stretch of a row, if there is room. */
static void
paint_caption(Painter *p, Area a, float x, float end, const char *text)
{
	float left = fmaxf(x, a.x), wide = text_width(p, TEXT_SMALL, text);

	if (!*text || fminf(end, a.x + a.w) - left < wide + 6 * p->dpi)
		return;
	paint_label(p, TEXT_SMALL, left + 3 * p->dpi,
		a.y + (a.h - text_height(p, TEXT_SMALL)) / 2, text);
}

/* paint_captions: write what a node executes into its row of the closeup. */
static void
paint_captions(Painter *p, Area a, Span s, const Frame *f, NodeId n)
{
	const Closeup *c = &f->closeup;
	char text[SOURCE_TEXT + 16];

	for (uint32_t i = c->first[n]; i < c->first[n + 1]; i++) {
		const Work *k = &c->work[i];

		if (k->end > s.from && k->begin < s.until)
			paint_caption(p, a, timeline_x(s, a, k->begin), timeline_x(s, a, k->end),
				      work_text(f, k, text, sizeof text));
	}
}

/* paint_row: paint one node's row of the history, with captions. */
static void
paint_row(Painter *p, Area a, Span s, const Frame *f, NodeId n)
{
	const History *h = &f->history;
	uint32_t first = node_history_after(h, s.from);
	char text[SOURCE_TEXT + 16];

	paint_area(p, a, COLOUR_PAPER);
	for (uint32_t i = first; i < h->n && h->interval[i].begin < s.until; i++) {
		const Interval *v = &h->interval[i];
		float x = fmaxf(timeline_x(s, a, v->begin), a.x);

		sample_colour(p, node_history_row(h, v)[n]);
		paint_box(p, x, a.y, fminf(timeline_x(s, a, v->end), a.x + a.w) - x, a.h);
	}
	for (uint32_t i = first, next; i < h->n && h->interval[i].begin < s.until; i = next) {
		const Interval *v = &h->interval[i];
		Sample one = node_history_row(h, v)[n];

		next = end_of_stretch(h, i, n);
		paint_caption(p, a, timeline_x(s, a, v->begin),
			      timeline_x(s, a, h->interval[next - 1].end),
			      sample_text(f, one, text, sizeof text));
	}
}

/*
 * paint_chosen_closeup: draw the rows of the chosen nodes from the closeup, and the messages
 * between them.
 */
static void
paint_chosen_closeup(Painter *p, const TimelineAreas *a, const Viewport *viewport, const Frame *f)
{
	RowSet r = row_set_chosen(&viewport->timeline, f, &viewport->layout, &viewport->choice,
		a->chosen);

	paint_work(p, &p->chosen_work, &r, viewport, f);
	paint_messages(p, &r, viewport, f);
	paint_set_colour(p, COLOUR_PANEL);
	for (uint32_t i = 1; i < r.n; i++)
		paint_box(p, a->chosen.x, a->chosen.y + i * a->chosen.h / r.n - p->dpi, a->chosen.w,
			p->dpi);
	row_set_free(&r);
}

/* paint_chosen: paint the rows of the chosen nodes, above the others. */
static void
paint_chosen(Painter *p, const TimelineAreas *a, Span s, const Viewport *viewport, const Frame *f,
	bool closeup)
{
	const Choice *c = &viewport->choice;
	float height = a->chosen.h / fmaxf(c->n, 1);

	if (closeup && c->n > 0)
		paint_chosen_closeup(p, a, viewport, f);
	for (uint32_t i = 0; i < c->n; i++) {
		const Item *item = &viewport->layout.items[c->item[i]];
		Area row = {a->chosen.x, a->chosen.y + i * height, a->chosen.w, height - p->dpi};

		(closeup ? paint_captions : paint_row)(p, row, s, f, item->part);
		paint_name(p, a->chosen_names, row.y + row.h / 2, item->label, true);
	}
}

/* ---- a task ---- */

void
paint_stages(Painter *p, Area area, const Viewport *viewport, const Frame *f, const Trail *t)
{
	TimelineAreas a = timeline_areas(p, area, viewport);
	Span s = timeline_span(&viewport->timeline, f);
	RowSet r = row_set_all(&viewport->timeline, f, &viewport->layout, a.rows);
	float high = fmaxf(a.rows.h / r.nrows, 4 * p->dpi);

	paint_clip(p, a.rows);
	paint_set_colour(p, COLOUR_CHOSEN);
	for (uint32_t i = 0; i < t->n; i++) {
		const Stage *g = &t->stage[i];
		float x = timeline_x(s, a.rows, g->from), end = timeline_x(s, a.rows, g->until);

		if (r.row[g->node] != NOWHERE)
			paint_frame(p, x, row_set_y(&r, r.row[g->node]) - high / 2,
				fmaxf(end - x, 4 * p->dpi), high);
	}
	SDL_RenderSetClipRect(p->r, NULL);
	row_set_free(&r);
}

/* ---- axis ---- */

/* paint_axis: draw the marks of the axis and their times. */
static void
paint_axis(Painter *p, Area a, Span s)
{
	Ticks t = ticks_of(s, a.w, TICK * p->dpi);
	char text[TICK_TEXT];

	for (Time at = t.first; at <= s.until; at += t.step) {
		float x = timeline_x(s, a, at), wide;

		wide = text_width(p, TEXT_SMALL, ticks_text(&t, at, text));
		paint_set_colour(p, COLOUR_FAINT);
		paint_box(p, x, a.y, p->dpi, a.h);
		if (x + 3 * p->dpi + wide <= a.x + a.w)
			paint_text(p, TEXT_SMALL, COLOUR_INK, x + 3 * p->dpi, a.y, text);
	}
}

/* paint_cursor: draw a line at a time through all rows. */
static void
paint_cursor(Painter *p, const TimelineAreas *a, Span s, Time at, Colour c)
{
	float x = timeline_x(s, a->rows, at);

	if (at < s.from || at > s.until)
		return;
	paint_set_colour(p, c);
	paint_box(p, x - p->dpi / 2, a->axis.y, fmaxf(p->dpi, 1),
		a->rows.y + a->rows.h - a->axis.y);
}

/* paint_legend: draw the explanation of the nodes' colours, which ends at x. */
static void
paint_legend(Painter *p, float x, float y)
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
		paint_set_colour(p, keys[i].colour);
		paint_box(p, x, y + 2 * p->dpi, side, side);
		paint_set_colour(p, COLOUR_INK);
		paint_frame(p, x, y + 2 * p->dpi, side, side);
		x -= 2 * gap;
	}
}

/*
 * paint_all_rows: paint the rows of all nodes, from the closeup if it covers the shown time, and
 * captions where there is room.
 */
static void
paint_all_rows(Painter *p, const TimelineAreas *a, Span s, const Viewport *viewport, const Frame *f,
	bool closeup)
{
	Buf text = {0};

	if (closeup) {
		RowSet r = row_set_all(&viewport->timeline, f, &viewport->layout, a->rows);

		paint_work(p, &p->work, &r, viewport, f);
		paint_messages(p, &r, viewport, f);
		messages_describe(&text, &r, viewport, f);
		row_set_free(&r);
	} else {
		paint_clip(p, a->rows);
		paint_rows(p, a->rows, s, viewport, f);
		SDL_RenderSetClipRect(p->r, NULL);
		buf_printf(&text, "use of the nodes: a row each%s",
			f->closeup.too_much && f->status ? "; zoom in for messages" : "");
	}
	buf_byte(&text, '\0');
	paint_text(p, TEXT_SMALL, COLOUR_INK, a->title.x, a->title.y, (char *)text.data);
	buf_free(&text);
}

void
paint_timeline(Painter *p, Area area, const Viewport *viewport, const Frame *f)
{
	TimelineAreas a = timeline_areas(p, area, viewport);
	Span s = timeline_span(&viewport->timeline, f);
	bool closeup = closeup_covers(&f->closeup, timeline_until_present(&viewport->timeline, f));

	paint_area(p, area, COLOUR_PANEL);
	paint_legend(p, a.title.x + a.title.w, a.title.y);
	paint_axis(p, a.axis, s);
	paint_all_rows(p, &a, s, viewport, f, closeup);
	paint_names(p, a.names, viewport, f);
	paint_chosen(p, &a, s, viewport, f, closeup);
	if (f->present > f->now)
		paint_cursor(p, &a, s, f->present, COLOUR_INK);
	paint_cursor(p, &a, s, viewport->drags ? viewport->aim : f->now, COLOUR_CHOSEN);
}
