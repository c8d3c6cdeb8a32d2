/* paint_help.c - draws the list of keys over the window, and the text of a search. */
#include "paint.h"

#include <math.h>

enum { PAD = 14 }; /* units */

void
paint_help(Painter *p, int width, int height, const Help *rows, int n)
{
	float pad = PAD * p->dpi, high = text_height(p, TEXT_SMALL) + 3 * p->dpi;
	float left = 0, right = 0;
	Area a;

	for (int i = 0; i < n; i++) {
		left = fmaxf(left, text_width(p, TEXT_SMALL, rows[i].keys));
		right = fmaxf(right, text_width(p, TEXT_SMALL, rows[i].help));
	}
	a = (Area){0, 0, left + right + 3 * pad, n * high + 2 * pad};
	a.x = fmaxf((width - a.w) / 2, 0);
	a.y = fmaxf((height - a.h) / 2, 0);
	paint_area(p, a, COLOUR_PAPER);
	paint_set_colour(p, COLOUR_INK);
	paint_frame(p, a.x, a.y, a.w, a.h);
	for (int i = 0; i < n; i++) {
		float y = a.y + pad + i * high;

		paint_text(p, TEXT_SMALL, COLOUR_LOW, a.x + pad, y, rows[i].keys);
		paint_text(p, TEXT_SMALL, COLOUR_INK, a.x + 2 * pad + left, y, rows[i].help);
	}
}

/* node_label: the name of a node; "" if it is not drawn. */
static const char *
node_label(const Layout *l, NodeId n)
{
	for (uint32_t i = 0; i < nodes_drawn(l); i++)
		if (l->items[i].part == n)
			return l->items[i].label;
	return "";
}

void
paint_task_line(Painter *p, Area network, const Viewport *viewport, const Frame *f, const Trail *t)
{
	float pad = PAD / 2 * p->dpi, y = network.y + text_height(p, TEXT_LARGE) + 2 * pad;
	size_t room = (network.w - 4 * pad) / text_width(p, TEXT_NORMAL, "0");
	uint32_t first = 0;
	Buf text = {0};

	while (first + 1 < t->n && t->stage[first + 1].from <= f->now)
		first++;
	buf_printf(&text, t->n > 0 ? "task %u, stage %u of %u:"
		: "task %u: nothing of it has been seen", viewport->task - 1, first + 1, t->n);
	for (uint32_t i = first; i < t->n; i++) {
		const Stage *g = &t->stage[i];
		const char *place = function_names_text(f->names, g->place);

		buf_printf(&text, "%s %s %.4g ms %s", i > first ? ";" : "",
			node_label(&viewport->layout, g->node), g->from / 1e9,
			place ? place : "");
	}
	buf_byte(&text, '\0');
	if (text.len > room)
		strcpy((char *)text.data + room - 3, "..");
	paint_area(p, (Area){network.x + pad, y, text_width(p, TEXT_NORMAL, (char *)text.data)
		+ 2 * pad, text_height(p, TEXT_NORMAL)}, COLOUR_PAPER);
	paint_text(p, TEXT_NORMAL, COLOUR_CHOSEN, network.x + 2 * pad, y, (char *)text.data);
	buf_free(&text);
}

void
paint_search(Painter *p, Area network, const Viewport *viewport, const Frame *f)
{
	const Find *s = &viewport->find;
	float high = text_height(p, TEXT_NORMAL), pad = PAD / 2 * p->dpi;
	char text[FIND_TEXT + 80];

	if (!s->open && !*s->text)
		return;
	snprintf(text, sizeof text, "/%s%s   %u node%s now%s", s->text, s->open ? "_" : "",
		find_count_nodes(s, f, &viewport->layout),
		find_count_nodes(s, f, &viewport->layout) == 1 ? "" : "s",
		s->open ? "; Enter: the next one" : "; n: the next one");
	paint_area(p, (Area){network.x + pad, network.y + network.h - high - 2 * pad,
		text_width(p, TEXT_NORMAL, text) + 2 * pad, high + pad}, COLOUR_PANEL);
	paint_text(p, TEXT_NORMAL, COLOUR_INK, network.x + 2 * pad,
		network.y + network.h - high - 1.5f * pad, text);
}
