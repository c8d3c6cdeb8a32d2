/* keys.c - the actions of keys and buttons. */
#include "window.h"

#include <math.h>

enum {
	ARROWS = 8, /* an arrow key moves the timeline by 1/ARROWS of its width */
};

#define TYPE_STEP 1.125f /* factor by which a key enlarges text */

/* The buttons, in groups: run, pace, view, search, faults, window. */
static const Button buttons[] = {
	{"event back", SDLK_r, "go back to before the last event"},
	{"back", SDLK_b, "go back to before the last step"},
	{"run/pause", SDLK_SPACE, "run or pause; at the end: show the run again"},
	{"1 ms", SDLK_i, "run for 1 ms"},
	{"message", SDLK_m, "run until a message has arrived"},
	{"event", SDLK_e, "run to the next event"},
	{"next stop", SDLK_f, "run until a node stops"},
	{"slower", SDLK_MINUS, "slower: the next of 1, 1/2, 1/5, 1/10, ... of real time", true},
	{"faster", SDLK_PLUS, "faster, up to as fast as possible"},
	{"layout", SDLK_l, "layout by shape or by crossbars", true},
	{"fit", SDLK_0, "show the whole network, and all of the timeline"},
	{"dark", SDLK_d, "dark or light"},
	{"search", SDLK_SLASH, "search for a node, a task or a function", true},
	{"task", SDLK_t, "follow the task of the chosen node, or the one searched for"},
	{"source", SDLK_s, "source lines of the chosen node; click on one: a breakpoint"},
	{"crash", SDLK_x, "crash the node that is clicked next", true},
	{"cut", SDLK_c, "cut the link clicked next"},
	{"picture", SDLK_p, "save as the next free trellis-N.png", true},
	{"keys", SDLK_QUESTION, "list the keys"},
};

const Button *
window_buttons(int *n)
{
	*n = sizeof buttons / sizeof *buttons;
	return buttons;
}

static const Help help[] = {
	{"space", "run, or pause; at the end: show the run again"},
	{"e  m  i  f", "run to the next event; message; for 1 ms; until a node stops"},
	{"b  r", "back to before the last step, or by 1 ms; to before the last event"},
	{"-  +", "slower, faster: 1/10000000 of real time to as fast as possible"},
	{"click in the timeline", "go to that time; on a message: its link and times"},
	{"drag in the timeline", "go back and forth in time; after zooming: drag its axis or line"},
	{"click on a node, or a row's name", "choose it; with shift or ctrl: besides others"},
	{"click on a link", "its traffic, and the messages on their way"},
	{"wheel, drag", "nearer and farther; elsewhere: in the network, in time, in the source"},
	{"shift and wheel", "fewer or more rows of the timeline"},
	{"up  down  left  right", "nearer, farther, earlier, later in the timeline"},
	{"0  Home", "the whole network, all of the timeline"},
	{"/  n", "search for a node, a task (t7), a function; the next one"},
	{"t", "follow the task of the chosen node, or the one searched for; its next node"},
	{"s", "source of the chosen node; a click on a line sets a breakpoint"},
	{"o  1 ... 9", "the outcomes of other orders; see that one"},
	{"l", "layout by shape or by crossbars"},
	{"d", "dark or light"},
	{"ctrl +  ctrl -", "larger, smaller type"},
	{"x  c", "crash the node, cut the link, that is clicked next"},
	{"p", "save the window as the next free trellis-N.png"},
	{"?", "this list"},
	{"q  Esc", "close the window"},
};

const Help *
window_help(int *n)
{
	*n = sizeof help / sizeof *help;
	return help;
}

/*
 * arm_fault: let the next click on the network inject a fault; `what` tells the user what to click
 * on.
 */
static void
arm_fault(View *v, Armed armed, const char *what)
{
	v->armed = v->shown.past ? ARMED_NONE : armed;
	if (v->shown.past)
		snprintf(v->notice, sizeof v->notice, "faults cannot be injected in the past");
	else
		snprintf(v->notice, sizeof v->notice, "click on %s", what);
}

/*
 * next_layout: draw the network in the next of the ways (LayoutWay); after the last way comes the
 * first.
 */
static void
next_layout(View *v)
{
	v->way = (v->way + 1) % NLAYOUTS;
	order_layout(v);
}

/* reset_viewport: show the whole network and the whole time. */
static void
reset_viewport(Viewport *viewport)
{
	const Layout *l = &viewport->layout;

	viewport->zoom = 1;
	viewport->middle = (Point){(l->low.x + l->high.x) / 2, (l->low.y + l->high.y) / 2};
	viewport->timeline = (Timeline){0};
}

/* zoom_time: zoom the timeline; the network's time keeps its place, if it is shown. */
static void
zoom_time(View *v, float factor)
{
	Area rows = window_timeline_parts(v).rows;
	Span s = timeline_span(&v->viewport.timeline, &v->shown);
	float x = timeline_x(s, rows, v->shown.now);

	timeline_zoom(&v->viewport.timeline, &v->shown, rows, factor,
		fmaxf(fminf(x, rows.x + rows.w), rows.x));
}

/* scroll_time: scroll the timeline by steps of an ARROWS-th of its width. */
static void
scroll_time(View *v, int steps)
{
	Area rows = window_timeline_parts(v).rows;

	timeline_pan(&v->viewport.timeline, &v->shown, rows, -steps * rows.w / ARROWS);
}

/* ---- search ---- */

/* begin_search: let the user type what is searched for. */
static void
begin_search(View *v)
{
	v->viewport.find = (Find){.open = true};
}

/*
 * find_next_node: choose the next node that matches the search; if none matches now, go to a time
 * at which one does.
 */
static void
find_next_node(View *v)
{
	const Choice *c = &v->viewport.choice;
	const Layout *l = &v->viewport.layout;
	uint32_t item = find_next_match(&v->viewport.find, &v->shown, l,
		c->n > 0 ? c->item[c->n - 1] : NOWHERE);
	Time at;

	if (item == NOWHERE && find_time(&v->viewport.find, &v->shown, l, &item, &at))
		order_go_to_time(v, at);
	if (item != NOWHERE)
		window_choose_item(v, item, false);
	else
		snprintf(v->notice, sizeof v->notice, "%.20s: not found", v->viewport.find.text);
}

/*
 * follow_task: follow the task that the search names or, if it names none, the task of the chosen
 * node.
 */
static void
follow_task(View *v)
{
	const Choice *c = &v->viewport.choice;
	uint32_t task = find_task(&v->viewport.find);

	if (task == 0 && c->n > 0)
		task = v->shown.nodes[v->viewport.layout.items[c->item[c->n - 1]].part].task;
	v->viewport.task = task;
	if (task == 0)
		snprintf(v->notice, sizeof v->notice,
			"no task: choose a node that works on one, or search for it: /t7");
}

/* go_to_next_stage: go to the time at which the next stage of the followed task begins. */
static void
go_to_next_stage(View *v)
{
	Trail t = trail_of(&v->shown, v->viewport.task);
	const Stage *next = trail_next_stage(&t, v->shown.now);

	if (next)
		order_go_to_time(v, next->from + 1);
}

/* search_key: handle a key while the user is typing a search; Esc ends the search. */
static void
search_key(View *v, SDL_Keycode key)
{
	Find *s = &v->viewport.find;

	switch (key) {
	case SDLK_ESCAPE: *s = (Find){0}; break;
	case SDLK_BACKSPACE: s->text[strlen(s->text) - (*s->text != '\0')] = '\0'; break;
	case SDLK_RETURN: case SDLK_KP_ENTER:
		s->open = false;
		find_next_node(v);
		break;
	default: break;
	}
}

void
window_handle_text(View *v, const char *text)
{
	Find *s = &v->viewport.find;
	size_t n = strlen(s->text);

	if (s->open)
		snprintf(s->text + n, sizeof s->text - n, "%s", text);
	else if (strcmp(text, "/") == 0)
		begin_search(v);
	else if (strcmp(text, "?") == 0)
		v->help = !v->help;
}

/* ---- outcomes of other orders ---- */

/* show_outcomes: show or hide the tree of outcomes, or say that there is none. */
static void
show_outcomes(View *v)
{
	v->tree = v->o.outcomes && !v->tree;
	if (!v->o.outcomes)
		snprintf(v->notice, sizeof v->notice,
			"no other outcomes are known: 'trellis outcomes' records them");
}

bool
window_open_outcome(View *v, uint32_t outcome)
{
	if (outcome == 0 || outcome == v->o.outcome || !outcomes_have(v->o.outcomes, outcome))
		return true;
	SDL_LockMutex(v->lock);
	v->outcome = outcome;
	SDL_UnlockMutex(v->lock);
	return false;
}

/* ---- keys ---- */

void
window_act_on_key(View *v, SDL_Keycode key)
{
	v->notice[0] = '\0';
	v->armed = ARMED_NONE;
	switch (key) {
	case SDLK_SPACE: order_run_or_pause(v); break;
	case SDLK_e: order_step(v, STEP_EVENT); break;
	case SDLK_m: order_step(v, STEP_MESSAGE); break;
	case SDLK_i: order_step(v, STEP_INTERVAL); break;
	case SDLK_f: order_step(v, STEP_FAULT); break;
	case SDLK_b: order_step(v, STEP_BACK); break;
	case SDLK_r: order_step(v, STEP_EVENT_BACK); break;
	case SDLK_MINUS: case SDLK_KP_MINUS: order_pace(v, -1); break;
	case SDLK_PLUS: case SDLK_EQUALS: case SDLK_KP_PLUS: order_pace(v, 1); break;
	case SDLK_l: next_layout(v); break;
	case SDLK_0: case SDLK_HOME: reset_viewport(&v->viewport); break;
	case SDLK_UP: zoom_time(v, 2); break;
	case SDLK_DOWN: zoom_time(v, 0.5f); break;
	case SDLK_LEFT: scroll_time(v, -1); break;
	case SDLK_RIGHT: scroll_time(v, 1); break;
	case SDLK_s: order_source(v, !v->shown.has_source); break;
	case SDLK_SLASH: begin_search(v); break;
	case SDLK_QUESTION: v->help = !v->help; break;
	case SDLK_n: find_next_node(v); break;
	case SDLK_t: v->viewport.task > 0 ? go_to_next_stage(v) : follow_task(v); break;
	case SDLK_o: show_outcomes(v); break;
	case SDLK_d: painter_set_dark(&v->painter, !v->painter.dark); break;
	case SDLK_p: window_save_picture(v); break;
	case SDLK_x: arm_fault(v, ARMED_CRASH, "the node to crash"); break;
	case SDLK_c: arm_fault(v, ARMED_CUT, "the link to cut"); break;
	default: break;
	}
}

/* press_size_key: handle the keys that change the size of text. */
static void
press_size_key(View *v, SDL_Keycode key)
{
	switch (key) {
	case SDLK_MINUS: case SDLK_KP_MINUS: window_enlarge_text(v, 1 / TYPE_STEP); break;
	case SDLK_PLUS: case SDLK_EQUALS: case SDLK_KP_PLUS: window_enlarge_text(v,
		TYPE_STEP); break;
	default: break;
	}
}

/*
 * close_overlays: close the help, the tree of outcomes, the search and the followed task; false if
 * none was open, so that Esc closes the window.
 */
static bool
close_overlays(View *v)
{
	bool any = v->help || v->tree || *v->viewport.find.text || v->viewport.task > 0;

	v->help = v->tree = false;
	v->viewport.task = 0;
	v->viewport.find = (Find){0};
	return any;
}

bool
window_handle_key(View *v, const SDL_Keysym *key)
{
	if (v->viewport.find.open) {
		search_key(v, key->sym);
		return true;
	}
	if (key->sym == SDLK_SLASH || key->sym == SDLK_QUESTION)
		/* window_handle_text handles the character, which works on any keyboard */
		return true;
	if (key->sym == SDLK_ESCAPE && close_overlays(v))
		return true;
	if (key->mod & KMOD_CTRL) {
		press_size_key(v, key->sym);
		return true;
	}
	if (v->tree && key->sym >= SDLK_1 && key->sym <= SDLK_9)
		return window_open_outcome(v, key->sym - SDLK_0);
	if (key->sym == SDLK_q || key->sym == SDLK_ESCAPE)
		return false;
	window_act_on_key(v, key->sym);
	return true;
}
