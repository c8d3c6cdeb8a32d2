/* paint_all.c - divides the window into areas and draws them. */
#include "paint.h"

enum {
	STRIP = 64, /* heights and widths in units */
	TIMELINE = 190,
	PANEL = 270,
	GAP = 8,
};

Areas
areas_of(const Painter *p, int width, int height, const Frame *f)
{
	float strip = STRIP * p->dpi, timeline = SDL_min(TIMELINE * p->dpi, height / 2),
		side = f->detail ? PANEL * p->dpi : 0,
		screens = f->nscreens > 0 ? (width - side) / 2 : 0,
		middle = SDL_max(height - strip - timeline, 0);

	return (Areas){
		.strip = {0, 0, width, strip},
		.network = {0, strip, width - side - screens, middle},
		.screens = {width - side - screens, strip, screens, middle},
		.panel = {width - side, strip, side, middle},
		.timeline = {0, height - timeline, width, timeline},
	};
}

/* paint_panel: the text about the chosen node. */
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
	paint_timeline(p, a.timeline, viewport, f);
	if (f->detail)
		paint_panel(p, a.panel, f);
	if (viewport->hovers)
		paint_hover(p, &a, viewport, f);
}
