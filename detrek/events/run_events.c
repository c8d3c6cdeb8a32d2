/*
 * run_events.c - --break-outside: a run stops where an event over several nodes begins to hold.
 *
 * The machine is observed from the programs' start; after each piece of the run the observations
 * are evaluated. By then the network is a little ahead, and goes back to the place by means of its
 * past.
 */
#include "run_events.h"

#include "events.h"
#include "base/clock.h"
#include "base/number.h"
#include "sim/program/executable.h"

#include <stdlib.h>
#include <string.h>

/* seconds of the host's processor time between two saved states, to which the run can go back */
#define KEEP_SECONDS 0.5

struct RunEvents {
	Arena arena;
	EventQuery *query;
	Target *target;
	EventWatch *watch; /* NULL until the event's programs are known */
	char mistake[EVENT_MISTAKE]; /* while watch is NULL: the reason */
	Watcher *watcher;  /* NULL if the run is not observed */
	Past *past;        /* borrowed */
	double kept;       /* processor time when the past last kept a state, in seconds */
	bool found;
	Time at;           /* if found: when it began to hold */
	Buf text;          /* describes the place, if found */
};

/* ---- programs ---- */

/* is_file_known: tell if the target already has a program from this file. */
static bool
is_file_known(const Target *t, const char *file)
{
	ProgramInfo *const *programs;
	uint32_t n = target_programs(t, &programs);

	for (uint32_t i = 0; i < n; i++)
		if (strcmp(programs[i]->file, file) == 0)
			return true;
	return false;
}

void
run_events_add_program(RunEvents *e, const char *file)
{
	if (e && executable_file(file) &&
		!is_file_known(e->target, file)) /* a boot file has no names */
		target_add_program(e->target, program_open(file, NULL));
}

/*
 * add_recorded: add the programs of a recording, and the addresses of its kernels, which are known
 * at its end.
 */
static void
add_recorded(RunEvents *e)
{
	target_add_recorded(e->target, e->past);
	past_go_present(e->past);
	target_store_kernels(e->target);
	past_goto(e->past, place_at(past_beginning(e->past)));
}

RunEvents *
run_events_begin(Past *past, const char *event, const char *kernel)
{
	RunEvents *e;

	if (!event)
		return NULL;
	e = xcalloc(1, sizeof *e);
	e->past = past;
	e->query = event_parse_stop(&e->arena, event, e->mistake);
	if (!e->query)
		fatal("--break-outside: %s", e->mistake);
	e->target = target_new(past_network(past));
	if (past_command(past))
		add_recorded(e);
	else if (kernel)
		target_add_program(e->target, program_open(kernel, "kernel"));
	return e;
}

void
run_events_end(RunEvents *e)
{
	if (!e)
		return;
	if (e->watcher)
		watcher_free(e->watcher);
	event_watch_free(e->watch);
	target_free(e->target);
	arena_free(&e->arena);
	buf_free(&e->text);
	free(e);
}

/* ---- while the run continues ---- */

/* stop_observing: end the observation of the run, before the network goes back. */
static void
stop_observing(RunEvents *e)
{
	if (e->watcher)
		watcher_free(e->watcher);
	e->watcher = NULL;
}

/* has_all_names: tell if the query's names are all known by now, so that it can be watched. */
static bool
has_all_names(RunEvents *e)
{
	if (!e->watch)
		e->watch = event_watch_new(e->target, e->query, e->mistake);
	return e->watch;
}

RunEvents *
run_events_check(RunEvents *e, bool viewed)
{
	if (e && !has_all_names(e))
		fatal("--break-outside: %s", e->mistake);
	if (!viewed)
		return e;
	run_events_end(e);
	return NULL;
}

void
run_events_start(RunEvents *e)
{
	if (!e || e->found || !has_all_names(e))
		return;
	stop_observing(e);
	e->watcher = event_watch_attach(e->watch, past_network(e->past));
}

/* describe_place: describe the present place of the network, at which the event holds. */
static void
describe_place(RunEvents *e)
{
	Place at = past_place(e->past);
	const Network *w = past_network(e->past);

	e->at = at.node == NOWHERE ? at.time
		: node_time(w, at.node, w->nodes[at.node]->r.cycles);
	buf_printf(&e->text, "the event holds: %s\nat %s", e->query->text, TIME_STRING(e->at));
	if (at.node != NOWHERE)
		buf_printf(&e->text, ", node %s before instruction %llu",
			TARGET_NODE(e->target, at.node), (unsigned long long)at.count);
	buf_byte(&e->text, '\n');
	event_text(e->target, e->query, &e->text);
}

/* leave_place: go from the event's place back to where the run was. */
static void
leave_place(RunEvents *e, bool present, Place to)
{
	if (present)
		past_go_present(e->past);
	else
		past_goto(e->past, to);
}

/* keep_state: have the past keep the present state now and then, so that going back is fast. */
static void
keep_state(RunEvents *e)
{
	if (clock_thread() - e->kept <= KEEP_SECONDS)
		return;
	past_keep_moment(e->past);
	e->kept = clock_thread();
}

bool
run_events_has_begun(RunEvents *e)
{
	bool present;
	Place from;
	EventHit hit;

	if (!e || e->found || !e->watcher)
		return e && e->found;
	present = past_is_present(e->past);
	from = past_place(e->past);
	while (!e->found && event_watch_next(e->watch, &hit)) {
		stop_observing(e);
		e->found = event_goto(e->past, e->target, e->query, &hit);
	}
	if (e->found)
		describe_place(e);
	if (!e->watcher)
		leave_place(e, present, from);
	if (!e->found && !e->watcher)
		run_events_start(e);
	keep_state(e);
	return e->found;
}

Time
run_events_time(const RunEvents *e)
{
	return e->at;
}

void
run_events_print(const RunEvents *e, FILE *f)
{
	const EventTerm *unmet;

	if (!e)
		return;
	if (!e->watch)
		fatal("--break-outside: %s", e->mistake);
	unmet = e->found ? NULL : event_watch_unmet_term(e->watch);
	if (e->found)
		fwrite(e->text.data, 1, e->text.len, f);
	else
		fprintf(f, "the event has not held: %s\n", e->query->text);
	if (unmet)
		fprintf(f, "no process at %s had the variables of {%s}\n", unmet->place,
			unmet->expression);
}
