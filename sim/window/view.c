/*
 * view.c - runs a network that is shown in a window: at the pace the user chooses, with frames for
 * the window.
 *
 * The caller's thread runs the network (the runner); the window has its own thread (window.c). A
 * lock protects the exchange of the user's orders and of frames; nothing else is shared. While the
 * runner executes a step, or its caller does other work, the window still responds and shows the
 * last frame.
 */
#include "window.h"

#include "base/clock.h"
#include "base/files.h"
#include "base/number.h"
#include "sim/program/executable.h"
#include "sim/trace/trace.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum {
	/* host's processor time between two checks of the orders, at most */
	PIECE_MS = 30,
	/*
	 * simulated epochs between two checks, at most: a network may become busy during them
	 */
	MAX_PIECE_EPOCHS = 8,
	/* taking frames uses at most 1/SHARE of the runner's time */
	FRAME_SHARE = 80,
	MAX_IMAGE = 1 << 26, /* bytes of a program's file */
	KEEP_SHARE = 100, /* keeping moments uses at most 1/KEEP_SHARE */
	REST_MS = 5, /* a pause of the run while it is ahead of the chosen pace */
	/* wait this long for the user before the caller may check for other work */
	WAIT_MS = 200,
	MARK_MS = 500, /* between two marks, from which the speed is measured */
	KEEP_MS = 2000, /* between two kept moments while the network runs */
};

#define CLOSEUP_SECONDS 0.5 /* seconds of the host's processor, for a closeup */

/* ---- frames ---- */

/* Texts for the user about a step that takes long. */
static const char *const step_texts[NSTEPS] = {
	[STEP_EVENT] = "runs until the next event; space ends this",
	[STEP_MESSAGE] = "runs until a message has arrived; space ends this",
	[STEP_INTERVAL] = "runs for 1 ms",
	[STEP_FAULT] = "runs until a node stops; space ends this",
	[STEP_BACK] = "goes back",
	[STEP_EVENT_BACK] = "seeks the last event",
};

/* status_text: why the network is not running; NULL if it runs. */
static const char *
status_text(const View *v, const Orders *o)
{
	if (*v->stopped)
		return v->stopped;
	if (v->drive.step != STEP_NONE)
		return step_texts[v->drive.step];
	if (drive_is_past(&v->drive))
		return o->running ? "running in the past" : "paused in the past";
	if (v->resting)
		return "waits for a command";
	if (v->drive.end == RUN_QUIET)
		return "deadlock: all processes are waiting";
	if (v->over)
		return "ended: space shows it again";
	return o->running ? NULL : "paused";
}

/*
 * open_kernel: the debugging information of the nodes' kernel, opened at the first call; NULL if
 * there is none.
 */
static const KernelDebug *
open_kernel(View *v)
{
	if (!v->has_asked_kernel && v->o.kernels)
		v->kernel = v->o.kernels->open(v->o.kernel);
	v->has_asked_kernel = true;
	return v->kernel;
}

/*
 * capture_source: copy the lines of the chosen node's program into the frame, if the source is
 * shown.
 */
static void
capture_source(View *v, const Orders *o)
{
	Frame *f = &v->captured;

	free(f->source.file);
	free(f->source.lines);
	f->source = (SourcePane){0};
	f->has_source = o->source && v->source && o->chosen != NOWHERE;
	if (f->has_source)
		f->source = v->o.sources->pane(v->source, o->chosen, o->scroll, o->nlines);
}

/* capture_event: mark the nodes on which a local event holds. */
static void
capture_event(View *v)
{
	Frame *f = &v->captured;
	bool *holds;

	if (!v->o.event || !v->source)
		return;
	holds = xcalloc(f->nnodes, sizeof *holds);
	v->o.sources->get_holding(v->source, holds);
	for (NodeId n = 0; n < f->nnodes; n++)
		f->nodes[n].holds = holds[n];
	free(holds);
}

/* add_note: add where a node's process is in its source, unless the node has a note already. */
static void
add_note(View *v, NodeId n)
{
	Frame *f = &v->captured;
	Note *note = &f->note[f->nnotes];
	SourcePane line;
	const char *text;

	for (uint32_t i = 0; i < f->nnotes; i++)
		if (f->note[i].node == n)
			return;
	if (!v->source || f->nnotes == MAX_NOTES)
		return;
	line = v->o.sources->pane(v->source, n, 0, 1);
	if (line.file) {
		note->node = n;
		snprintf(note->place, sizeof note->place, "%.*s",
			(int)strcspn(line.title, ";"), line.title);
		text = line.lines + strspn(line.lines, ">*. 0123456789\t"); /* marks, number */
		snprintf(note->line, sizeof note->line, "%.*s", (int)strcspn(text, "\n"), text);
		f->nnotes++;
	}
	free(line.file);
	free(line.lines);
}

/*
 * capture_notes: find the waits of a deadlock and the places in the source; only while the network
 * rests.
 */
static void
capture_notes(View *v, NodeId chosen, bool rests)
{
	Frame *f = &v->captured;

	f->nwaits = f->nnotes = 0;
	if (chosen != NOWHERE)
		add_note(v, chosen);
	if (rests)
		frame_find_waits(f, v->w, v->o.kernels, open_kernel(v), !v->resting);
	for (uint32_t i = 0; i < f->nwaits; i++)
		add_note(v, f->wait[i].node);
}

/* function_at: frame_function_at with the view as its context, for closeup_take. */
static uint16_t
function_at(void *view, NodeId n, Addr iptr, uint32_t *task)
{
	const View *v = view;

	return frame_function_at(&v->meter, v->w, n, iptr, task);
}

/* take_closeup: take a closeup of a span, for at most so many seconds of the host's processor. */
static void
take_closeup(View *v, Span s, double seconds)
{
	CloseupOptions o = {.seconds = seconds, .place = function_at, .context = v};

	closeup_take(&v->captured.closeup, v->drive.past, s, &o);
}

/* wider_span: a span, and half its length before and after it. */
static Span
wider_span(Span s)
{
	Time half = (s.until - s.from) / 2;

	return (Span){s.from > half ? s.from - half : 0, s.until + half};
}

/* update_closeup: while the network stands, take a closeup of what the timeline shows. */
static void
update_closeup(View *v, const Orders *o)
{
	const Closeup *c = &v->captured.closeup;

	if (o->running || o->dragging || v->drive.step != STEP_NONE || o->part.from >= o->part.until
		|| !closeup_is_useful(c, o->part))
		return;
	take_closeup(v, wider_span(o->part), CLOSEUP_SECONDS);
	if (c->too_much)
		take_closeup(v, o->part, CLOSEUP_SECONDS);
}

/*
 * measure_speed: measure the speed of the run, and its messages per second, over the last half to
 * one second.
 */
static void
measure_speed(View *v, bool running)
{
	Mark now = {SDL_GetTicks64(), v->w->now, v->captured.events}, *first = &v->mark[0];
	Frame *f = &v->captured;
	uint64_t ms;

	if (!running || now.at < v->mark[1].at) /* the network does not run, or went back in time */
		v->mark[0] = v->mark[1] = now;
	ms = now.ms - first->ms;
	f->speed = ms < MARK_MS / 2 ? 0 : (now.at - first->at) / 1e9 / ms;
	f->rate = ms < MARK_MS / 2 ? 0 : (now.events - first->events) * 1000.0 / ms;
	if (now.ms - v->mark[1].ms < MARK_MS)
		return;
	v->mark[0] = v->mark[1];
	v->mark[1] = now;
}

/* view_publish: take a frame of the network for the window; o: the orders in force. */
static void
view_publish(View *v, const Orders *o)
{
	double begin = clock_thread();
	Frame *f = &v->captured;

	frame_capture(f, &v->meter, v->w);
	if (v->over && !drive_is_past(&v->drive))
		frame_show_ended(f, v->w);
	capture_event(v);
	measure_speed(v, o->running);
	v->published = SDL_GetTicks64();
	f->pace = o->pace;
	f->status = status_text(v, o);
	f->sender = drive_sender(&v->drive);
	f->past = drive_is_past(&v->drive);
	f->present = past_present(v->drive.past);
	free(f->detail);
	f->detail = o->chosen != NOWHERE
		? detail_text(v->w, o->chosen, v->o.kernels, open_kernel(v))
		: o->link != NOWHERE_END ? link_text(v->w, o->link)
					 : NULL;
	capture_source(v, o);
	capture_notes(v, o->chosen, !o->running || v->resting);
	SDL_LockMutex(v->lock);
	frame_copy(&v->shared, f);
	v->fresh = true;
	v->doing[0] = '\0';
	SDL_UnlockMutex(v->lock);
	v->cost = clock_thread() - begin;
	v->captured_at = v->ran + v->rested;
}

/* is_frame_due: true if it is time for a frame and taking it costs little in proportion. */
static bool
is_frame_due(const View *v)
{
	return SDL_GetTicks64() - v->published >= FRAME_MS
		&& v->ran + v->rested - v->captured_at >= FRAME_SHARE * v->cost;
}

/* ---- the runner ---- */

/*
 * epoch_after: the next epoch boundary. Windows of the simulation end at epochs; any other cut
 * would split a window in two, which loads each node's data into the host's caches twice.
 */
static Time
epoch_after(Time at)
{
	return at - at % EPOCH + EPOCH;
}

/* run_full: run at full speed for PIECE_MS, or for one epoch if that takes longer. */
static void
run_full(View *v)
{
	double ms = clock_thread();

	drive_run(&v->drive, epoch_after(v->w->now + v->piece - EPOCH));
	ms = (clock_thread() - ms) * 1000;
	if (ms < PIECE_MS / 2 && v->piece < MAX_PIECE_EPOCHS * EPOCH)
		v->piece *= 2;
	else if (ms > PIECE_MS && v->piece > EPOCH)
		v->piece /= 2;
}

/* run_paced: run as far as the chosen pace allows at this time. */
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
	target = v->paced_at + (now - v->paced_from) * 1e9 * pace_ratio(pace);
	if (target <= v->w->now) {
		SDL_Delay(REST_MS);
		v->rested += REST_MS / 1e3;
		return;
	}
	drive_run(&v->drive, target < epoch_after(v->w->now) ? target : epoch_after(v->w->now));
	if (v->w->now < target) { /* the host is too slow for this pace */
		v->paced_from = now;
		v->paced_at = v->w->now;
	}
}

/*
 * orders_read: wait up to WAIT_MS for orders and copy them; returns true if there are orders or the
 * network runs.
 */
static bool
orders_read(View *v, Orders *o)
{
	bool idle;

	SDL_LockMutex(v->lock);
	idle = !v->orders.changed
		&& (drive_is_over(&v->drive) || (!v->orders.running && v->drive.step == STEP_NONE));
	if (idle && !v->closed)
		SDL_CondWaitTimeout(v->wake, v->lock, WAIT_MS);
	idle &= !v->orders.changed;
	*o = v->orders;
	v->orders.step = STEP_NONE;
	v->orders.at = NEVER;
	v->orders.toggle_file = NULL;
	v->orders.fault[0] = '\0';
	v->orders.changed = false;
	SDL_UnlockMutex(v->lock);
	return !idle;
}

/*
 * keep_moment_if_due: keep a moment if the last one was kept long enough ago; full: at full speed,
 * at which keeping delays the run.
 */
static void
keep_moment_if_due(View *v, bool full)
{
	double begin = clock_thread();
	uint64_t now = SDL_GetTicks64();

	if (now - v->kept < KEEP_MS || (full && v->ran < v->keep_at))
		return;
	drive_save_moment(&v->drive);
	v->kept = now;
	v->keep_at = v->ran + KEEP_SHARE * (clock_thread() - begin);
}

/*
 * inject_fault: add a fault that acts now. It is printed at the end of the run, so that the run can
 * be reproduced.
 */
static void
inject_fault(View *v, const char *fault)
{
	char *text = xasprintf("%s at %s", fault, TIME_STRING(v->w->now));

	faults_read(v->w, NULL, "(the window)", text, strlen(text), false);
	free(text);
	drive_set_until(&v->drive, v->drive.until); /* the network was changed */
}

/* toggle_breakpoint: set or remove the breakpoint that the user has clicked at, if any. */
static void
toggle_breakpoint(View *v, const Orders *o)
{
	int line = o->toggle_line;

	if (o->toggle_file && v->source)
		v->o.sources->toggle(v->source, o->toggle_file, &line);
	free(o->toggle_file);
}

/* stop_at_breakpoint: stop, because the run has reached a breakpoint. */
static void
stop_at_breakpoint(View *v)
{
	snprintf(v->stopped, sizeof v->stopped, "%s", v->drive.hit_text);
	v->captured.hit = v->drive.hit_node;
	v->captured.nhits++;
	v->drive.has_hit = false;
	SDL_LockMutex(v->lock);
	v->orders.running = false;
	SDL_UnlockMutex(v->lock);
}

/* announce_order: prepare the text that tells the user about an order that may take long. */
static void
announce_order(View *v, const Orders *o)
{
	if (o->at == NEVER && o->step == STEP_NONE)
		return;
	SDL_LockMutex(v->lock);
	if (o->at != NEVER)
		snprintf(v->doing, sizeof v->doing, "goes to %s", TIME_STRING(o->at));
	else
		snprintf(v->doing, sizeof v->doing, "%s", step_texts[o->step]);
	v->doing_since = SDL_GetTicks64();
	SDL_UnlockMutex(v->lock);
}

/* execute_orders: do what the user of the window has requested. */
static void
execute_orders(View *v, const Orders *o)
{
	double begin;

	announce_order(v, o);
	toggle_breakpoint(v, o);
	if (o->running || o->step != STEP_NONE || o->at != NEVER)
		v->stopped[0] = '\0';
	if (o->fault[0] && !drive_is_past(&v->drive))
		inject_fault(v, o->fault);
	if (o->running)
		keep_moment_if_due(v, o->pace == PACE_FULL);
	begin = clock_thread();
	if (o->at != NEVER)
		drive_goto(&v->drive, o->at);
	else if (o->step != STEP_NONE)
		drive_step(&v->drive, o->step);
	else if (v->drive.step != STEP_NONE && o->running)
		v->drive.step = STEP_NONE; /* the user has given up waiting */
	else if (v->drive.step != STEP_NONE)
		drive_step_on(&v->drive);
	else if (o->running && o->pace == PACE_FULL)
		run_full(v);
	else if (o->running)
		run_paced(v, o->pace);
	if (!o->running || o->pace == PACE_FULL)
		v->pace = PACE_FULL;
	if (v->drive.has_hit)
		stop_at_breakpoint(v);
	v->ran += clock_thread() - begin;
}

/* is_shown_enough: true if a signal handler has ended waiting (ViewOptions.enough). */
static bool
is_shown_enough(const View *v)
{
	return v->o.enough && *v->o.enough;
}

/* The reason why the network is shown, which determines for how long. */
typedef enum ShowReason {
	WHY_RUN,  /* until the drive's end */
	WHY_STAY, /* until the user closes the window */
	WHY_REST, /* until there is a command */
} ShowReason;

/* wants_to_run: true while the reason `why` to show the network holds, and the window is open. */
static bool
wants_to_run(View *v, ShowReason why)
{
	bool closed, resting;

	SDL_LockMutex(v->lock);
	closed = v->closed;
	resting = v->resting;
	SDL_UnlockMutex(v->lock);
	return !closed && (why == WHY_RUN ? !drive_is_over(&v->drive) : why == WHY_STAY || resting);
}

/*
 * run_shown: run while `why` requires it, or until the network halts; afterwards the network is in
 * the present.
 */
static void
run_shown(View *v, ShowReason why)
{
	Orders o;

	while (wants_to_run(v, why)) {
		if (!orders_read(v, &o)) {
			if (why == WHY_REST || (drive_is_past(&v->drive) && !is_shown_enough(v)))
				    continue;
			break;
		}
		execute_orders(v, &o);
		o.running &= !*v->stopped && (why == WHY_RUN || !drive_is_over(&v->drive));
		update_closeup(v, &o);
		if (why != WHY_RUN || !o.running || is_frame_due(v))
			view_publish(v, &o);
	}
	drive_return_to_present(&v->drive);
}

/* ---- pictures ---- */

/* write_png: write a picture to a file and free it; why: an error, which is fatal, or NULL. */
static void
write_png(const char *file, const char *why, Buf *png)
{
	if (why)
		fatal("cannot draw %s: %s", file, why);
	file_write(file, png->data, png->len);
	buf_free(png);
}

void
view_capture(View *v)
{
	frame_capture(&v->captured, &v->meter, v->w);
	capture_event(v);
	capture_notes(v, NOWHERE, true);
}

/* draw_picture: write the picture that the options ask for. */
static void
draw_picture(View *v)
{
	const char *why;
	int width, height;
	Buf png = {0};

	view_capture(v);
	v->captured.present = past_present(v->drive.past);
	if (drive_is_past(&v->drive))
		v->captured.status = "in the past";
	window_size(v, &width, &height);
	SDL_LockMutex(v->lock);
	if (!v->thread && v->relayout)
		view_update_layout(v);
	why = window_draw(v, &png, &v->captured, width, height, NULL, 0);
	SDL_UnlockMutex(v->lock);
	write_png(v->o.picture, why, &png);
	v->o.picture = NULL;
}

/* draw_screen: write the picture of the nodes' screens that the options ask for. */
static void
draw_screen(View *v)
{
	const char *why;
	Buf png = {0};

	frame_capture(&v->captured, &v->meter, v->w);
	why = screens_draw(&png, &v->captured);
	write_png(v->o.screen, why, &png);
	v->o.screen = NULL;
}

/* next_picture: the time of the next picture; NEVER if there is none. */
static Time
next_picture(const View *v)
{
	Time picture = v->o.picture ? v->o.picture_at : NEVER;
	Time screen = v->o.screen ? v->o.screen_at : NEVER;

	return picture < screen ? picture : screen;
}

/* draw_pictures: draw the pictures whose time has come. */
static void
draw_pictures(View *v, Time now)
{
	if (v->o.picture && v->o.picture_at <= now)
		draw_picture(v);
	if (v->o.screen && v->o.screen_at <= now)
		draw_screen(v);
}

/*
 * go_back_for_picture: run to the end first and then go back to `at`, because a picture of a
 * recorded run shows the whole timeline.
 */
static void
go_back_for_picture(View *v, Time at)
{
	Time end = past_present(v->drive.past), interval = 2 * (end / HISTORY) + 1;

	for (Time next = v->w->now; next < end;) {
		next = end - next > interval ? next + interval : end;
		drive_run(&v->drive, next);
		frame_capture(&v->captured, &v->meter, v->w);
	}
	drive_goto(&v->drive, at);
}

/*
 * run_for_picture: run in intervals, so that the picture shows activity, until the drive's end or
 * the next picture's time.
 */
static void
run_for_picture(View *v)
{
	Time at = next_picture(v), interval = 2 * (at / HISTORY) + 1;

	if (v->o.picture && past_command(v->drive.past))
		go_back_for_picture(v, at);
	while (v->w->now < at && !drive_is_over(&v->drive)) {
		if (v->next_frame <= v->w->now)
			v->next_frame = v->w->now + interval;
		drive_run(&v->drive, v->next_frame < at ? v->next_frame : at);
		if (v->w->now >= v->next_frame)
			frame_capture(&v->captured, &v->meter, v->w);
	}
	draw_pictures(v, v->w->now);
}

/* ---- for the network's user ---- */

/* peers_of: the peers of each node's links in a configuration, or in the present network. */
static EndRef *
peers_of(const Network *w, const Config *c)
{
	EndRef *peers;

	if (c)
		return topology_peers(w->topology, c);
	peers = xcalloc((size_t)w->nnodes * NLINKS, sizeof *peers);
	for (EndId e = 0; e < w->nnodes * NLINKS; e++)
		if (w->links.ends[e].peer != NOWHERE_END)
			peers[e] = w->links.ends[w->links.ends[e].peer].ref;
	return peers;
}

void
view_update_layout(View *v)
{
	const Layout *l = &v->viewport.layout;

	layout_free(&v->viewport.layout);
	v->viewport.layout = layout_new(v->w->topology, v->o.config, v->peers, v->way);
	v->viewport.serial++;
	v->viewport.choice.n = 0;
	v->viewport.link = NOWHERE;
	v->viewport.has_message = false;
	v->viewport.timeline.nrows = 0;
	v->viewport.zoom = 1;
	v->viewport.middle = (Point){(l->low.x + l->high.x) / 2, (l->low.y + l->high.y) / 2};
	v->relayout = false;
}

/*
 * peers_shown: the connections to draw: those of a recorded run at its end, as they are set by the
 * run itself.
 */
static EndRef *
peers_shown(const ViewOptions *o, Network *w)
{
	Past *p = o->past && past_command(o->past) ? o->past : NULL;
	Place at = p ? past_place(p) : (Place){0};
	EndRef *peers;

	if (p)
		past_go_present(p);
	peers = peers_of(w, o->config);
	if (p)
		past_goto(p, at);
	return peers;
}

void
view_start(int argc, char **argv)
{
	(void)argc;
	(void)argv; /* this program already has the window */
}

/*
 * first_pace: the pace at the start: full or, for a recorded run, one at which something can be
 * seen.
 */
static int
first_pace(const Past *p)
{
	return p && past_command(p) ? pace_lasting(past_present(p) / 1e12, REPLAY_SECONDS)
		: PACE_FULL;
}

/* start_window: start the window's thread; returns when the window exists. */
static void
start_window(View *v)
{
	v->thread = SDL_CreateThread(window_thread, "window", v);
	if (!v->thread)
		fatal("no window can be shown: %s", SDL_GetError());
	SDL_LockMutex(v->lock);
	while (!v->open)
		SDL_CondWait(v->wake, v->lock);
	SDL_UnlockMutex(v->lock);
}

/* measure_from_here: start a new interval of measurement, which ends at the next frame. */
static void
measure_from_here(void *view)
{
	View *v = view;

	frame_capture(&v->captured, &v->meter, v->w);
}

View *
view_new(Network *w, const ViewOptions *o)
{
	View *v = xcalloc(1, sizeof *v);

	v->o = *o;
	v->w = w;
	if (o->movie)
		movie_check(o->movie);
	v->piece = EPOCH;
	v->pace = PACE_FULL;
	v->type = 1;
	v->painter.dpi = fmaxf(window_scale(), 1); /* until the display's scale is known */
	v->orders = (Orders){
		.running = !o->standing, .changed = true, .pace = first_pace(o->past),
		.chosen = NOWHERE, .link = NOWHERE_END, .at = NEVER};
	v->peers = peers_shown(o, w);
	view_update_layout(v);
	drive_init(&v->drive, w, o->past, w->now);
	v->drive.before_arrival = measure_from_here;
	v->drive.context = v;
	v->names = function_names_new();
	frame_init(&v->shared, w, v->names);
	frame_init(&v->captured, w, v->names);
	frame_init(&v->shown, w, v->names);
	meter_init(&v->meter, w, v->names);
	if (o->sources)
		v->source = v->o.sources->open(v->drive.past, o->kernel);
	if (o->event && v->source)
		v->o.sources->set_event(v->source, o->event, o->window);
	v->meter.source = v->drive.source = v->source;
	v->meter.sources = v->drive.sources = o->sources;
	if (w->now > 0) /* earlier times were not observed */
		frame_capture(&v->captured, &v->meter, w);
	node_history_clear(&v->captured.history);
	if (o->screen && v->shared.nscreens == 0)
		fatal("--screen: no node of the network has a frame buffer; give one "
			"screen=WIDTHxHEIGHT@ADDRESS");
	v->lock = SDL_CreateMutex();
	v->wake = SDL_CreateCond();
	if (o->window && !w->links.trace)
		network_trace(w, v->trace = trace_open(NULL, w->topology, false));
	else if (o->window)
		trace_keep_recent(w->links.trace);
	if (o->window)
		start_window(v);
	return v;
}

void
view_free(View *v)
{
	if (!v)
		return;
	view_set_resting(v, false);
	draw_pictures(v, NEVER);
	if (v->o.movie)
		movie_write(v);
	SDL_LockMutex(v->lock);
	v->orders.quit = true;
	SDL_UnlockMutex(v->lock);
	if (v->thread)
		SDL_WaitThread(v->thread, NULL);
	if (v->trace) {
		network_trace(v->w, NULL);
		trace_close(v->trace);
	}
	free(v->orders.toggle_file);
	if (v->source)
		v->o.sources->close(v->source);
	SDL_DestroyMutex(v->lock);
	SDL_DestroyCond(v->wake);
	drive_free(&v->drive);
	frame_free(&v->shared);
	frame_free(&v->captured);
	frame_free(&v->shown);
	meter_free(&v->meter);
	function_names_free(v->names);
	if (v->kernel)
		v->o.kernels->close(v->kernel);
	layout_free(&v->viewport.layout);
	free(v->peers);
	free(v);
}

void
view_add_program(View *v, const char *file)
{
	Buf bytes;

	if (!v || !v->source)
		return;
	bytes = file_read(file, MAX_IMAGE);
	if (executable_is(&bytes)) /* a boot file has no source */
		v->o.sources->add_program(v->source, file);
	buf_free(&bytes);
}

void
view_set_config(View *v, const Config *c)
{
	SDL_LockMutex(v->lock);
	v->o.config = c;
	free(v->peers);
	v->peers = peers_of(v->w, c);
	v->relayout = true;
	SDL_UnlockMutex(v->lock);
}

bool
view_closed(View *v)
{
	bool closed;

	SDL_LockMutex(v->lock);
	closed = v->closed;
	SDL_UnlockMutex(v->lock);
	return closed;
}

uint32_t
view_outcome(View *v)
{
	uint32_t outcome;

	SDL_LockMutex(v->lock);
	outcome = v->outcome;
	SDL_UnlockMutex(v->lock);
	return outcome;
}

void
view_set_remark(View *v, const char *remark)
{
	if (!v)
		return;
	SDL_LockMutex(v->lock);
	snprintf(v->captured.remark, sizeof v->captured.remark, "%s", remark);
	strcpy(v->shared.remark, v->captured.remark);
	v->fresh = true;
	SDL_UnlockMutex(v->lock);
}

ViewCost
view_cost(View *v)
{
	ViewCost cost;

	SDL_LockMutex(v->lock);
	cost = (ViewCost){.frames = v->frames, .drawing = v->drawing, .ran = v->ran};
	SDL_UnlockMutex(v->lock);
	return cost;
}

/* guide_network: the thread that controls the network while it rests. */
static int
guide_network(void *view)
{
	run_shown(view, WHY_REST);
	return 0;
}

/* set_resting: tell the view's threads that the network begins or ends to rest. */
static void
set_resting(View *v, bool resting)
{
	SDL_LockMutex(v->lock);
	v->resting = resting;
	SDL_CondSignal(v->wake);
	SDL_UnlockMutex(v->lock);
}

void
view_set_resting(View *v, bool resting)
{
	if (resting == (v->guide != NULL) || !v->thread)
		return;
	if (resting) {
		drive_set_until(&v->drive, v->w->now);
		set_resting(v, true);
		view_publish(v, &v->orders);
		v->guide = SDL_CreateThread(guide_network, "guide", v);
		if (!v->guide)
			fatal("the window cannot be served: %s", SDL_GetError());
		return;
	}
	set_resting(v, false);
	SDL_WaitThread(v->guide, NULL);
	v->guide = NULL;
	v->cost = 0; /* the network waits for a command: allow another frame now */
}

RunEnd
view_run(View *v, Time until)
{
	drive_set_until(&v->drive, until);
	while (next_picture(v) != NEVER && !drive_is_over(&v->drive))
		run_for_picture(v);
	if (v->thread)
		run_shown(v, WHY_RUN);
	else if (!drive_is_over(&v->drive))
		drive_run(&v->drive, until);
	return v->drive.end;
}

RunEnd
view_wait_closed(View *v)
{
	SDL_LockMutex(v->lock);
	v->over = true;
	v->orders.changed = true; /* show the end */
	SDL_UnlockMutex(v->lock);
	while (v->thread && !view_closed(v) && !is_shown_enough(v))
		run_shown(v, WHY_STAY);
	return v->drive.end;
}
