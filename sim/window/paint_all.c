/* paint_all.c - divides the window into areas and draws them. */
#include "paint.h"

enum {
	TIMELINE = 200,   /* units; height of the timeline */
	PANEL = 310,      /* units; width of the panel of text */
	WIDE_PANEL = 560, /* units; its width with source lines */
	GAP = 8,          /* units */
};

/* panel_width: the width of the panel with text about the chosen node; 0 if none is shown. */
static float
panel_width(const Painter *p, int width, const Frame *f)
{
	if (!f->detail)
		return 0;
	return SDL_min((f->has_source ? WIDE_PANEL : PANEL) * p->dpi, width / 2);
}

Areas
areas_of(const Painter *p, int width, int height, const Frame *f, const Button *buttons,
	int n)
{
	float strip = strip_height(p, width, buttons, n),
		timeline = SDL_min(SDL_max(TIMELINE * p->dpi, height / 4), height / 2),
		side = panel_width(p, width, f),
		screens = f->nscreens > 0 ? (width - side) / 2 : 0,
		middle = SDL_max(height - strip - timeline, 0),
		text = f->has_source ? middle / 3 : middle;

	return (Areas){
		.strip = {0, 0, width, strip},
		.network = {0, strip, width - side - screens, middle},
		.screens = {width - side - screens, strip, screens, middle},
		.panel = {width - side, strip, side, text},
		.source = {width - side, strip + text, side, middle - text},
		.timeline = {0, height - timeline, width, timeline},
	};
}

/* paint_panel: paint the text about the chosen node or link. */
static void
paint_panel(Painter *p, Area a, const Frame *f)
{
	float y = a.y + GAP * p->dpi, step = text_height(p, TEXT_SMALL);
	const char *line = f->detail;

	paint_area(p, a, COLOUR_PANEL);
	while (line && *line && y + step < a.y + a.h) {
		size_t n = strcspn(line, "\n");
		char text[128];

		snprintf(text, sizeof text, "%.*s", (int)n, line);
		paint_text(p, TEXT_SMALL, COLOUR_INK, a.x + GAP * p->dpi, y, text);
		line += n + (line[n] == '\n');
		y += step;
	}
}

/* paint_notice: write text in the colour of faults on a box of paper, above everything else. */
static void
paint_notice(Painter *p, TextSize size, float x, float y, const char *text)
{
	paint_set_colour(p, COLOUR_PAPER);
	paint_box(p, x, y, text_width(p, size, text), text_height(p, size));
	paint_text(p, size, COLOUR_STOP, x, y, text);
}

/*
 * paint_status: in one corner of the network's picture, write why the network does not run; in
 * another, write the remark about the run.
 */
static void
paint_status(Painter *p, Area a, const Frame *f)
{
	float gap = GAP * p->dpi;

	if (f->status)
		paint_notice(p, TEXT_LARGE, a.x + gap, a.y + gap, f->status);
	paint_notice(p, TEXT_NORMAL, a.x + gap,
		a.y + a.h - gap - text_height(p, TEXT_NORMAL), f->remark);
}

/* paint_followed: paint the way of the followed task. */
static void
paint_followed(Painter *p, const Areas *a, const Viewport *viewport, const Frame *f)
{
	Trail t = trail_of(f, viewport->task);

	paint_trail(p, a->network, viewport, f, &t);
	paint_stages(p, a->timeline, viewport, f, &t);
	paint_task_line(p, a->network, viewport, f, &t);
}

void
paint_all(Painter *p, int width, int height, const Frame *f, const Viewport *viewport,
	const char *title, const Button *buttons, int n)
{
	Areas a = areas_of(p, width, height, f, buttons, n);

	paint_set_colour(p, COLOUR_PAPER);
	SDL_RenderClear(p->r);
	paint_network(p, a.network, viewport, f);
	paint_status(p, a.network, f);
	paint_search(p, a.network, viewport, f);
	paint_strip(p, a.strip, f, title, buttons, n);
	if (f->nscreens > 0)
		paint_screens(p, a.screens, f);
	paint_timeline(p, a.timeline, viewport, f);
	if (viewport->task > 0)
		paint_followed(p, &a, viewport, f);
	if (f->detail)
		paint_panel(p, a.panel, f);
	if (f->has_source)
		paint_source(p, a.source, &f->source);
	if (viewport->hovers)
		paint_hover(p, &a, viewport, f);
}
