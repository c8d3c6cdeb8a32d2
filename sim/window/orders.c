/* orders.c - the orders of the window's user to the thread that runs the network. */
#include "window.h"

#include <stdlib.h>

/*
 * orders_lock: lock the user's orders (what the thread that runs the network shall do), before
 * they are changed.
 */
static void
orders_lock(View *v)
{
	SDL_LockMutex(v->lock);
}

/* orders_send: unlock the user's orders, and notify the thread that runs the network. */
static void
orders_send(View *v)
{
	v->orders.changed = true;
	SDL_CondSignal(v->wake);
	SDL_UnlockMutex(v->lock);
}

void
order_step(View *v, Step step)
{
	orders_lock(v);
	v->orders.step = step;
	v->orders.running = false;
	orders_send(v);
}

/* order_replay: order to show the run again from its beginning, slowly enough to see something. */
static void
order_replay(View *v)
{
	v->orders.at = 0;
	v->orders.running = true;
	if (v->orders.pace == PACE_FULL)
		v->orders.pace = pace_lasting(v->shown.present / 1e12, REPLAY_SECONDS);
}

void
order_run_or_pause(View *v)
{
	orders_lock(v);
	if (v->over && !v->shown.past)
		order_replay(v);
	else
		v->orders.running = !v->orders.running;
	orders_send(v);
}

void
order_pace(View *v, int by)
{
	orders_lock(v);
	if (v->orders.pace == PACE_FULL && by < 0 && v->shown.speed > 0)
		v->orders.pace = pace_below(v->shown.speed);
	else
		v->orders.pace = SDL_max(PACE_SLOWEST, SDL_min(PACE_FULL, v->orders.pace + by));
	orders_send(v);
}

void
order_choice(View *v)
{
	const Choice *c = &v->viewport.choice;
	const Layout *l = &v->viewport.layout;
	const Edge *edge = v->viewport.link == NOWHERE ? NULL : &l->edges[v->viewport.link];

	orders_lock(v);
	v->orders.scroll = 0;
	v->orders.chosen = c->n > 0 ? l->items[c->item[c->n - 1]].part : NOWHERE;
	v->orders.link = edge ? edge->from_a != NOWHERE_END ? edge->from_a : edge->from_b
			      : NOWHERE_END;
	orders_send(v);
}

void
order_go_to_time(View *v, Time at)
{
	orders_lock(v);
	v->orders.at = at;
	v->orders.step = STEP_NONE;
	v->orders.running = false;
	orders_send(v);
}

void
order_drag(View *v, bool dragging)
{
	orders_lock(v);
	v->orders.dragging = dragging;
	orders_send(v);
}

void
order_shown_part(View *v, Span part)
{
	orders_lock(v);
	if (v->orders.part.from == part.from && v->orders.part.until == part.until) {
		SDL_UnlockMutex(v->lock);
		return;
	}
	v->orders.part = part;
	orders_send(v);
}

void
order_source(View *v, bool shown)
{
	orders_lock(v);
	v->orders.source = shown;
	v->orders.scroll = 0;
	orders_send(v);
}

void
order_source_lines(View *v, int scroll, int nlines)
{
	orders_lock(v);
	v->orders.scroll = scroll;
	v->orders.nlines = nlines;
	orders_send(v);
}

void
order_toggle_breakpoint(View *v, const char *file, int line)
{
	orders_lock(v);
	free(v->orders.toggle_file);
	v->orders.toggle_file = xstrdup(file);
	v->orders.toggle_line = line;
	orders_send(v);
}

void
order_layout(View *v)
{
	orders_lock(v);
	view_update_layout(v);
	v->orders.chosen = NOWHERE;
	v->orders.link = NOWHERE_END;
	orders_send(v);
}

void
order_fault(View *v, const char *word, const char *what)
{
	bool waits;

	orders_lock(v);
	waits = v->orders.fault[0] != '\0';
	if (!waits)
		snprintf(v->orders.fault, sizeof v->orders.fault, "%s %s", word, what);
	orders_send(v);
	if (waits)
		snprintf(v->notice, sizeof v->notice, "the previous fault is still pending");
	else
		snprintf(v->notice, sizeof v->notice, "%s %s", word, what);
}
