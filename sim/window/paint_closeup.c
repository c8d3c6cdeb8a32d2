/*
 * paint_closeup.c - draws the closeup into the timeline: the work of each node, pixel by pixel, and
 * each message as a line from its sender's row to its receiver's. The more lines there are, the
 * fainter they are.
 */
#include "paint.h"

#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_LINES = 4000, /* more messages are not drawn */
	FULL_LINES = 150,  /* up to this number, lines are not faint */
	NEAR = 4,          /* units from the mouse to a message's line */
};

#define FAINTEST 0.12f /* opacity of lines at least */

/* ---- work ---- */

/* cell_colour: the colour of a pixel, from the work of its cell. */
static uint32_t
cell_colour(Painter *p, const Cell *cell)
{
	SDL_Color c;

	if (cell->part[WORK_STOPPED] > 0)
		paint_set_colour(p, COLOUR_STOP);
	else if (cell->part[WORK_RESET] > 0.5f)
		paint_set_colour(p, COLOUR_PAPER);
	else
		paint_set_usage_colour(p, cell->part[WORK_HIGH], cell->part[WORK_LOW]);
	SDL_GetRenderDrawColor(p->r, &c.r, &c.g, &c.b, &c.a);
	return 0xFF000000u | c.r << 16 | c.g << 8 | c.b;
}

/* draw_work: draw the work in the rows on a new texture. */
static SDL_Texture *
draw_work(Painter *p, const RowSet *r, const Closeup *c, uint32_t width, uint32_t height)
{
	uint32_t *pixel = xmalloc((size_t)width * height * sizeof *pixel);
	SDL_Texture *t = SDL_CreateTexture(p->r, SDL_PIXELFORMAT_ARGB8888,
		SDL_TEXTUREACCESS_STATIC, width, height);
	Cell *cells = row_set_cells(r, c, width, height);

	for (size_t i = 0; i < (size_t)width * height; i++)
		pixel[i] = cell_colour(p, &cells[i]);
	SDL_UpdateTexture(t, NULL, pixel, width * sizeof *pixel);
	free(cells);
	free(pixel);
	return t;
}

/* is_band_current: true if the texture shows the rows that `key` describes. */
static bool
is_band_current(const WorkBand *b, const WorkBand *key)
{
	return b->texture && b->layout == key->layout && b->closeup == key->closeup
		&& b->choice == key->choice && b->top == key->top && b->nrows == key->nrows
		&& b->span.from == key->span.from && b->span.until == key->span.until
		&& b->width == key->width && b->height == key->height;
}

/* choice_hash: a hash of the nodes in the rows, to detect that other nodes are chosen. */
static uint64_t
choice_hash(const RowSet *r)
{
	uint64_t sum = r->n;

	for (uint32_t i = 0; i < r->n; i++)
		sum = sum * 1000003 + r->node[i];
	return sum;
}

void
paint_work(Painter *p, WorkBand *b, const RowSet *r, const Viewport *viewport, const Frame *f)
{
	WorkBand key = {
		.width = fmaxf(r->area.w, 1),
		.height = fmaxf(r->area.h, 1),
		.layout = viewport->serial,
		.closeup = f->closeup.serial,
		.choice = choice_hash(r),
		.span = r->span,
		.top = r->top,
		.nrows = r->nrows,
	};

	if (!is_band_current(b, &key)) {
		if (b->texture)
			SDL_DestroyTexture(b->texture);
		key.texture = draw_work(p, r, &f->closeup, key.width, key.height);
		*b = key;
	}
	SDL_RenderCopy(p->r, b->texture, NULL,
		&(SDL_Rect){r->area.x, r->area.y, b->width, b->height});
}

/* ---- messages ---- */

/* is_message_of_edge: true if the message goes over the link that the edge draws. */
static bool
is_message_of_edge(const LinkMessage *m, const Edge *e)
{
	return m->from == e->from_a || m->from == e->from_b || m->to == e->from_a
		|| m->to == e->from_b;
}

/* same_message: true if both are the same message. */
static bool
same_message(const LinkMessage *a, const LinkMessage *b)
{
	return a->from == b->from && a->sent == b->sent && a->received == b->received;
}

/* paint_message_line: draw a message's line in the current colour. */
static void
paint_message_line(Painter *p, const RowSet *r, const Closeup *c, const LinkMessage *m, float width)
{
	Stroke s;

	if (row_set_stroke(r, c, m, &s))
		paint_line(p, s.a, s.b, width);
}

/* mark_messages: draw the messages of the chosen link, and the chosen one. */
static void
mark_messages(Painter *p, const RowSet *r, const Viewport *viewport, const Closeup *c)
{
	const Edge *e = viewport->link == NOWHERE ? NULL : &viewport->layout.edges[viewport->link];

	paint_set_colour(p, COLOUR_CHOSEN);
	for (uint32_t i = 0; e && i < c->nmessages; i++)
		if (is_message_of_edge(&c->message[i], e))
			paint_message_line(p, r, c, &c->message[i], p->dpi);
	for (uint32_t i = 0; viewport->has_message && i < c->nmessages; i++)
		if (same_message(&c->message[i], &viewport->message))
			paint_message_line(p, r, c, &c->message[i], 3 * p->dpi);
}

void
paint_messages(Painter *p, const RowSet *r, const Viewport *viewport, const Frame *f)
{
	const Closeup *c = &f->closeup;
	uint32_t n = row_set_count_strokes(r, c);

	paint_clip(p, r->area);
	if (n <= MOST_LINES) {
		paint_set_faded(p, COLOUR_INK, fmaxf(fminf((float)FULL_LINES / (n + 1), 0.8f),
			FAINTEST));
		for (uint32_t i = 0; i < c->nmessages; i++)
			paint_message_line(p, r, c, &c->message[i], p->dpi);
	}
	mark_messages(p, r, viewport, c);
	SDL_RenderSetClipRect(p->r, NULL);
}

const LinkMessage *
timeline_message(const Painter *p, const TimelineAreas *a, const Viewport *v, const Frame *f,
	float x, float y)
{
	const LinkMessage *m;
	bool chosen = area_has(a->chosen, x, y);
	RowSet r;

	if (!closeup_covers(&f->closeup, timeline_until_present(&v->timeline, f))
		|| (!chosen && !area_has(a->rows, x, y)))
		return NULL;
	r = chosen ? row_set_chosen(&v->timeline, f, &v->layout, &v->choice, a->chosen)
		: row_set_all(&v->timeline, f, &v->layout, a->rows);
	m = row_set_count_strokes(&r, &f->closeup) > MOST_LINES ? NULL
		: row_set_message_at(&r, &f->closeup, (Point){x, y}, NEAR * p->dpi);
	row_set_free(&r);
	return m;
}

/* end_text: the name of a node's link end, as the layout labels the node. */
static const char *
end_text(const Viewport *v, EndId e, char text[END_NAME])
{
	const Layout *l = &v->layout;

	for (uint32_t i = 0; i < nodes_drawn(l); i++)
		if (l->items[i].part == message_node(e))
			snprintf(text, END_NAME, "%s.%u", l->items[i].label, e % NLINKS);
	return text;
}

void
message_describe(Buf *b, const Viewport *v, const LinkMessage *m)
{
	char from[END_NAME] = "", to[END_NAME] = "";

	buf_printf(b, "message of %u bytes, %s to %s\n", m->nbytes, end_text(v, m->from, from),
		end_text(v, m->to, to));
	if (m->sent)
		buf_printf(b, "sent at %s\n", TIME_STRING(m->sent));
	else
		buf_printf(b, "sent before this part\n");
	if (m->received == NEVER)
		buf_printf(b, "not received yet\n");
	else
		buf_printf(b, "received at %s\n", TIME_STRING(m->received));
	if (m->sent && m->received != NEVER)
		buf_printf(b, "under way for %s\n", TIME_STRING(m->received - m->sent));
}

/* put_chosen_message: append the description of the chosen message in one line. */
static void
put_chosen_message(Buf *b, const Viewport *v)
{
	Buf lines = {0};
	const char *between = "";
	char *rest = NULL, *l;

	message_describe(&lines, v, &v->message);
	buf_byte(&lines, '\0');
	l = strtok_r((char *)lines.data, "\n", &rest);
	for (; l; l = strtok_r(NULL, "\n", &rest)) {
		buf_printf(b, "%s%s", between, l);
		between = "; ";
	}
	buf_free(&lines);
}

void
messages_describe(Buf *b, const RowSet *r, const Viewport *v, const Frame *f)
{
	uint32_t n = row_set_count_strokes(r, &f->closeup);

	if (v->has_message)
		put_chosen_message(b, v);
	else
		buf_printf(b, "%u messages%s", n,
			n > MOST_LINES ? ": fewer rows or less time shows them" : "");
}
