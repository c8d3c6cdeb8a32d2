/* keys.c - what keys and buttons do. */
#include "window.h"

#include <math.h>

enum {
	ARROWS = 8, /* an arrow key moves the timeline by 1/ARROWS of it */
};

#define TYPE_STEP 1.125f

static const Button buttons[] = {
	{"run/pause", SDLK_SPACE, "run or pause"},
	{"event", SDLK_e, "run to the next event"},
	{"message", SDLK_m, "run until a message has arrived"},
	{"interval", SDLK_i, "run for 1 ms"},
	{"back", SDLK_b, "go back to the previous checkpoint"},
	{"event back", SDLK_r, "go back to before the last event"},
	{"next stop", SDLK_f, "run until a node stops"},
	{"slower", SDLK_MINUS, "a tenth of the speed"},
	{"faster", SDLK_PLUS, "ten times the speed"},
	{"layout", SDLK_l, "layout by shape or by crossbars"},
	{"fit", SDLK_0, "show the whole network, and all of the timeline"},
	{"source", SDLK_s, "source lines of the chosen node; click on one: a breakpoint"},
	{"dark", SDLK_d, "dark or light"},
	{"picture", SDLK_p, "save as the next free trellis-N.png"},
	{"crash", SDLK_x, "crash the node that is clicked next"},
	{"cut", SDLK_c, "cut the link clicked next"},
};

const Button *
window_buttons(int *n)
{
	*n = sizeof buttons / sizeof *buttons;
	return buttons;
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
next_layout(View *v)
{
	v->way = (v->way + 1) % NLAYOUTS;
	order_layout(v);
}

static void
fit(Viewport *viewport)
{
	const Layout *l = &viewport->layout;

	viewport->zoom = 1;
	viewport->middle = (Point){(l->low.x + l->high.x) / 2, (l->low.y + l->high.y) / 2};
	viewport->timeline = (Timeline){0};
}

/* zoom_time: at the time where the network is, if that is shown. */
static void
zoom_time(View *v, float factor)
{
	Area rows = window_timeline(v).rows;
	Span s = timeline_span(&v->viewport.timeline, &v->shown);
	float x = timeline_x(s, rows, v->shown.now);

	timeline_zoom(&v->viewport.timeline, &v->shown, rows, factor,
		fmaxf(fminf(x, rows.x + rows.w), rows.x));
}

static void
move_time(View *v, int steps)
{
	Area rows = window_timeline(v).rows;

	timeline_pan(&v->viewport.timeline, &v->shown, rows, -steps * rows.w / ARROWS);
}

/* set_type: larger or smaller type, and all that is measured by it. */
static void
set_type(View *v, float factor)
{
	float dpi = v->painter.dpi * factor;
	bool dark = v->painter.dark;

	if (dpi < 0.5f || dpi > 2 * MOST_SCALE)
		return;
	SDL_LockMutex(v->lock); /* fonts may be used by one thread at a time */
	painter_free(&v->painter);
	painter_init(&v->painter, v->renderer, dpi);
	SDL_UnlockMutex(v->lock);
	painter_set_dark(&v->painter, dark);
}

void
window_act(View *v, SDL_Keycode key)
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
	case SDLK_0: case SDLK_HOME: fit(&v->viewport); break;
	case SDLK_UP: zoom_time(v, 2); break;
	case SDLK_DOWN: zoom_time(v, 0.5f); break;
	case SDLK_LEFT: move_time(v, -1); break;
	case SDLK_RIGHT: move_time(v, 1); break;
	case SDLK_s: order_source(v, !v->shown.has_source); break;
	case SDLK_d: painter_set_dark(&v->painter, !v->painter.dark); break;
	case SDLK_p: window_save(v); break;
	case SDLK_x: arm(v, ARMED_CRASH, "the node to crash"); break;
	case SDLK_c: arm(v, ARMED_CUT, "the link to cut"); break;
	default: break;
	}
}

/* with_ctrl: the size of type. */
static void
with_ctrl(View *v, SDL_Keycode key)
{
	switch (key) {
	case SDLK_MINUS: case SDLK_KP_MINUS: set_type(v, 1 / TYPE_STEP); break;
	case SDLK_PLUS: case SDLK_EQUALS: case SDLK_KP_PLUS: set_type(v, TYPE_STEP); break;
	default: break;
	}
}

bool
window_key(View *v, const SDL_Keysym *key)
{
	if (key->mod & KMOD_CTRL) {
		with_ctrl(v, key->sym);
		return true;
	}
	if (key->sym == SDLK_q || key->sym == SDLK_ESCAPE)
		return false;
	window_act(v, key->sym);
	return true;
}
