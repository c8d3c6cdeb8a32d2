/* paint_screen.c - draws the displays of nodes that have a frame buffer. */
#include "paint.h"

#include <math.h>

/*
 * screen_scale: the largest scale at which w by h pixels fit into an area; a whole number if it
 * magnifies.
 */
static float
screen_scale(Area a, float w, float h)
{
	float most = fminf(a.w / w, a.h / h);

	return most >= 1 ? floorf(most) : most;
}

/* paint_screen: paint a screen in a frame, in the middle of an area. */
static void
paint_screen(Painter *p, Area a, const ScreenFrame *s)
{
	float size = screen_scale(a, s->width, s->height), w = size * s->width,
	      h = size * s->height;
	SDL_FRect to = {a.x + floorf((a.w - w) / 2), a.y + floorf((a.h - h) / 2), w, h};
	SDL_Texture *t = SDL_CreateTexture(p->r, SDL_PIXELFORMAT_RGB888,
		SDL_TEXTUREACCESS_STREAMING, s->width, s->height);

	if (!t)
		fatal("a screen cannot be drawn: %s", SDL_GetError());
	SDL_UpdateTexture(t, NULL, s->pixels, s->width * sizeof *s->pixels);
	SDL_RenderCopyF(p->r, t, NULL, &to);
	SDL_DestroyTexture(t);
	paint_set_colour(p, COLOUR_FAINT);
	paint_frame(p, to.x - p->dpi, to.y - p->dpi, w + 2 * p->dpi, h + 2 * p->dpi);
}

void
paint_screens(Painter *p, Area a, const Frame *f)
{
	float gap = 8 * p->dpi, height = a.h / f->nscreens;

	paint_set_colour(p, COLOUR_PANEL);
	paint_box(p, a.x, a.y, a.w, a.h);
	for (uint32_t i = 0; i < f->nscreens; i++)
		paint_screen(p, (Area){a.x + gap, a.y + i * height + gap, a.w - 2 * gap,
			height - 2 * gap}, &f->screens[i]);
}
