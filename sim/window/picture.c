/* picture.c - draws the window, or the nodes' screens, into PNG files. */
#include "window.h"

#include <SDL_image.h>

#include <errno.h>

/* buffer_write: SDL_RWops.write: append to a buffer. */
static size_t SDLCALL
buffer_write(SDL_RWops *to, const void *data, size_t size, size_t n)
{
	buf_put(to->hidden.unknown.data1, data, size * n);
	return n;
}

/* buffer_close: SDL_RWops.close: nothing to do. */
static int SDLCALL
buffer_close(SDL_RWops *to)
{
	SDL_FreeRW(to);
	return 0;
}

/* encode_png: append a surface to a buffer as PNG; false on failure. */
static bool
encode_png(SDL_Surface *s, Buf *png)
{
	SDL_RWops *to = SDL_AllocRW();

	if (!to)
		return false;
	to->hidden.unknown.data1 = png;
	to->write = buffer_write;
	to->close = buffer_close;
	return IMG_SavePNG_RW(s, to, true) == 0;
}

/* window_size: the size of pictures of the window, in pixels. */
void
window_size(const View *v, int *width, int *height)
{
	*width = v->o.width > 0 ? v->o.width : WIDTH * v->painter.dpi;
	*height = v->o.height > 0 ? v->o.height : HEIGHT * v->painter.dpi;
}

/*
 * picture_dpi: the pixels per unit of a picture of this size; a window's picture has those of the
 * window.
 */
static float
picture_dpi(const View *v, int width, int height)
{
	float dpi = v->painter.dpi;

	return v->window || v->o.width == 0
		? dpi : window_size_factor(width / dpi, height / dpi) * dpi;
}

SDL_Surface *
window_surface(View *v, const Frame *f, int width, int height, const Button *buttons, int n,
	const char **why)
{
	SDL_Surface *s = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32,
		SDL_PIXELFORMAT_ARGB8888);
	SDL_Renderer *r = s ? SDL_CreateSoftwareRenderer(s) : NULL;
	Painter p;

	*why = r ? NULL : SDL_GetError();
	if (!r)
		return NULL;
	painter_init(&p, r, picture_dpi(v, width, height));
	if (v->window)
		painter_set_dark(&p, v->painter.dark);
	paint_all(&p, width, height, f, &v->viewport, v->o.title, buttons, n);
	SDL_RenderPresent(r);
	painter_free(&p);
	SDL_DestroyRenderer(r);
	return s;
}

const char *
window_draw(View *v, Buf *png, const Frame *f, int width, int height, const Button *buttons, int n)
{
	const char *why;
	SDL_Surface *s = window_surface(v, f, width, height, buttons, n, &why);

	if (s && !encode_png(s, png))
		why = SDL_GetError();
	SDL_FreeSurface(s);
	return why;
}

const char *
screens_draw(Buf *png, const Frame *f)
{
	SDL_Surface *s;
	int width = 0, height = 0, x = 0;
	const char *why;

	for (uint32_t i = 0; i < f->nscreens; i++) {
		width += f->screens[i].width;
		height = SDL_max(height, (int)f->screens[i].height);
	}
	s = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_RGB888);
	if (!s)
		return SDL_GetError();
	for (uint32_t i = 0; i < f->nscreens; x += f->screens[i++].width)
		for (uint32_t y = 0; y < f->screens[i].height; y++)
			memcpy((uint8_t *)s->pixels + y * s->pitch + 4 * x,
				f->screens[i].pixels + y * f->screens[i].width,
				4 * f->screens[i].width);
	why = encode_png(s, png) ? NULL : SDL_GetError();
	SDL_FreeSurface(s);
	return why;
}

/* ---- files ---- */

/*
 * create_picture: create the first of trellis-1.png, trellis-2.png, ... that does not exist yet;
 * NULL if that fails.
 */
static FILE *
create_picture(char *name, size_t size)
{
	for (int i = 1;; i++) {
		FILE *f;

		snprintf(name, size, "trellis-%d.png", i);
		f = fopen(name, "wxb");
		if (f || errno != EEXIST)
			return f;
	}
}

/*
 * save_picture: write a picture into a new file; returns NULL, or an error text. `name` receives
 * the file's name.
 */
static const char *
save_picture(char *name, size_t size, const Buf *png)
{
	FILE *f = create_picture(name, size);
	bool whole = f && fwrite(png->data, 1, png->len, f) == png->len;

	if (f && fclose(f) != 0)
		whole = false;
	return whole ? NULL : strerror(errno);
}

void
window_save_picture(View *v)
{
	int width, height, n;
	const Button *buttons = window_buttons(&n);
	char name[32] = "picture";
	const char *why;
	Buf png = {0};

	SDL_GetRendererOutputSize(v->renderer, &width, &height);
	SDL_LockMutex(v->lock); /* fonts may be used by one thread at a time */
	why = window_draw(v, &png, &v->shown, width, height, buttons, n);
	SDL_UnlockMutex(v->lock);
	if (!why)
		why = save_picture(name, sizeof name, &png);
	snprintf(v->notice, sizeof v->notice, "%s: %s", name, why ? why : "saved");
	buf_free(&png);
}
