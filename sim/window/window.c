/* window.c - the window's thread: opens it, passes on its events, and draws. */
#include "window.h"

#include "lost_display.h"

#include "base/clock.h"

#include <math.h>
#include <stdlib.h>

enum { BUSY_MS = 150 }; /* an order that takes longer is shown to the user */

#define MIN_TEXT_FACTOR 0.5f       /* least factor for the size of text */
#define MAX_DISPLAY_PART 0.85f /* part of the display that a new window covers */

/* handle_event: process one event; returns false if the window was closed. */
static bool
handle_event(View *v, const SDL_Event *e)
{
	switch (e->type) {
	case SDL_QUIT:
		return false;
	case SDL_KEYDOWN:
		return window_handle_key(v, &e->key.keysym);
	case SDL_TEXTINPUT:
		window_handle_text(v, e->text.text);
		return true;
	case SDL_WINDOWEVENT:
		if (e->window.event == SDL_WINDOWEVENT_LEAVE)
			v->viewport.hovers = false;
		if (e->window.event == SDL_WINDOWEVENT_SIZE_CHANGED)
			window_enlarge_text(v, 1);
		return true;
	default:
		return window_handle_mouse(v, e);
	}
}

/* button_help: the text that tells what a button does, and its key. */
static const char *
button_help(const Button *b, char *text, size_t size)
{
	snprintf(text, size, "%s: %s", SDL_GetKeyName(b->key), b->help);
	return text;
}

/* show_help: draw the list of keys. */
static void
show_help(View *v, int width, int height)
{
	int n;
	const Help *rows = window_help(&n);

	paint_help(&v->painter, width, height, rows, n);
}

/* ask_lines: request as many lines of source as there is room for. */
static void
ask_lines(View *v)
{
	int n = source_nlines(&v->painter, window_areas(v).source);

	if (v->shown.has_source && n != v->nlines)
		order_source_lines(v, 0, v->nlines = n);
}

/* follow_breakpoint: choose the node that has reached a breakpoint, and show its source. */
static void
follow_breakpoint(View *v)
{
	const Layout *l = &v->viewport.layout;

	if (v->nhits == v->shown.nhits)
		return;
	v->nhits = v->shown.nhits;
	for (uint32_t i = 0; i < nodes_drawn(l); i++)
		if (l->items[i].part == v->shown.hit && !choice_has(&v->viewport.choice, i))
			window_choose_item(v, i, false);
	order_source(v, true);
}

/*
 * is_busy: true if the runner has been busy with one order for so long that the user wants to know.
 */
static bool
is_busy(const View *v)
{
	return *v->doing && SDL_GetTicks64() - v->doing_since >= BUSY_MS;
}

/* show_view_frame: draw the newest frame in the window. */
static void
show_view_frame(View *v)
{
	double begin = clock_thread();
	int width, height, n;
	const Button *buttons = window_buttons(&n);
	bool relayout;
	char text[SOURCE_TEXT] = "";
	Frame f; /* the frame to show, with its status text */

	SDL_LockMutex(v->lock);
	frame_copy(&v->shown, &v->shared);
	v->fresh = false;
	relayout = v->relayout;
	if (is_busy(v))
		snprintf(text, sizeof text, "%s", v->doing);
	SDL_UnlockMutex(v->lock);
	if (relayout)
		order_layout(v);
	follow_breakpoint(v);
	ask_lines(v);
	order_shown_part(v, timeline_until_present(&v->viewport.timeline, &v->shown));
	f = v->shown;
	if (v->under)
		f.status = button_help(&buttons[v->under - 1], text, sizeof text);
	else if (v->notice[0])
		f.status = v->notice;
	else if (*text)
		f.status = text;
	SDL_GetRendererOutputSize(v->renderer, &width, &height);
	paint_all(&v->painter, width, height, &f, &v->viewport, v->o.title, buttons, n);
	if (v->tree)
		paint_outcomes(&v->painter, width, height, v->o.outcomes, v->o.outcome);
	if (v->help)
		show_help(v, width, height);
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
 * is_unseen: true if SDL would choose a driver that shows nothing, since there is no display; false
 * if the user has named one.
 */
static bool
is_unseen(void)
{
	return !getenv("SDL_VIDEODRIVER") && strcmp(SDL_GetCurrentVideoDriver(), "offscreen") == 0;
}

/* announce_closed: tell the runner that the user has closed the window. */
static void
announce_closed(View *v)
{
	SDL_LockMutex(v->lock);
	v->closed = true;
	SDL_CondSignal(v->wake);
	SDL_UnlockMutex(v->lock);
}

float
window_size_factor(float width, float height)
{
	float larger = fminf(width / WIDTH, height / HEIGHT);

	return fmaxf(floorf((1 + (larger - 1) / 2) * 8) / 8, MIN_TEXT_FACTOR);
}

void
window_enlarge_text(View *v, float factor)
{
	bool dark = v->painter.dark;
	int width, height;
	float dpi;

	SDL_GetRendererOutputSize(v->renderer, &width, &height);
	dpi = v->display * v->type * factor
		* fmaxf(window_size_factor(width / v->display, height / v->display), 1);
	if (dpi < MIN_TEXT_FACTOR || dpi > 2 * MOST_SCALE)
		return;
	v->type *= factor;
	if (dpi == v->painter.dpi)
		return;
	SDL_LockMutex(v->lock); /* fonts may be used by one thread at a time */
	painter_free(&v->painter);
	painter_init(&v->painter, v->renderer, dpi);
	SDL_UnlockMutex(v->lock);
	painter_set_dark(&v->painter, dark);
}

/*
 * first_size: the window's initial size: most of the display, but not less than the window needs.
 */
static SDL_Rect
first_size(float scale)
{
	SDL_Rect all = {0};

	SDL_GetDisplayUsableBounds(0, &all);
	return (SDL_Rect){.w = fmaxf(WIDTH * scale, all.w * MAX_DISPLAY_PART),
		.h = fmaxf(HEIGHT * scale, all.h * MAX_DISPLAY_PART)};
}

/* open_window: open the window and prepare to draw; fatal if there is no display. */
static void
open_window(View *v)
{
	int width, window;
	SDL_Rect size;
	float scale;

	if (SDL_Init(SDL_INIT_VIDEO) != 0)
		fatal("no window can be shown: %s; --picture FILE@TIME draws without a display",
			SDL_GetError());
	if (is_unseen())
		fatal("no window can be shown: there is no display (DISPLAY and WAYLAND_DISPLAY "
			"name one); --picture "
				"FILE@TIME draws without");
	scale = display_scale();
	size = first_size(scale);
	v->window = SDL_CreateWindow(v->o.title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
		size.w, size.h, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
	v->renderer = v->window ? SDL_CreateRenderer(v->window, -1, 0) : NULL;
	if (!v->renderer)
		fatal("no window can be shown: %s", SDL_GetError());
	survive_display(v->window, &v->has_lost_display);
	SDL_SetWindowMinimumSize(v->window, LEAST_WIDTH * scale, LEAST_HEIGHT * scale);
	SDL_GetWindowSize(v->window, &window, NULL);
	SDL_GetRendererOutputSize(v->renderer, &width, NULL);
	v->display = fmaxf((float)width / window, scale);
	painter_init(&v->painter, v->renderer, v->display);
	window_enlarge_text(v, 1);
	SDL_LockMutex(v->lock);
	v->open = true;
	SDL_CondSignal(v->wake);
	SDL_UnlockMutex(v->lock);
}

/* close_window: tell the runner that the window is closed, and free it. */
static void
close_window(View *v)
{
	announce_closed(v);
	if (v->has_lost_display) /* then everything that would be freed here is gone, too */
		return;
	painter_free(&v->painter);
	SDL_DestroyRenderer(v->renderer);
	SDL_DestroyWindow(v->window);
	SDL_Quit();
}

/* is_window_wanted: true until the runner ends the window's thread. */
static bool
is_window_wanted(View *v)
{
	bool quit;

	SDL_LockMutex(v->lock);
	quit = v->orders.quit;
	SDL_UnlockMutex(v->lock);
	return !quit;
}

/* is_frame_stale: true if the displayed frame may be out of date. */
static bool
is_frame_stale(View *v)
{
	bool is;

	SDL_LockMutex(v->lock);
	is = v->fresh || v->relayout || is_busy(v) || (v->orders.running && !v->shown.status);
	SDL_UnlockMutex(v->lock);
	return is;
}

/*
 * handle_events: handle user events until a time in ms; sets *open to false if the window was
 * closed. Returns whether there were any events.
 */
static bool
handle_events(View *v, uint64_t until, bool *open)
{
	bool any = false;
	uint64_t now;
	SDL_Event e;

	while (*open && (now = SDL_GetTicks64()) < until)
		if (SDL_WaitEventTimeout(&e, until - now)) {
			any = true;
			*open = handle_event(v, &e);
		}
	while (*open && SDL_PollEvent(&e)) {
		any = true;
		*open = handle_event(v, &e);
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
	while (open && !v->has_lost_display && is_window_wanted(v)) {
		if (any || is_frame_stale(v))
			show_view_frame(v);
		next += FRAME_MS;
		if (next < SDL_GetTicks64()) /* the host is too slow */
			next = SDL_GetTicks64();
		any = handle_events(v, next, &open);
	}
	close_window(v);
	return 0;
}
