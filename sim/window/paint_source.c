/* paint_source.c - draws lines of a program, the current one, and breakpoints in the margin. */
#include "paint.h"

#include <math.h>
#include <stdlib.h>

enum { PAD = 6 }; /* units */

/* text_top: the y coordinate of the first line of source. */
static float
text_top(const Painter *p, Area a)
{
	return a.y + 2 * PAD * p->dpi + text_height(p, TEXT_SMALL);
}

/* text_margin: the width of the margin for marks. */
static float
text_margin(const Painter *p)
{
	return 2 * text_width(p, TEXT_SMALL, "0") + PAD * p->dpi;
}

int
source_nlines(const Painter *p, Area a)
{
	return fmaxf((a.y + a.h - text_top(p, a)) / text_height(p, TEXT_SMALL), 1);
}

int
source_line_at(const Painter *p, Area a, const SourcePane *s, float x, float y)
{
	int at = floorf((y - text_top(p, a)) / text_height(p, TEXT_SMALL));
	const char *line = s->lines;

	if (!area_has(a, x, y) || at < 0)
		return 0;
	for (int i = 0; line && *line; i++, line = strchr(line, '\n') + 1)
		if (i == at)
			return s->first + i;
	return 0;
}

/* paint_mark: draw a breakpoint as a disc in the margin, or a dot where one can be set. */
static void
paint_mark(Painter *p, float x, float y, char mark)
{
	float high = text_height(p, TEXT_SMALL), r = mark == '*' ? high * 0.4f : p->dpi;
	float middle = y + high / 2;

	if (mark == ' ')
		return;
	paint_set_colour(p, mark == '*' ? COLOUR_STOP : COLOUR_INK);
	for (float dy = -r; dy <= r; dy += 1) {
		float half = sqrtf(fmaxf(r * r - dy * dy, 0));

		paint_box(p, x + text_margin(p) / 2 - half, middle + dy, 2 * half, 1);
	}
}

/* paint_source_line: draw a line of source; its text begins with two characters for the marks. */
static void
paint_source_line(Painter *p, Area a, float y, const char *text)
{
	float x = a.x + text_margin(p), high = text_height(p, TEXT_SMALL);
	int room = (a.x + a.w - x) / text_width(p, TEXT_SMALL, "0"), n = 0;
	char line[256];

	if (text[0] == '>') {
		paint_set_mixture(p, COLOUR_PAPER, COLOUR_HIGH, 0.45f);
		paint_box(p, a.x, y, a.w, high);
	}
	paint_mark(p, a.x, y, text[1]);
	for (const char *c = text + 2; *c && *c != '\n' && n < (int)sizeof line - 1; c++)
		do
			line[n++] = *c == '\t' ? ' ' : *c;
		while (*c == '\t' && (n - 7) % 4 && n < (int)sizeof line - 1);
	line[SDL_max(SDL_min(n, room), 0)] = '\0';
	paint_text(p, TEXT_SMALL, COLOUR_INK, x, y, line);
}

void
paint_source(Painter *p, Area a, const SourcePane *s)
{
	float y = text_top(p, a), high = text_height(p, TEXT_SMALL);
	char title[SOURCE_TEXT];
	const char *line = s->lines;

	paint_area(p, a, COLOUR_PAPER);
	paint_area(p, (Area){a.x, a.y, a.w, y - a.y}, COLOUR_PANEL);
	snprintf(title, sizeof title, "%.*s", (int)(a.w / text_width(p, TEXT_SMALL, "0")) - 2,
		s->title);
	paint_text(p, TEXT_SMALL, COLOUR_LOW, a.x + PAD * p->dpi, a.y + PAD * p->dpi, title);
	paint_area(p, (Area){a.x, y, text_margin(p), a.y + a.h - y}, COLOUR_PANEL);
	for (; line && *line && y + high <= a.y + a.h; line = strchr(line, '\n') + 1, y += high)
		paint_source_line(p, a, y, line);
}
