/* orders.c - the orders of the window's user to the thread that runs the network. */
#include "window.h"

#include <math.h>
#include <stdlib.h>

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

void
order_step(View *v, Step step)
{
	SDL_LockMutex(v->lock);
	v->orders.step = step;
	v->orders.running = false;
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

void
order_running(View *v)
{
	SDL_LockMutex(v->lock);
	v->orders.running = !v->orders.running;
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

void
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

void
order_chosen(View *v)
{
	const Choice *c = &v->viewport.choice;
	const Layout *l = &v->viewport.layout;
	const Edge *edge = v->viewport.link == NOWHERE ? NULL : &l->edges[v->viewport.link];

	SDL_LockMutex(v->lock);
	v->orders.scroll = 0;
	v->orders.chosen = c->n > 0 ? l->items[c->item[c->n - 1]].part : NOWHERE;
	v->orders.link = edge ? edge->from_a != NOWHERE_END ? edge->from_a : edge->from_b
			      : NOWHERE_END;
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

void
order_time(View *v, Time at)
{
	SDL_LockMutex(v->lock);
	v->orders.at = at;
	v->orders.step = STEP_NONE;
	v->orders.running = false;
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

void
order_source(View *v, bool shown)
{
	SDL_LockMutex(v->lock);
	v->orders.source = shown;
	v->orders.scroll = 0;
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

void
order_lines(View *v, int scroll, int nlines)
{
	SDL_LockMutex(v->lock);
	v->orders.scroll = scroll;
	v->orders.nlines = nlines;
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

void
order_toggle(View *v, const char *file, int line)
{
	SDL_LockMutex(v->lock);
	free(v->orders.toggle_file);
	v->orders.toggle_file = xstrdup(file);
	v->orders.toggle_line = line;
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

void
order_layout(View *v)
{
	SDL_LockMutex(v->lock);
	view_layout(v);
	v->orders.chosen = NOWHERE;
	v->orders.link = NOWHERE_END;
	ordered(v);
	SDL_UnlockMutex(v->lock);
}

void
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
