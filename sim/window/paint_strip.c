/* paint_strip.c - draws figures and buttons above the network. */
#include "pace.h"
#include "paint.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { GAP = 8 }; /* units */

/* ---- figures and buttons ---- */

/* paint_figure: draw a label and its value at x; returns the x of the next one. */
static float
paint_figure(Painter *p, float x, float y, const char *label, const char *value)
{
	float gap = text_width(p, TEXT_NORMAL, " ");

	paint_text(p, TEXT_SMALL, COLOUR_INK, x,
		y + text_height(p, TEXT_NORMAL) - text_height(p, TEXT_SMALL), label);
	x += text_width(p, TEXT_SMALL, label) + gap / 2;
	paint_text(p, TEXT_NORMAL, COLOUR_LOW, x, y, value);
	return x + text_width(p, TEXT_NORMAL, value) + 2 * gap;
}

/* speed_text: a speed relative to real time: "1/52", or "2.3 times". */
static const char *
speed_text(double speed, char *text, size_t size)
{
	if (speed < 1)
		snprintf(text, size, speed > 0.1 ? "1/%.1f" : "1/%.0f", 1 / speed);
	else
		snprintf(text, size, "%.1f times", speed);
	return text;
}

/* paint_figures: write the title, the time, and figures of the run; paced: also the pace. */
static void
paint_figures(Painter *p, Area a, const Frame *f, const char *title, bool paced)
{
	float x = a.x + GAP * p->dpi, y = a.y + GAP * p->dpi;
	char value[64];

	paint_text(p, TEXT_NORMAL, COLOUR_INK, x, y, title);
	x += text_width(p, TEXT_NORMAL, title) + 3 * GAP * p->dpi;
	snprintf(value, sizeof value, "%.6f s", f->now / 1e12);
	x = paint_figure(p, x, y, "time", value);
	snprintf(value, sizeof value, "%" PRIu64, f->events);
	x = paint_figure(p, x, y, "messages", value);
	if (paced)
		x = paint_figure(p, x, y, "pace", pace_text(f->pace, value));
	if (f->speed > 0) {
		x = paint_figure(p, x, y, "speed", speed_text(f->speed, value, sizeof value));
		snprintf(value, sizeof value, "%.0f", f->rate);
		x = paint_figure(p, x, y, "messages a second", value);
	}
	snprintf(value, sizeof value, "%" PRIu64 " of %" PRIu64 " made", f->tasks, f->made);
	if (f->made > 0)
		x = paint_figure(p, x, y, "tasks", value);
	snprintf(value, sizeof value, "%" PRIu64, f->faults);
	if (f->faults > 0)
		paint_figure(p, x, y, "stopped", value);
}

/* button_width: the width of a button in pixels. */
static float
button_width(const Painter *p, const Button *b)
{
	return text_width(p, TEXT_SMALL, b->label) + 2 * GAP * p->dpi;
}

/*
 * group_width: the width of the first button's group, which ends before the next button that stands
 * apart.
 */
static float
group_width(const Painter *p, const Button *buttons, int n)
{
	float width = button_width(p, buttons);

	for (int i = 1; i < n && !buttons[i].apart; i++)
		width += button_width(p, &buttons[i]);
	return width;
}

/*
 * button_area: the area of button i. The buttons of a group touch; a group that does not fit begins
 * a new row.
 */
static Area
button_area(const Painter *p, Area a, const Button *buttons, int n, int i)
{
	float pad = GAP * p->dpi, high = text_height(p, TEXT_SMALL) + pad;
	Area b = {a.x + pad, a.y + pad + text_height(p, TEXT_NORMAL) + pad, 0, high};

	for (int k = 0; k <= i; k++) {
		b.x += k > 0 ? b.w - p->dpi : 0; /* neighbours share a line of their frames */
		if (buttons[k].apart)
			b.x += 2 * pad;
		b.w = button_width(p, &buttons[k]);
		if (buttons[k].apart
			&& b.x + group_width(p, buttons + k, n - k) > a.x + a.w) {
			b.x = a.x + pad;
			b.y += high + pad / 2;
		}
	}
	return b;
}

float
strip_height(const Painter *p, float width, const Button *buttons, int n)
{
	Area last = {.h = text_height(p, TEXT_NORMAL) + GAP * p->dpi};

	if (n > 0)
		last = button_area(p, (Area){0, 0, width, 0}, buttons, n, n - 1);
	return last.y + last.h + GAP * p->dpi;
}

void
paint_strip(Painter *p, Area a, const Frame *f, const char *title, const Button *buttons, int n)
{
	paint_area(p, a, COLOUR_PANEL);
	paint_figures(p, a, f, title, n > 0);
	for (int i = 0; i < n; i++) {
		Area b = button_area(p, a, buttons, n, i);

		paint_set_colour(p, COLOUR_PAPER);
		paint_box(p, b.x, b.y, b.w, b.h);
		paint_set_colour(p, COLOUR_INK);
		paint_frame(p, b.x, b.y, b.w, b.h);
		paint_text(p, TEXT_SMALL, COLOUR_INK, b.x + GAP * p->dpi, b.y + GAP * p->dpi / 2,
			buttons[i].label);
	}
}

int
strip_button_at(const Painter *p, Area a, const Button *buttons, int n, float x, float y)
{
	for (int i = 0; i < n; i++) {
		Area b = button_area(p, a, buttons, n, i);

		if (x >= b.x && y >= b.y && x < b.x + b.w && y < b.y + b.h)
			return i;
	}
	return -1;
}
