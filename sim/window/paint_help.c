/* paint_help.c - draws the list of keys over the window, and the text that is searched for. */
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
	paint_colour(p, COLOUR_INK);
	paint_frame(p, a.x, a.y, a.w, a.h);
	for (int i = 0; i < n; i++) {
		float y = a.y + pad + i * high;

		paint_text(p, TEXT_SMALL, COLOUR_LOW, a.x + pad, y, rows[i].keys);
		paint_text(p, TEXT_SMALL, COLOUR_INK, a.x + 2 * pad + left, y, rows[i].help);
	}
}

void
paint_find(Painter *p, Area network, const Viewport *viewport, const Frame *f)
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
