/* window.c - the window: handles keys, buttons and mouse, and draws. */
#include "window.h"

#include <SDL_image.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- pictures ---- */

static size_t SDLCALL
buffer_write(SDL_RWops *to, const void *data, size_t size, size_t n)
{
	buf_put(to->hidden.unknown.data1, data, size * n);
	return n;
}

static int SDLCALL
buffer_close(SDL_RWops *to)
{
	SDL_FreeRW(to);
	return 0;
}

static bool
encode(SDL_Surface *s, Buf *png)
{
	SDL_RWops *to = SDL_AllocRW();

	if (!to)
		return false;
	to->hidden.unknown.data1 = png;
	to->write = buffer_write;
	to->close = buffer_close;
	return IMG_SavePNG_RW(s, to, true) == 0;
}

const char *
window_draw(View *v, Buf *png, const Frame *f, int width, int height, const Button *buttons, int n)
{
	SDL_Surface *s = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32,
		SDL_PIXELFORMAT_ARGB8888);
	SDL_Renderer *r = s ? SDL_CreateSoftwareRenderer(s) : NULL;
	const char *why = NULL;
	Painter p;

	if (!r)
		return SDL_GetError();
	painter_init(&p, r, v->painter.dpi);
	paint_all(&p, width, height, f, &v->viewport, v->o.title, buttons, n);
	SDL_RenderPresent(r);
	if (!encode(s, png))
		why = SDL_GetError();
	painter_free(&p);
	SDL_DestroyRenderer(r);
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
	why = encode(s, png) ? NULL : SDL_GetError();
	SDL_FreeSurface(s);
	return why;
}

/* ---- what the user can do ---- */

static const Button buttons[] = {
	{"run/pause", SDLK_SPACE, "run or pause"},
	{"event", SDLK_e, "run to the next event"},
	{"message", SDLK_m, "run until a message has arrived"},
	{"interval", SDLK_i, "run for 1 ms"},
	{"back", SDLK_b, "go back to the previous checkpoint"},
	{"next stop", SDLK_f, "run until a node stops"},
	{"slower", SDLK_MINUS, "a tenth of the speed"},
	{"faster", SDLK_PLUS, "ten times the speed"},
	{"layout", SDLK_l, "layout by shape or by crossbars"},
	{"fit", SDLK_0, "show the whole network"},
	{"picture", SDLK_p, "save as the next free trellis-N.png"},
	{"crash", SDLK_x, "crash the node that is clicked next"},
	{"cut", SDLK_c, "cut the link clicked next"},
};

enum { NBUTTONS = sizeof buttons / sizeof *buttons };

/*
 * ordered: the orders have changed (called under the lock); notify the thread that runs the
 * network.
 */
static void
ordered(View *v)
{
	v->orders.changed = true;
	SDL_CondSignal(v->wake);
}

static void
order_step(View *v, Step step)
{
	SDL_LockMutex(v->lock);
	v->orders.step = step;
	v->orders.running = false;
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

static void
order_running(View *v)
{
	SDL_LockMutex(v->lock);
	v->orders.running = !v->orders.running;
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

static void
order_pace(View *v, int by)
{
	SDL_LockMutex(v->lock);
	if (v->orders.pace == FULL_SPEED && by < 0 && v->shown.speed > 0)
		v->orders.pace = fmax(SLOWEST, fmin(0, floor(log10(v->shown.speed))));
	else
		v->orders.pace = fmax(SLOWEST, fmin(FULL_SPEED, v->orders.pace + by));
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

static void
choose(View *v, uint32_t item)
{
	const Layout *l = &v->viewport.layout;
	bool node = item != NOWHERE && l->items[item].kind == ITEM_NODE;

	v->viewport.chosen = node ? item : NOWHERE;
	SDL_LockMutex(v->lock);
	v->orders.chosen = node ? l->items[item].part : NOWHERE;
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

static void
order_fault(View *v, const char *word, const char *what)
{
	bool waits;

	SDL_LockMutex(v->lock);
	waits = v->orders.fault[0] != '\0';
	if (!waits)
		snprintf(v->orders.fault, sizeof v->orders.fault, "%s %s", word, what);
	ordered(v);
	SDL_UnlockMutex(v->lock);
	if (waits)
		snprintf(v->notice, sizeof v->notice, "the previous fault is still pending");
	else
		snprintf(v->notice, sizeof v->notice, "%s %s", word, what);
}

/* crash, cut: order a fault for the item at a point; if there is none, do nothing. */
static void
crash(View *v, Area a, float x, float y)
{
	const Layout *l = &v->viewport.layout;
	uint32_t item = network_item_at(&v->painter, a, &v->viewport, x, y);

	if (item != NOWHERE && l->items[item].kind == ITEM_NODE)
		order_fault(v, "crash", v->w->topology->nodes[l->items[item].part].name);
}

static void
cut(View *v, Area a, float x, float y)
{
	const Topology *t = v->w->topology;
	uint32_t edge = network_edge_at(&v->painter, a, &v->viewport, x, y);
	char name[END_NAME];
	const Edge *e;

	if (edge == NOWHERE)
		return;
	e = &v->viewport.layout.edges[edge];
	order_fault(v, "cut",
		end_name(t, v->w->links.ends[e->from_a != NOWHERE_END ? e->from_a : e->from_b].ref,
			name));
}

static void
arm(View *v, Armed armed, const char *what)
{
	v->armed = v->shown.past ? ARMED_NONE : armed;
	if (v->shown.past)
		snprintf(v->notice, sizeof v->notice, "faults cannot be injected in the past");
	else
		snprintf(v->notice, sizeof v->notice, "click on %s", what);
}

static void
lay_out(View *v)
{
	SDL_LockMutex(v->lock);
	view_layout(v);
	v->orders.chosen = NOWHERE;
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

static void
next_layout(View *v)
{
	v->way = (v->way + 1) % NLAYOUTS;
	lay_out(v);
}

static void
fit(Viewport *viewport)
{
	const Layout *l = &viewport->layout;

	viewport->zoom = 1;
	viewport->middle = (Point){(l->low.x + l->high.x) / 2, (l->low.y + l->high.y) / 2};
}

/*
 * create: create the first of trellis-1.png, trellis-2.png, ... that does not exist yet; NULL if
 * that fails.
 */
static FILE *
create(char *name, size_t size)
{
	for (int i = 1;; i++) {
		FILE *f;

		snprintf(name, size, "trellis-%d.png", i);
		f = fopen(name, "wxb");
		if (f || errno != EEXIST)
			return f;
	}
}

/* save: write a picture under the next free name; returns NULL, or an error text. */
static const char *
save(char *name, size_t size, const Buf *png)
{
	FILE *f = create(name, size);
	bool whole = f && fwrite(png->data, 1, png->len, f) == png->len;

	if (f && fclose(f) != 0)
		whole = false;
	return whole ? NULL : strerror(errno);
}

static void
save_next(View *v)
{
	int width, height;
	char name[32] = "picture";
	const char *why;
	Buf png = {0};

	SDL_GetRendererOutputSize(v->renderer, &width, &height);
	SDL_LockMutex(v->lock); /* fonts may be used by one thread at a time */
	why = window_draw(v, &png, &v->shown, width, height, buttons, NBUTTONS);
	SDL_UnlockMutex(v->lock);
	if (!why)
		why = save(name, sizeof name, &png);
	snprintf(v->notice, sizeof v->notice, "%s: %s", name, why ? why : "saved");
	buf_free(&png);
}

static void
act(View *v, SDL_Keycode key)
{
	v->notice[0] = '\0';
	v->armed = ARMED_NONE;
	switch (key) {
	case SDLK_SPACE: order_running(v); break;
	case SDLK_e: order_step(v, STEP_EVENT); break;
	case SDLK_m: order_step(v, STEP_MESSAGE); break;
	case SDLK_i: order_step(v, STEP_INTERVAL); break;
	case SDLK_f: order_step(v, STEP_FAULT); break;
	case SDLK_b: order_step(v, STEP_BACK); break;
	case SDLK_r: order_step(v, STEP_EVENT_BACK); break;
	case SDLK_MINUS: case SDLK_KP_MINUS: order_pace(v, -1); break;
	case SDLK_PLUS: case SDLK_EQUALS: case SDLK_KP_PLUS: order_pace(v, 1); break;
	case SDLK_l: next_layout(v); break;
	case SDLK_0: fit(&v->viewport); break;
	case SDLK_p: save_next(v); break;
	case SDLK_x: arm(v, ARMED_CRASH, "the node to crash"); break;
	case SDLK_c: arm(v, ARMED_CUT, "the link to cut"); break;
	default: break;
	}
}

/* ---- the mouse ---- */

static Areas
areas(const View *v, int *width, int *height)
{
	SDL_GetRendererOutputSize(v->renderer, width, height);
	return areas_of(&v->painter, *width, *height, &v->shown);
}

static void
click(View *v, float x, float y)
{
	int width, height, button;
	Areas a = areas(v, &width, &height);

	button = strip_button_at(&v->painter, a.strip, buttons, NBUTTONS, x, y);
	if (button >= 0) {
		act(v, buttons[button].key);
		return;
	}
	v->notice[0] = '\0';
	if (v->armed == ARMED_CRASH)
		crash(v, a.network, x, y);
	else if (v->armed == ARMED_CUT)
		cut(v, a.network, x, y);
	else
		choose(v, network_item_at(&v->painter, a.network, &v->viewport, x, y));
	v->armed = ARMED_NONE;
}

/* pixels: convert a mouse coordinate from the window's units to pixels. */
static float
pixels(const View *v, int x)
{
	int window, output;

	SDL_GetWindowSize(v->window, &window, NULL);
	SDL_GetRendererOutputSize(v->renderer, &output, NULL);
	return (float)x * output / window;
}

static void
drag(View *v, int dx, int dy)
{
	int width, height;

	network_move(&v->painter, areas(v, &width, &height).network, &v->viewport, pixels(v, dx),
		pixels(v, dy));
}

/* zoom: the position under the mouse keeps its place. */
static void
zoom(View *v, float factor)
{
	int width, height, x, y;
	Area a = areas(v, &width, &height).network;

	SDL_GetMouseState(&x, &y);
	network_zoom(&v->painter, a, &v->viewport, factor, pixels(v, x), pixels(v, y));
}

/* hover: show a button's help while the mouse is over it. */
static void
hover(View *v, float x, float y)
{
	int width, height;
	Areas a = areas(v, &width, &height);

	v->under = strip_button_at(&v->painter, a.strip, buttons, NBUTTONS, x, y) + 1;
}

/* handle: process one event; returns false if the window was closed. */
static bool
handle(View *v, const SDL_Event *e)
{
	switch (e->type) {
	case SDL_QUIT:
		return false;
	case SDL_KEYDOWN:
		if (e->key.keysym.sym == SDLK_q || e->key.keysym.sym == SDLK_ESCAPE)
			return false;
		act(v, e->key.keysym.sym);
		return true;
	case SDL_MOUSEBUTTONDOWN:
		v->dragging = true;
		click(v, pixels(v, e->button.x), pixels(v, e->button.y));
		return true;
	case SDL_MOUSEBUTTONUP:
		v->dragging = false;
		return true;
	case SDL_MOUSEMOTION:
		if (v->dragging)
			drag(v, e->motion.xrel, e->motion.yrel);
		hover(v, pixels(v, e->motion.x), pixels(v, e->motion.y));
		return true;
	case SDL_MOUSEWHEEL:
		zoom(v, powf(1.2f, e->wheel.y));
		return true;
	default:
		return true;
	}
}

/* ---- the thread ---- */

/* help: the effect of a button, and its key. */
static const char *
help(int button, char *text, size_t size)
{
	const Button *b = &buttons[button];

	snprintf(text, size, "%s: %s", SDL_GetKeyName(b->key), b->help);
	return text;
}

static void
show(View *v)
{
	double begin = clock_thread();
	int width, height;
	bool relayout;
	char text[80];
	Frame f; /* the frame to show, with its status text */

	SDL_LockMutex(v->lock);
	frame_copy(&v->shown, &v->shared);
	v->fresh = false;
	relayout = v->relayout;
	SDL_UnlockMutex(v->lock);
	if (relayout)
		lay_out(v);
	f = v->shown;
	if (v->under)
		f.status = help(v->under - 1, text, sizeof text);
	else if (v->notice[0])
		f.status = v->notice;
	SDL_GetRendererOutputSize(v->renderer, &width, &height);
	paint_all(&v->painter, width, height, &f, &v->viewport, v->o.title, buttons, NBUTTONS);
	SDL_RenderPresent(v->renderer);
	SDL_LockMutex(v->lock);
	v->frames++;
	v->drawing += clock_thread() - begin;
	SDL_UnlockMutex(v->lock);
}

float
window_scale(void)
{
	const char *asked = getenv("TRELLIS_SCALE");
	char *end;
	float scale;

	if (!asked)
		return 0;
	scale = strtof(asked, &end);
	if (end == asked || *end || !(scale >= 1 && scale <= MOST_SCALE))
		fatal("TRELLIS_SCALE=%s: expected a number from 1 to %d", asked, MOST_SCALE);
	return scale;
}

/*
 * display_scale: pixels per unit on a display whose windows are measured in pixels, rounded to
 * quarters.
 */
static float
display_scale(void)
{
	float asked = window_scale(), dpi;

	if (asked > 0)
		return asked;
	if (SDL_GetDisplayDPI(0, &dpi, NULL, NULL) != 0)
		return 1;
	return fminf(fmaxf(roundf(dpi / ORDINARY_DPI * 4) / 4, 1), MOST_SCALE);
}

/*
 * unseen: without a display, SDL would choose a driver that shows nothing, unless the user has
 * named one.
 */
static bool
unseen(void)
{
	return !getenv("SDL_VIDEODRIVER") && strcmp(SDL_GetCurrentVideoDriver(), "offscreen") == 0;
}

static void
open_window(View *v)
{
	int width, window;
	float scale;

	if (SDL_Init(SDL_INIT_VIDEO) != 0)
		fatal("no window can be shown: %s; --picture FILE@TIME draws without a display",
			SDL_GetError());
	if (unseen())
		fatal("no window can be shown: there is no display (DISPLAY and WAYLAND_DISPLAY "
			"name one); --picture "
				"FILE@TIME draws without");
	scale = display_scale();
	v->window = SDL_CreateWindow(v->o.title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
		WIDTH * scale, HEIGHT * scale, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
	v->renderer = v->window ? SDL_CreateRenderer(v->window, -1, 0) : NULL;
	if (!v->renderer)
		fatal("no window can be shown: %s", SDL_GetError());
	SDL_SetWindowMinimumSize(v->window, LEAST_WIDTH * scale, LEAST_HEIGHT * scale);
	SDL_GetWindowSize(v->window, &window, NULL);
	SDL_GetRendererOutputSize(v->renderer, &width, NULL);
	painter_init(&v->painter, v->renderer, fmaxf((float)width / window, scale));
	SDL_LockMutex(v->lock);
	v->open = true;
	SDL_CondSignal(v->wake);
	SDL_UnlockMutex(v->lock);
}

static void
close_window(View *v)
{
	SDL_LockMutex(v->lock);
	v->closed = true;
	SDL_CondSignal(v->wake);
	SDL_UnlockMutex(v->lock);
	painter_free(&v->painter);
	SDL_DestroyRenderer(v->renderer);
	SDL_DestroyWindow(v->window);
	SDL_Quit();
}

static bool
wanted(View *v)
{
	bool quit;

	SDL_LockMutex(v->lock);
	quit = v->orders.quit;
	SDL_UnlockMutex(v->lock);
	return !quit;
}

/* stale: the displayed frame may be out of date. */
static bool
stale(View *v)
{
	bool is;

	SDL_LockMutex(v->lock);
	is = v->fresh || v->relayout || (v->orders.running && !v->shown.status);
	SDL_UnlockMutex(v->lock);
	return is;
}

/*
 * listen: handle user events until a time in ms. *open: false if the window was closed; returns
 * whether there were any events
 */
static bool
listen(View *v, uint64_t until, bool *open)
{
	bool any = false;
	uint64_t now;
	SDL_Event e;

	while (*open && (now = SDL_GetTicks64()) < until)
		if (SDL_WaitEventTimeout(&e, until - now)) {
			any = true;
			*open = handle(v, &e);
		}
	while (*open && SDL_PollEvent(&e)) {
		any = true;
		*open = handle(v, &e);
	}
	return any;
}

int
window_thread(void *view)
{
	View *v = view;
	bool open = true, any = true;
	uint64_t next;

	open_window(v);
	next = SDL_GetTicks64();
	while (open && wanted(v)) {
		if (any || stale(v))
			show(v);
		next += FRAME_MS;
		if (next < SDL_GetTicks64()) /* the host is too slow */
			next = SDL_GetTicks64();
		any = listen(v, next, &open);
	}
	close_window(v);
	return 0;
}
