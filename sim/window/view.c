/*
 * view.c - the window: one thread runs the network and takes frames of it, this one shows them.
 *
 * The user's wishes go to the runner under a lock, frames come back under it; nothing else is
 * shared. While the runner is in a step, the window stays alive and shows the frame before it.
 */
#include "drive.h"
#include "paint.h"

#include <SDL_image.h>

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	WIDTH = 1280,
	HEIGHT = 800,
	FRAME_MS = 33,
	PIECE_MS = 4,  /* of the host's time that the runner goes between two looks at the orders */
	REST_MS = 5,
	SLOWEST = -7,  /* powers of ten: simulated seconds a second of the host's */
	FULL_SPEED = 1,
	KEEP_MS = 2000, /* between two moments kept while it runs */
};

typedef struct Orders {
	bool running, quit;
	Step step;
	int pace;      /* power of ten, or FULL_SPEED */
	NodeId chosen; /* node whose words are wanted; NOWHERE: none */
	bool changed;
} Orders;

struct View {
	ViewOptions o;
	Network *w;
	/* under the lock */
	SDL_mutex *lock;
	SDL_cond *wake;
	Orders orders;
	Frame shared;
	bool over;
	/* the runner's */
	Drive drive;
	Meter meter;
	Frame taken;
	Time piece;
	uint64_t published, kept; /* ms of the host's clock */
	uint64_t paced_from;      /* ms; and the simulated time then */
	Time paced_at;
	int pace;
	Time last_time;
	uint64_t last_events;
	/* the window's */
	SDL_Window *window;
	SDL_Renderer *renderer;
	Painter painter;
	Frame shown;
	Look look;
	EndRef *peers; /* what is drawn as joined */
	LayoutWay way;
	bool dragging;
};

/* ---- the runner ---- */

static void
publish(View *v, const Orders *o)
{
	uint64_t now = SDL_GetTicks64(), ms = now - v->published;
	Frame *f = &v->taken;

	if (v->w->now < v->last_time) /* it went back */
		v->last_time = v->w->now;
	frame_take(f, &v->meter, v->w);
	if (o->running && ms > 0) {
		f->speed = (v->w->now - v->last_time) / 1e9 / ms;
		f->rate = f->events < v->last_events ? 0 : (f->events - v->last_events) * 1000.0 / ms;
	}
	v->last_time = v->w->now;
	v->last_events = f->events;
	v->published = now;
	f->said = v->drive.end == RUN_QUIET ? "nothing can happen any more"
		: drive_over(&v->drive)   ? "ended"
		: !o->running                 ? "stands"
					      : NULL;
	free(f->detail);
	f->detail = o->chosen == NOWHERE ? NULL : detail_text(v->w, o->chosen);
	SDL_LockMutex(v->lock);
	frame_copy(&v->shared, f);
	v->over = drive_over(&v->drive);
	SDL_UnlockMutex(v->lock);
}

/* run_full: a piece of PIECE_MS, whatever simulated time that is. */
static void
run_full(View *v)
{
	uint64_t begin = SDL_GetPerformanceCounter(), ms;

	drive_run(&v->drive, v->w->now + v->piece);
	ms = (SDL_GetPerformanceCounter() - begin) * 1000 / SDL_GetPerformanceFrequency();
	if (ms < PIECE_MS / 2 && v->piece < 1000 * EPOCH)
		v->piece *= 2;
	else if (ms > PIECE_MS && v->piece > EPOCH / 1000)
		v->piece /= 2;
}

/* run_paced: as far as the pace allows by now. */
static void
run_paced(View *v, int pace)
{
	uint64_t now = SDL_GetTicks64();
	Time target;

	if (v->pace != pace) {
		v->pace = pace;
		v->paced_from = now;
		v->paced_at = v->w->now;
	}
	target = v->paced_at + (now - v->paced_from) * 1e9 * pow(10, pace);
	if (target <= v->w->now) {
		SDL_Delay(REST_MS);
		return;
	}
	drive_run(&v->drive, target < v->w->now + EPOCH ? target : v->w->now + EPOCH);
	if (v->w->now < target) { /* the host is too slow for this pace */
		v->paced_from = now;
		v->paced_at = v->w->now;
	}
}

/* orders_take: wait until there is something to do, unless it runs. */
static Orders
orders_take(View *v)
{
	Orders o;

	SDL_LockMutex(v->lock);
	while (!v->orders.quit && !v->orders.changed && (!v->orders.running || v->over))
		SDL_CondWait(v->wake, v->lock);
	o = v->orders;
	v->orders.step = STEP_NONE;
	v->orders.changed = false;
	SDL_UnlockMutex(v->lock);
	return o;
}

static void
keep_now_and_then(View *v)
{
	uint64_t begin = SDL_GetTicks64();

	if (begin - v->kept < KEEP_MS)
		return;
	drive_keep(&v->drive);
	/* what takes long is done less often: 2 % of the time at most */
	v->kept = begin + 50 * (SDL_GetTicks64() - begin);
}

static int
runner(void *view)
{
	View *v = view;

	for (;;) {
		Orders o = orders_take(v);

		if (o.quit)
			return 0;
		if (o.step != STEP_NONE)
			drive_step(&v->drive, o.step);
		else if (o.running && o.pace == FULL_SPEED)
			run_full(v);
		else if (o.running)
			run_paced(v, o.pace);
		if (!o.running || o.pace == FULL_SPEED)
			v->pace = FULL_SPEED;
		if (o.running)
			keep_now_and_then(v);
		if (!o.running || drive_over(&v->drive)
		    || SDL_GetTicks64() - v->published >= FRAME_MS)
			publish(v, &o);
	}
}

/* ---- pictures ---- */

static void
fit(Look *look)
{
	const Layout *l = &look->layout;

	look->zoom = 1;
	look->middle = (Point){(l->low.x + l->high.x) / 2, (l->low.y + l->high.y) / 2};
}

/* save: the view as a PNG file, drawn anew, in the window's size. */
static void
save(View *v, const char *name, const Frame *f, int width, int height, const Button *buttons, int n)
{
	SDL_Surface *s = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
	SDL_Renderer *r = s ? SDL_CreateSoftwareRenderer(s) : NULL;
	Painter p;

	if (!r)
		fatal("no picture can be drawn: %s", SDL_GetError());
	painter_init(&p, r, v->painter.dpi > 0 ? v->painter.dpi : 1);
	paint_all(&p, width, height, f, &v->look, v->o.title, buttons, n);
	SDL_RenderPresent(r);
	if (IMG_SavePNG(s, name) != 0)
		fatal("cannot write %s: %s", name, SDL_GetError());
	painter_free(&p);
	SDL_DestroyRenderer(r);
	SDL_FreeSurface(s);
}

/* ---- what the user can do ---- */

static const Button buttons[] = {
	{"run/pause", SDLK_SPACE, "run, or stand"},
	{"event", SDLK_e, "go on to the next event"},
	{"message", SDLK_m, "go on until a message has arrived"},
	{"interval", SDLK_i, "go on for 1 ms"},
	{"back", SDLK_b, "to the moment kept before this one"},
	{"next stop", SDLK_f, "go on until a node stops"},
	{"slower", SDLK_MINUS, "a tenth of the speed"},
	{"faster", SDLK_PLUS, "ten times the speed"},
	{"layout", SDLK_l, "by shape, or by crossbars"},
	{"fit", SDLK_0, "the whole network"},
	{"picture", SDLK_p, "save as the next free trellis-N.png"},
};

enum { NBUTTONS = sizeof buttons / sizeof *buttons };

/* order: change the orders under the lock, and tell the runner. */
static void
order_step(View *v, Step step)
{
	SDL_LockMutex(v->lock);
	v->orders.step = step;
	v->orders.running = false;
	v->orders.changed = true;
	SDL_CondSignal(v->wake);
	SDL_UnlockMutex(v->lock);
}

static void
order_running(View *v, bool running, bool quit)
{
	SDL_LockMutex(v->lock);
	v->orders.running = running;
	v->orders.quit = quit;
	v->orders.changed = true;
	SDL_CondSignal(v->wake);
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
	v->orders.changed = true;
	SDL_CondSignal(v->wake);
	SDL_UnlockMutex(v->lock);
}

static void
choose(View *v, uint32_t item)
{
	const Layout *l = &v->look.layout;
	bool node = item != NOWHERE && l->items[item].kind == ITEM_NODE;

	v->look.chosen = node ? item : NOWHERE;
	SDL_LockMutex(v->lock);
	v->orders.chosen = node ? l->items[item].part : NOWHERE;
	v->orders.changed = true;
	SDL_CondSignal(v->wake);
	SDL_UnlockMutex(v->lock);
}

static void
next_layout(View *v)
{
	v->way = (v->way + 1) % NLAYOUTS;
	layout_free(&v->look.layout);
	v->look.layout = layout_new(v->w->topology, v->o.config, v->peers, v->way);
	choose(v, NOWHERE);
	fit(&v->look);
}

static void
save_next(View *v)
{
	int width, height;
	char name[32];

	for (int i = 1;; i++) {
		snprintf(name, sizeof name, "trellis-%d.png", i);
		if (access(name, F_OK) != 0)
			break;
	}
	SDL_GetRendererOutputSize(v->renderer, &width, &height);
	save(v, name, &v->shown, width, height, buttons, NBUTTONS);
}

static void
act(View *v, SDL_Keycode key)
{
	switch (key) {
	case SDLK_SPACE: order_running(v, !v->orders.running, false); break;
	case SDLK_e: order_step(v, STEP_EVENT); break;
	case SDLK_m: order_step(v, STEP_MESSAGE); break;
	case SDLK_i: order_step(v, STEP_INTERVAL); break;
	case SDLK_f: order_step(v, STEP_FAULT); break;
	case SDLK_b: order_step(v, STEP_BACK); break;
	case SDLK_MINUS: case SDLK_KP_MINUS: order_pace(v, -1); break;
	case SDLK_PLUS: case SDLK_EQUALS: case SDLK_KP_PLUS: order_pace(v, 1); break;
	case SDLK_l: next_layout(v); break;
	case SDLK_0: fit(&v->look); break;
	case SDLK_p: save_next(v); break;
	default: break;
	}
}

/* ---- the window ---- */

static Areas
areas(const View *v, int *width, int *height)
{
	SDL_GetRendererOutputSize(v->renderer, width, height);
	return areas_of(&v->painter, *width, *height, v->shown.detail != NULL);
}

static void
click(View *v, float x, float y)
{
	int width, height, button;
	Areas a = areas(v, &width, &height);

	button = strip_button_at(&v->painter, a.strip, buttons, NBUTTONS, x, y);
	if (button >= 0)
		act(v, buttons[button].key);
	else
		choose(v, network_item_at(a.network, &v->look, x, y));
}

/* pixels: of a mouse event's coordinate, which is in the window's units. */
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
	Areas a = areas(v, &width, &height);
	const Layout *l = &v->look.layout;
	float unit = fminf(a.network.w / (l->high.x - l->low.x + 1), a.network.h / (l->high.y - l->low.y + 1));

	v->look.middle.x -= pixels(v, dx) / (unit * v->look.zoom);
	v->look.middle.y -= pixels(v, dy) / (unit * v->look.zoom);
}

/* handle: one event; false: the window is closed. */
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
		return true;
	case SDL_MOUSEWHEEL:
		v->look.zoom = fminf(fmaxf(v->look.zoom * powf(1.2f, e->wheel.y), 0.5f), 64);
		return true;
	default:
		return true;
	}
}

static void
show(View *v)
{
	int width, height;

	SDL_LockMutex(v->lock);
	frame_copy(&v->shown, &v->shared);
	SDL_UnlockMutex(v->lock);
	SDL_GetRendererOutputSize(v->renderer, &width, &height);
	paint_all(&v->painter, width, height, &v->shown, &v->look, v->o.title, buttons, NBUTTONS);
	SDL_RenderPresent(v->renderer);
}

static void
open_window(View *v)
{
	int width, window;

	if (SDL_Init(SDL_INIT_VIDEO) != 0)
		fatal("no window can be shown: %s; --picture FILE@TIME draws without a display",
			SDL_GetError());
	v->window = SDL_CreateWindow(v->o.title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, WIDTH,
		HEIGHT, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
	v->renderer = v->window ? SDL_CreateRenderer(v->window, -1, 0) : NULL;
	if (!v->renderer)
		fatal("no window can be shown: %s", SDL_GetError());
	SDL_GetWindowSize(v->window, &window, NULL);
	SDL_GetRendererOutputSize(v->renderer, &width, NULL);
	painter_init(&v->painter, v->renderer, (float)width / window);
}

/* network_peers: what each node's links reach now. */
static EndRef *
network_peers(const Network *w)
{
	EndRef *peers = xcalloc((size_t)w->nnodes * NLINKS, sizeof *peers);

	for (EndId e = 0; e < w->nnodes * NLINKS; e++)
		if (w->ends[e].peer != NOWHERE_END)
			peers[e] = w->ends[w->ends[e].peer].ref;
	return peers;
}

void
view_start(int argc, char **argv)
{
	(void)argc;
	(void)argv; /* this program has the window */
}

View *
view_new(Network *w, const ViewOptions *o)
{
	View *v = xcalloc(1, sizeof *v);

	v->o = *o;
	v->w = w;
	v->piece = EPOCH;
	v->pace = FULL_SPEED;
	v->orders = (Orders){.running = !o->standing, .changed = true, .pace = FULL_SPEED, .chosen = NOWHERE};
	v->peers = o->config ? topology_peers(w->topology, o->config) : network_peers(w);
	v->look.layout = layout_new(w->topology, o->config, v->peers, LAYOUT_SHAPE);
	v->look.chosen = NOWHERE;
	fit(&v->look);
	frame_init(&v->shared, w);
	frame_init(&v->taken, w);
	frame_init(&v->shown, w);
	meter_init(&v->meter, w);
	if (o->window)
		open_window(v);
	v->lock = SDL_CreateMutex();
	v->wake = SDL_CreateCond();
	return v;
}

void
view_free(View *v)
{
	if (v->window) {
		painter_free(&v->painter);
		SDL_DestroyRenderer(v->renderer);
		SDL_DestroyWindow(v->window);
	}
	SDL_DestroyMutex(v->lock);
	SDL_DestroyCond(v->wake);
	frame_free(&v->shared);
	frame_free(&v->taken);
	frame_free(&v->shown);
	meter_free(&v->meter);
	layout_free(&v->look.layout);
	free(v->peers);
	SDL_Quit();
	free(v);
}

/* run_for_picture: in intervals, so that there is something to see. */
static void
run_for_picture(View *v)
{
	Time interval = v->o.picture_at / HISTORY;

	if (interval == 0)
		interval = 1;
	while (v->w->now < v->o.picture_at && !drive_over(&v->drive)) {
		Time next = v->w->now + interval;

		drive_run(&v->drive, next < v->o.picture_at ? next : v->o.picture_at);
		frame_take(&v->taken, &v->meter, v->w);
	}
	if (v->taken.filled == 0)
		frame_take(&v->taken, &v->meter, v->w);
	save(v, v->o.picture, &v->taken, WIDTH, HEIGHT, NULL, 0);
	v->o.picture = NULL;
}

static void
run_window(View *v)
{
	SDL_Thread *thread = SDL_CreateThread(runner, "runner", v);
	bool open = true;
	SDL_Event e;

	while (open) {
		if (SDL_WaitEventTimeout(&e, FRAME_MS))
			do
				open &= handle(v, &e);
			while (SDL_PollEvent(&e));
		show(v);
	}
	order_running(v, false, true);
	SDL_WaitThread(thread, NULL);
}

RunEnd
view_run(View *v, Time until)
{
	drive_init(&v->drive, v->w, until);
	if (v->o.picture && v->o.picture_at <= until)
		run_for_picture(v);
	if (v->window)
		run_window(v);
	else if (!drive_over(&v->drive))
		drive_run(&v->drive, until);
	drive_free(&v->drive);
	return v->drive.end;
}
