/*
 * window_source.c - tells the window what the nodes execute, reads source lines, and sets
 * breakpoints.
 */
#include "window_source.h"
#include "debug_main.h"

#include "cc/node/kernel_tables.h"
#include "sim/node/node_words.h"

#include <stdlib.h>
#include <string.h>

struct Source {
	Session *s;
	bool recorded; /* all programs are known */
	Arena arena;
	EventQuery *query; /* the event that is shown; NULL for none */
	bool stops;        /* the run stops where the event begins to hold */
	/*
	 * the watch by which nodes are marked; NULL until the event's programs are known, and then
	 * `mistake` says what is missing
	 */
	EventWatch *watch;
	char mistake[EVENT_MISTAKE];
};

/* ---- programs ---- */

/*
 * learn_kernels: find the addresses of a recorded run's kernels, for times before they are loaded.
 */
static void
learn_kernels(Session *s)
{
	Place at = past_place(s->past);

	past_go_present(s->past);
	target_store_kernels(s->target);
	past_goto(s->past, at);
}

/*
 * open_source: a session by which the window shows the sources of a run; kernel: the kernel's file.
 */
static Source *
open_source(Past *past, const char *kernel)
{
	Source *o = xcalloc(1, sizeof *o);

	*o = (Source){session_new(past, past), past_command(past) != NULL};
	debugged_add_kernel(o->s, kernel);
	if (o->recorded)
		learn_kernels(o->s);
	return o;
}

/* close_source: free the session of the window. */
static void
close_source(Source *o)
{
	if (o->query && !o->watch)
		warning("--break-outside: %s", o->mistake);
	event_watch_free(o->watch);
	session_free(o->s);
	arena_free(&o->arena);
	free(o);
}

/* find_event: start to show the event as soon as its programs are known. */
static void
find_event(Source *o)
{
	Session *s = o->s;
	Point *p;

	if (!o->query || o->watch)
		return;
	o->watch = event_watch_new(s->target, o->query, o->mistake);
	if (!o->watch || !o->stops)
		return;
	if (setjmp(s->escape) != 0)
		assert(!"the event has been found");
	p = point_new(s, POINT_EVENT, o->query->text);
	p->event = event_point_new(s, o->query->text);
}

/* set_event: watch for the event in the text; `stops` says if the run stops at it. */
static void
set_event(Source *o, const char *event, bool stops)
{
	o->query = event_parse_stop(&o->arena, event, o->mistake);
	if (!o->query)
		fatal("--break-outside: %s", o->mistake);
	o->stops = stops;
	find_event(o);
}

/* mark_holding_nodes: set holds[node] to whether a local event holds on the node. */
static void
mark_holding_nodes(Source *o, bool *holds)
{
	memset(holds, 0, o->s->w->nnodes * sizeof *holds);
	if (o->watch)
		event_watch_find_holding(o->watch, holds);
}

/* add_program: add the program in a file to those that the window can show. */
static void
add_program(Source *o, const char *file)
{
	ProgramInfo *const *programs;
	uint32_t n = target_programs(o->s->target, &programs);

	for (uint32_t i = 0; i < n; i++)
		if (strcmp(programs[i]->file, file) == 0)
			return;
	target_add_program(o->s->target, program_open(file, NULL));
	find_event(o);
}

/* function_text: write the name of the function at iptr on node n into text; false if unknown. */
static bool
function_text(Source *o, NodeId n, Addr iptr, char text[SOURCE_TEXT])
{
	Buf b = {0};
	bool known = target_put_function(o->s->target, n, iptr, &b);

	if (known)
		snprintf(text, SOURCE_TEXT, "%.*s", (int)b.len, (char *)b.data);
	buf_free(&b);
	return known;
}

/* ---- the pane ---- */

/* process_works: true if the process executes one of the user's functions for TrEK. */
static bool
process_works(const Session *s, const Thread *t)
{
	NodeWork work;

	return t->has_place && node_worker_at(s->w->nodes[t->node], t->wptr, false, &work);
}

/*
 * choose_process: select the node's running process or, if there is none, one that executes a
 * user's function.
 */
static void
choose_process(Session *s, NodeId n)
{
	uint32_t count;
	Thread *threads = target_threads(s->target, n, &count);
	uint32_t i = 0;

	session_select_process(s, n, 0);
	while (i < count && !process_works(s, &threads[i]))
		i++;
	if (i < count && s->has_thread && s->thread.state != THREAD_RUNNING
		&& s->thread.state != THREAD_STOPPED)
		session_select_process(s, n, threads[i].number);
	free(threads);
}

/* frame_with_source: the innermost shown frame whose source exists; NULL if there is none. */
static const ChainFrame *
frame_with_source(Session *s)
{
	for (size_t i = s->frame; s->has_thread && i < s->nchain; i++)
		if (session_source_line(s, s->chain[i].place.file, s->chain[i].place.line))
			return &s->chain[i];
	return NULL;
}

/* point_at: the breakpoint of a line; NULL if there is none. */
static Point *
point_at(const Session *s, const char *file, int line)
{
	for (uint32_t i = 0; i < s->npoints; i++)
		for (size_t k = 0; k < s->points[i]->nplaces; k++) {
			SourcePlace at = point_source(&s->points[i]->places[k]);

			if (at.file && at.line == line && path_ends_with(at.file, file))
				return s->points[i];
		}
	return NULL;
}

/* has_code: tell if the line of the file has code in the program. */
static bool
has_code(const ProgramInfo *p, const char *file, int line)
{
	Addr places[MAX_PLACES];
	int used = line;

	return program_places(p, file, &used, places) > 0 && used == line;
}

/*
 * put_lines: the lines of the function's source, from `first` on, with marks at breakpoints and the
 * present line, as a text that the caller frees.
 */
static char *
put_lines(Session *s, const ChainFrame *f, int first, int nlines)
{
	const char *file = f->place.file, *text;
	Buf b = {0};

	for (int i = first; i < first + nlines && (text = session_source_line(s, file, i)); i++)
		buf_printf(&b, "%c%c%5d  %s\n", i == f->place.line ? '>' : ' ',
			point_at(s, file, i)                ? '*'
				: has_code(f->program, file, i) ? '.'
								: ' ',
			i, text);
	buf_byte(&b, '\0');
	return (char *)b.data;
}

/*
 * put_title: write into title the process, function and line of frame f, "slave: compute_fn() at
 * queens.c:42", and what the process waits for.
 */
static void
put_title(Session *s, const ChainFrame *f, char title[SOURCE_TEXT])
{
	const char *slash = strrchr(f->place.file, '/');
	bool runs = s->thread.state == THREAD_RUNNING || s->thread.state == THREAD_STOPPED;

	snprintf(title, SOURCE_TEXT, "%s: %s() at %s:%d%s%s", f->program->name, f->function,
		slash ? slash + 1 : f->place.file, f->place.line, runs ? "" : "; ",
		runs                ? ""
			: *s->thread.waits ? s->thread.waits
					   : thread_state(s->thread.state));
}

/*
 * source_pane: the lines around the place of node n, or of the file shown, for the window's pane.
 */
static SourcePane
source_pane(Source *o, NodeId n, int scroll, int nlines)
{
	SourcePane p = {.title = "no source: this node's program is not known, or has no lines"};
	const ChainFrame *f;

	if (setjmp(o->s->escape) != 0)
		return p;
	arena_free(&o->s->arena);
	choose_process(o->s, n);
	f = frame_with_source(o->s);
	if (!f)
		return p;
	p.first = f->place.line - nlines / 2 + scroll;
	p.first = p.first > 1 ? p.first : 1;
	p.file = xstrdup(f->place.file);
	p.lines = put_lines(o->s, f, p.first, nlines);
	put_title(o->s, f, p.title);
	return p;
}

/* ---- breakpoints ---- */

/* next_code: the first line, from `line` on, that has code in a program; 0 if there is none. */
static int
next_code(const Session *s, const char *file, int line)
{
	ProgramInfo *const *programs;
	uint32_t n = target_programs(s->target, &programs);
	Addr places[MAX_PLACES];
	int best = 0;

	for (uint32_t i = 0; i < n; i++) {
		int used = line;

		if (program_places(programs[i], file, &used, places) > 0
			&& (best == 0 || used < best))
			best = used;
	}
	return best;
}

/* add_point: set a breakpoint at a line that has code. */
static void
add_point(Session *s, const char *file, int line)
{
	char *text = xasprintf("%s:%d", file, line);

	if (setjmp(s->escape) != 0)
		assert(!"the line has code");
	arena_free(&s->arena);
	point_locate(s, text, point_new(s, POINT_CODE, text));
	free(text);
}

/*
 * toggle_point: set a breakpoint at the line, or delete it; *line becomes the next line with code.
 */
static ToggleResult
toggle_point(Source *o, const char *file, int *line)
{
	Point *p;

	*line = next_code(o->s, file, *line);
	if (*line == 0)
		return TOGGLED_NONE;
	p = point_at(o->s, file, *line);
	if (p)
		point_delete(o->s, p);
	else
		add_point(o->s, file, *line);
	return p ? TOGGLED_REMOVED : TOGGLED_SET;
}

/* has_breakpoints: tell if the session has breakpoints. */
static bool
has_breakpoints(const Source *o)
{
	return o->s->npoints > 0;
}

/*
 * run_to_point: run until a point or `until`; true at a point or failure, told by *node and text.
 */
static bool
run_to_point(Source *o, Time until, NodeId *node, char text[SOURCE_TEXT])
{
	Session *s = o->s;
	const Point *hit;
	const ChainFrame *f;

	if (setjmp(s->escape) != 0) {
		snprintf(text, SOURCE_TEXT, "%.*s", SOURCE_TEXT - 1, s->message);
		*node = NOWHERE;
		return true;
	}
	arena_free(&s->arena);
	session_go(s, &(Step){0}, false, until);
	if (s->event.reason != REASON_POINT)
		return false;
	*node = s->event.place.node;
	hit = point_find(s, s->event.point);
	if (hit->kind == POINT_EVENT) {
		snprintf(text, SOURCE_TEXT, "the event holds: %s", hit->text);
		return true;
	}
	f = frame_with_source(s);
	snprintf(text, SOURCE_TEXT, "breakpoint %u on %s%s%s", s->event.point,
		TARGET_NODE(s->target, *node), f ? ", " : "", f ? f->function : "");
	return true;
}

static const SourceReader reader = {
	.open = open_source,
	.close = close_source,
	.add_program = add_program,
	.function = function_text,
	.pane = source_pane,
	.toggle = toggle_point,
	.has_breakpoints = has_breakpoints,
	.set_event = set_event,
	.get_holding = mark_holding_nodes,
	.run = run_to_point,
};

void
view_read_programs(ViewOptions *o)
{
	o->kernels = &kernel_tables;
	o->sources = &reader;
}
