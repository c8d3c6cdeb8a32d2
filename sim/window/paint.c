/*
 * paint.c - lines, boxes and letters.
 */
#include "paint.h"

#include <SDL_ttf.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const SDL_Color light_colours[NCOLOURS] = {
	[COLOUR_PAPER] = {255, 255, 255, 255},
	[COLOUR_INK] = {30, 30, 30, 255},
	[COLOUR_FAINT] = {205, 208, 212, 255},
	[COLOUR_PANEL] = {243, 244, 246, 255},
	[COLOUR_HIGH] = {230, 159, 0, 255},
	[COLOUR_LOW] = {0, 114, 178, 255},
	[COLOUR_WAIT] = {225, 232, 238, 255},
	[COLOUR_STOP] = {213, 94, 0, 255},
	[COLOUR_LINK] = {8, 69, 44, 255},
	[COLOUR_CHOSEN] = {170, 80, 140, 255},
};

static const SDL_Color dark_colours[NCOLOURS] = {
	[COLOUR_PAPER] = {20, 23, 26, 255},
	[COLOUR_INK] = {228, 230, 232, 255},
	[COLOUR_FAINT] = {67, 73, 79, 255},
	[COLOUR_PANEL] = {32, 37, 42, 255},
	[COLOUR_HIGH] = {230, 159, 0, 255},
	[COLOUR_LOW] = {63, 143, 208, 255},
	[COLOUR_WAIT] = {50, 58, 66, 255},
	[COLOUR_STOP] = {255, 106, 61, 255},
	[COLOUR_LINK] = {143, 255, 165, 255},
	[COLOUR_CHOSEN] = {240, 143, 208, 255},
};

/* wants_dark: true if TRELLIS_THEME asks for dark colours. */
static bool
wants_dark(void)
{
	const char *name = getenv("TRELLIS_THEME");

	if (!name || strcmp(name, "light") == 0)
		return false;
	if (strcmp(name, "dark") != 0)
		fatal("TRELLIS_THEME=%s: expected light or dark", name);
	return true;
}

/* forget_work: free the drawn rows of the closeup, so that they are drawn again. */
static void
forget_work(WorkBand *b)
{
	if (b->texture)
		SDL_DestroyTexture(b->texture);
	*b = (WorkBand){0};
}

/* forget_bands: forget the drawn parts of the timeline, which are out of date. */
static void
forget_bands(Painter *p)
{
	if (p->band.texture)
		SDL_DestroyTexture(p->band.texture);
	p->band = (Band){0};
	forget_work(&p->work);
	forget_work(&p->chosen_work);
}

void
painter_set_dark(Painter *p, bool is_dark)
{
	p->dark = is_dark;
	p->colours = is_dark ? dark_colours : light_colours;
	forget_bands(p);
}

static const int text_points[NTEXTS] = {
	[TEXT_TINY] = 10, [TEXT_SMALL] = 12, [TEXT_NORMAL] = 14, [TEXT_LARGE] = 18,
};

enum { FIRST = ' ', LAST = '~' }; /* the printable ASCII characters */

/* font_name: the path of the font: TRELLIS_FONT, or DejaVu's in Debian. */
static const char *
font_name(void)
{
	const char *name = getenv("TRELLIS_FONT");

	return name ? name : "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf";
}

static void
glyphs_init(Painter *p, Glyphs *g, int size)
{
	TTF_Font *font = TTF_OpenFont(font_name(), lroundf(size * p->dpi));
	char all[LAST - FIRST + 2];
	SDL_Surface *surface;

	if (!font)
		fatal("no font: %s; install fonts-dejavu-core or set TRELLIS_FONT to a .ttf file",
			TTF_GetError());
	for (int c = FIRST; c <= LAST; c++)
		all[c - FIRST] = c;
	all[LAST - FIRST + 1] = '\0';
	surface = TTF_RenderUTF8_Blended(font, all, (SDL_Color){255, 255, 255, 255});
	if (!surface)
		fatal("%s cannot be drawn: %s; set TRELLIS_FONT to another .ttf file", font_name(),
			TTF_GetError());
	g->sheet = SDL_CreateTextureFromSurface(p->r, surface);
	g->width = surface->w / (LAST - FIRST + 1);
	g->height = surface->h;
	SDL_FreeSurface(surface);
	TTF_CloseFont(font);
}

void
painter_init(Painter *p, SDL_Renderer *r, float dpi)
{
	*p = (Painter){.r = r, .dpi = dpi};
	painter_set_dark(p, wants_dark());
	if (!TTF_WasInit() && TTF_Init() != 0)
		fatal("fonts cannot be used: %s", TTF_GetError());
	for (int i = 0; i < NTEXTS; i++)
		glyphs_init(p, &p->glyphs[i], text_points[i]);
	SDL_SetRenderDrawBlendMode(r, SDL_BLENDMODE_BLEND);
}

void
painter_free(Painter *p)
{
	for (int i = 0; i < NTEXTS; i++)
		SDL_DestroyTexture(p->glyphs[i].sheet);
	forget_bands(p);
}

void
paint_set_colour(Painter *p, Colour c)
{
	SDL_SetRenderDrawColor(p->r, p->colours[c].r, p->colours[c].g, p->colours[c].b, 255);
}

void
paint_set_mixture(Painter *p, Colour from, Colour to, float part)
{
	SDL_Color a = p->colours[from], b = p->colours[to];

	SDL_SetRenderDrawColor(p->r, a.r + (b.r - a.r) * part, a.g + (b.g - a.g) * part,
		a.b + (b.b - a.b) * part, 255);
}

void
paint_set_faded(Painter *p, Colour c, float part)
{
	SDL_SetRenderDrawColor(p->r, p->colours[c].r, p->colours[c].g, p->colours[c].b, 255 * part);
}

void
paint_set_usage_colour(Painter *p, float high, float low)
{
	SDL_Color w = p->colours[COLOUR_WAIT], h = p->colours[COLOUR_HIGH];
	SDL_Color l = p->colours[COLOUR_LOW];
	float all = fmaxf(high + low, 1), wait;

	high /= all;
	low /= all;
	wait = 1 - high - low;
	SDL_SetRenderDrawColor(p->r, wait * w.r + high * h.r + low * l.r,
		wait * w.g + high * h.g + low * l.g, wait * w.b + high * h.b + low * l.b, 255);
}

/* whole_pixels: align edges to pixels, so that boxes side by side leave no gap. */
static SDL_Rect
whole_pixels(float x, float y, float w, float h)
{
	int left = lroundf(x), top = lroundf(y), right = lroundf(x + w), bottom = lroundf(y + h);

	return (SDL_Rect){
		left, top, right > left ? right - left : 1, bottom > top ? bottom - top : 1};
}

void
paint_box(Painter *p, float x, float y, float w, float h)
{
	SDL_Rect r = whole_pixels(x, y, w, h);

	if (w > 0 && h > 0)
		SDL_RenderFillRect(p->r, &r);
}

void
paint_area(Painter *p, Area a, Colour c)
{
	paint_set_colour(p, c);
	paint_box(p, a.x, a.y, a.w, a.h);
}

void
paint_frame(Painter *p, float x, float y, float w, float h)
{
	SDL_Rect r = whole_pixels(x, y, w, h);

	for (int i = lroundf(p->dpi); i > 0; i--) {
		SDL_RenderDrawRect(p->r, &r);
		r = (SDL_Rect){r.x + 1, r.y + 1, r.w - 2, r.h - 2};
	}
}

void
paint_clip(Painter *p, Area a)
{
	SDL_Rect r = whole_pixels(a.x, a.y, a.w, a.h);

	SDL_RenderSetClipRect(p->r, &r);
}

void
paint_line(Painter *p, Point a, Point b, float width)
{
	float dx = b.x - a.x, dy = b.y - a.y, length = hypotf(dx, dy), across;
	SDL_Color c;
	SDL_Vertex v[4];

	if (width < 1.5f) {
		SDL_RenderDrawLineF(p->r, a.x, a.y, b.x, b.y);
		return;
	}
	if (length < 0.1f)
		return;
	across = width / 2 / length;
	SDL_GetRenderDrawColor(p->r, &c.r, &c.g, &c.b, &c.a);
	for (int i = 0; i < 4; i++) {
		float side = i % 2 ? across : -across;
		Point end = i < 2 ? a : b;

		v[i] = (SDL_Vertex){{end.x - dy * side, end.y + dx * side}, c, {0, 0}};
	}
	SDL_RenderGeometry(p->r, NULL, v, 4, (const int[]){0, 1, 2, 1, 3, 2}, 6);
}

float
text_width(const Painter *p, TextSize size, const char *text)
{
	return strlen(text) * p->glyphs[size].width;
}

float
text_height(const Painter *p, TextSize size)
{
	return p->glyphs[size].height;
}

void
paint_text(Painter *p, TextSize size, Colour colour, float x, float y, const char *text)
{
	const Glyphs *g = &p->glyphs[size];
	SDL_Color c = p->colours[colour];

	SDL_SetTextureColorMod(g->sheet, c.r, c.g, c.b);
	x = floorf(x);
	y = floorf(y);
	for (; *text; text++, x += g->width) {
		int letter = *text < FIRST || *text > LAST ? '?' : *text;
		SDL_Rect from = {(letter - FIRST) * g->width, 0, g->width, g->height};

		SDL_RenderCopyF(p->r, g->sheet, &from, &(SDL_FRect){x, y, g->width, g->height});
	}
}

void
paint_label(Painter *p, TextSize size, float x, float y, const char *text)
{
	paint_set_colour(p, COLOUR_PAPER);
	paint_box(p, x - p->dpi, y, text_width(p, size, text) + 2 * p->dpi, text_height(p, size));
	paint_text(p, size, COLOUR_INK, x, y, text);
}
