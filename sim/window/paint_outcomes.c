/*
 * paint_outcomes.c - draws the tree of a program's outcomes over the window. Its lines are those of
 * `trellis outcomes`; the outcome of the shown run is marked.
 */
#include "paint.h"

#include <math.h>
#include <stdlib.h>

enum { PAD = 14, LINE_TEXT = 256 }; /* units; bytes of a line */

/* outcome_in_line: the number of the outcome that a line describes; 0 if it describes none. */
static uint32_t
outcome_in_line(const char *line)
{
	static const char *const words[] = {"outcome ", "deadlock ", "no end "};

	line += strspn(line, " ");
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strncmp(line, words[i], strlen(words[i])) == 0)
			return strtoul(line + strlen(words[i]), NULL, 10);
	return 0;
}

/* line_height: the distance between two lines of the tree, in pixels. */
static float
line_height(const Painter *p)
{
	return text_height(p, TEXT_SMALL) + 3 * p->dpi;
}

/*
 * next_line: copy the line at `at` without its end, cut to `room` characters; returns the beginning
 * of the next line, or NULL at the end.
 */
static const char *
next_line(const char *at, char line[LINE_TEXT], int room)
{
	size_t n = strcspn(at, "\n");

	if (*at == '\0')
		return NULL;
	snprintf(line, LINE_TEXT, "%.*s", (int)fminf(fminf(n, room), LINE_TEXT - 1), at);
	return at + n + (at[n] == '\n');
}

/* characters_per_line: the number of characters for which a line has room. */
static int
characters_per_line(const Painter *p, Area a)
{
	return (a.w - 2 * PAD * p->dpi) / text_width(p, TEXT_SMALL, "0");
}

/*
 * outcomes_area: the area of the tree: in the middle of the window, as large as its lines, but
 * within the window.
 */
static Area
outcomes_area(const Painter *p, int width, int height, const char *text)
{
	float margin = PAD * p->dpi, wide = 0, high = 0;
	Area a = {margin, margin, width - 2 * margin, height - 2 * margin};
	char line[LINE_TEXT];

	while ((text = next_line(text, line, characters_per_line(p, a)))) {
		wide = fmaxf(wide, text_width(p, TEXT_SMALL, line));
		high += line_height(p);
	}
	a.w = fminf(a.w, wide + 2 * margin);
	a.h = fminf(a.h, high + 2 * margin);
	return (Area){(width - a.w) / 2, (height - a.h) / 2, a.w, a.h};
}

void
paint_outcomes(Painter *p, int width, int height, const char *text, uint32_t own)
{
	Area a = outcomes_area(p, width, height, text);
	float pad = PAD * p->dpi, y = a.y + pad;
	char line[LINE_TEXT];

	paint_area(p, a, COLOUR_PAPER);
	paint_set_colour(p, COLOUR_INK);
	paint_frame(p, a.x, a.y, a.w, a.h);
	while ((text = next_line(text, line, characters_per_line(p, a)))
		&& y + line_height(p) <= a.y + a.h) {
		uint32_t outcome = outcome_in_line(line);

		if (outcome && outcome == own) {
			paint_set_mixture(p, COLOUR_PAPER, COLOUR_HIGH, 0.45f);
			paint_box(p, a.x + 1, y, a.w - 2, line_height(p));
		}
		paint_text(p, TEXT_SMALL, outcome ? COLOUR_INK : COLOUR_LOW, a.x + pad, y, line);
		y += line_height(p);
	}
}

bool
outcomes_have(const char *text, uint32_t outcome)
{
	char line[LINE_TEXT];

	while ((text = next_line(text, line, LINE_TEXT)))
		if (outcome_in_line(line) == outcome)
			return true;
	return false;
}

uint32_t
outcomes_at(const Painter *p, int width, int height, const char *text, float x, float y)
{
	Area a = outcomes_area(p, width, height, text);
	int at = floorf((y - a.y - PAD * p->dpi) / line_height(p));
	char line[LINE_TEXT];

	if (!area_has(a, x, y))
		return 0;
	for (int i = 0; (text = next_line(text, line, LINE_TEXT)); i++)
		if (i == at)
			return outcome_in_line(line);
	return 0;
}
