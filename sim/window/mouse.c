/* mouse.c - the actions of the mouse: clicks, drags, the wheel. */
#include "window.h"

#include <math.h>

enum {
	MAX_CLICK_MOVE = 4,       /* units that the mouse may move in a click */
	WHEEL_LINES = 3, /* lines of source for a step of the wheel */
};

#define WHEEL_ZOOM 1.2f /* factor of the zoom for a step of the wheel */

Areas
window_areas(const View *v)
{
	int width, height, n;
	const Button *buttons = window_buttons(&n);

	SDL_GetRendererOutputSize(v->renderer, &width, &height);
	return areas_of(&v->painter, width, height, &v->shown, buttons, n);
}

TimelineAreas
window_timeline_parts(const View *v)
{
	return timeline_areas(&v->painter, window_areas(v).timeline, &v->viewport);
}

/* mouse_pixels: convert a mouse coordinate from the window's units to pixels. */
static float
mouse_pixels(const View *v, int x)
{
	int window, output;

	SDL_GetWindowSize(v->window, &window, NULL);
	SDL_GetRendererOutputSize(v->renderer, &output, NULL);
	return (float)x * output / window;
}

/* ---- choosing nodes ---- */

/* remove_chosen: remove an item from the chosen ones. */
static void
remove_chosen(Choice *c, uint32_t item)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->n; i++)
		if (c->item[i] != item)
			c->item[n++] = c->item[i];
	c->n = n;
}

void
window_choose_item(View *v, uint32_t item, bool also)
{
	Choice *c = &v->viewport.choice;
	bool was = choice_has(c, item);

	v->viewport.link = NOWHERE;
	v->viewport.has_message = false;
	if (!also)
		c->n = 0;
	remove_chosen(c, item);
	if (item != NOWHERE && v->viewport.layout.items[item].kind == ITEM_NODE && !(also && was)) {
		if (c->n == MAX_CHOSEN)
			remove_chosen(c, c->item[0]);
		c->item[c->n++] = item;
	}
	order_choice(v);
}

/* adds_to_choice: true if the user holds the key that adds to the chosen nodes. */
static bool
adds_to_choice(void)
{
	return SDL_GetModState() & (KMOD_CTRL | KMOD_SHIFT);
}

/* ---- clicks ---- */

/* crash_item: inject a fault that stops the node at a position, if there is one. */
static void
crash_item(View *v, Area a, float x, float y)
{
	const Layout *l = &v->viewport.layout;
	uint32_t item = network_item_at(&v->painter, a, &v->viewport, x, y);

	if (item != NOWHERE && l->items[item].kind == ITEM_NODE)
		order_fault(v, "crash", v->w->topology->nodes[l->items[item].part].name);
}

/* cut_edge: inject a fault that cuts the link at a position, if there is one. */
static void
cut_edge(View *v, Area a, float x, float y)
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

/* choose_at: choose the node at a point or, if there is none, the link. */
static void
choose_at(View *v, Area a, float x, float y)
{
	uint32_t item = network_item_at(&v->painter, a, &v->viewport, x, y);

	window_choose_item(v, item, adds_to_choice());
	if (item != NOWHERE || v->viewport.choice.n > 0)
		return;
	v->viewport.link = network_edge_at(&v->painter, a, &v->viewport, x, y);
	order_choice(v);
}

/* click_network: handle a click in the network: choose, stop a node, or cut a link. */
static void
click_network(View *v, Area a, float x, float y)
{
	v->notice[0] = '\0';
	if (v->armed == ARMED_CRASH)
		crash_item(v, a, x, y);
	else if (v->armed == ARMED_CUT)
		cut_edge(v, a, x, y);
	else
		choose_at(v, a, x, y);
	v->armed = ARMED_NONE;
}

/* choose_message: choose a message, and its link. */
static void
choose_message(View *v, const LinkMessage *m)
{
	const Layout *l = &v->viewport.layout;

	v->viewport.message = *m;
	v->viewport.has_message = true;
	for (uint32_t i = 0; i < l->nedges; i++)
		if (l->edges[i].from_a == m->from || l->edges[i].from_b == m->from)
			v->viewport.link = i;
	order_choice(v);
}

/*
 * click_timeline: handle a click: on a name, choose the node; on a message, choose the message;
 * elsewhere, go to the time.
 */
static void
click_timeline(View *v, float x, float y)
{
	TimelineAreas a = window_timeline_parts(v);
	TimelinePlace at = timeline_place(&v->viewport.timeline, &v->shown, &a,
		&v->viewport.layout, &v->viewport.choice, x, y);
	const LinkMessage *m = timeline_message(&v->painter, &a, &v->viewport, &v->shown, x, y);

	if (!at.inside)
		return;
	if (m) {
		choose_message(v, m);
		return;
	}
	if (at.name || adds_to_choice())
		window_choose_item(v, at.item, adds_to_choice());
	else
		order_go_to_time(v, at.time);
}

/* click_source: set or remove a breakpoint at the line under the mouse. */
static void
click_source(View *v, Area a, float x, float y)
{
	const SourcePane *s = &v->shown.source;
	int line = source_line_at(&v->painter, a, s, x, y);

	if (line > 0)
		order_toggle_breakpoint(v, s->file, line);
}

/* click_at: handle a click at a position of the window. */
static void
click_at(View *v, float x, float y)
{
	Areas a = window_areas(v);

	if (area_has(a.source, x, y))
		click_source(v, a.source, x, y);
	if (area_has(a.network, x, y))
		click_network(v, a.network, x, y);
	else if (area_has(a.timeline, x, y))
		click_timeline(v, x, y);
}

/* ---- movements ---- */

/* drag_time: go to the time under the mouse, as long as the drag lasts. */
static void
drag_time(View *v, float x)
{
	Viewport *p = &v->viewport;

	p->aim = timeline_time(timeline_span(&p->timeline, &v->shown),
		window_timeline_parts(v).rows, x);
	if (!p->drags)
		order_drag(v, true);
	p->drags = true;
	order_go_to_time(v, p->aim);
}

/* end_drag: end a drag of the present time. */
static void
end_drag(View *v)
{
	if (v->viewport.drags)
		order_drag(v, false);
	v->viewport.drags = false;
}

/* drag_view: move the network or the timeline, whichever the drag began in, by pixels. */
static void
drag_view(View *v, float dx, float dy)
{
	TimelineAreas t = window_timeline_parts(v);
	Areas a = window_areas(v);

	if (area_has(a.network, v->press.x, v->press.y))
		network_move(&v->painter, a.network, &v->viewport, dx, dy);
	if (!area_has(a.timeline, v->press.x, v->press.y))
		return;
	timeline_pan(&v->viewport.timeline, &v->shown, t.rows, dx);
	timeline_pan_rows(&v->viewport.timeline, t.rows, nodes_drawn(&v->viewport.layout), dy);
}

/* scroll_source: scroll the source by lines. */
static void
scroll_source(View *v, int lines)
{
	int now;

	SDL_LockMutex(v->lock);
	now = v->orders.scroll;
	SDL_UnlockMutex(v->lock);
	order_source_lines(v, now + lines, v->nlines);
}

/*
 * turn_wheel: handle the mouse wheel: scroll the source, or zoom the network or the timeline,
 * whichever is under the mouse; the point under the mouse stays.
 */
static void
turn_wheel(View *v, int steps)
{
	float factor = powf(WHEEL_ZOOM, steps);
	Viewport *p = &v->viewport;
	Areas a = window_areas(v);
	float x, y;
	int mx, my;

	SDL_GetMouseState(&mx, &my);
	x = mouse_pixels(v, mx);
	y = mouse_pixels(v, my);
	if (area_has(a.source, x, y))
		scroll_source(v, -WHEEL_LINES * steps);
	else if (!area_has(a.timeline, x, y))
		network_zoom(&v->painter, a.network, p, factor, x, y);
	else if (adds_to_choice())
		timeline_zoom_rows(&p->timeline, window_timeline_parts(v).rows,
			nodes_drawn(&p->layout), factor, y);
	else
		timeline_zoom(&p->timeline, &v->shown, window_timeline_parts(v).rows, factor, x);
}

/* move_mouse: handle a movement of the mouse to a point. */
static void
move_mouse(View *v, float x, float y)
{
	const Button *buttons;
	float still = MAX_CLICK_MOVE * v->painter.dpi;
	int n;

	v->viewport.hovers = true;
	if (v->press.down
		&& (fabsf(x - v->press.x) > still || fabsf(y - v->press.y) > still))
		v->press.moved = true;
	if (v->press.down && v->press.moved && v->press.time)
		drag_time(v, x);
	else if (v->press.down && v->press.moved)
		drag_view(v, x - v->viewport.mouse.x, y - v->viewport.mouse.y);
	v->viewport.mouse = (Point){x, y};
	buttons = window_buttons(&n);
	v->under = strip_button_at(&v->painter, window_areas(v).strip, buttons, n, x, y) + 1;
}

/*
 * press_at: handle a press of the mouse: buttons act at once, everything else acts at the release.
 */
static void
press_at(View *v, float x, float y)
{
	int n, button;
	const Button *buttons = window_buttons(&n);
	TimelineAreas t = window_timeline_parts(v);

	button = strip_button_at(&v->painter, window_areas(v).strip, buttons, n, x, y);
	if (button >= 0)
		window_act_on_key(v, buttons[button].key);
	v->press = (Press){.down = button < 0, .x = x, .y = y};
	v->press.time = timeline_drags_time(&v->viewport.timeline, &v->shown, &t, x, y,
		MAX_CLICK_MOVE * v->painter.dpi);
	v->viewport.mouse = (Point){x, y};
}

/*
 * click_outcome: handle a click while the tree of outcomes is shown: on an outcome, open it; beside
 * the tree, hide it. Returns false if the window closes.
 */
static bool
click_outcome(View *v, float x, float y)
{
	int width, height;

	SDL_GetRendererOutputSize(v->renderer, &width, &height);
	v->press.down = false;
	v->tree = false;
	return window_open_outcome(v,
		outcomes_at(&v->painter, width, height, v->o.outcomes, x, y));
}

bool
window_handle_mouse(View *v, const SDL_Event *e)
{
	if (v->tree && e->type == SDL_MOUSEBUTTONDOWN)
		return click_outcome(v, mouse_pixels(v, e->button.x), mouse_pixels(v, e->button.y));
	switch (e->type) {
	case SDL_MOUSEBUTTONDOWN:
		press_at(v, mouse_pixels(v, e->button.x), mouse_pixels(v, e->button.y));
		break;
	case SDL_MOUSEBUTTONUP:
		if (v->press.down && !v->press.moved)
			click_at(v, v->press.x, v->press.y);
		v->press.down = false;
		end_drag(v);
		break;
	case SDL_MOUSEMOTION:
		move_mouse(v, mouse_pixels(v, e->motion.x), mouse_pixels(v, e->motion.y));
		break;
	case SDL_MOUSEWHEEL:
		turn_wheel(v, e->wheel.y);
		break;
	}
	return true;
}
