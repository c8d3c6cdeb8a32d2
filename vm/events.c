/*
 * events.c - --break-outside: the run stops where an event over several nodes begins to hold.
 *
 * The machine is observed from the application's start; after each piece of the run the
 * observations are evaluated. By then the network is a little ahead, and goes back to the place by
 * means of its past.
 */
#include "run.h"

#include "detrek/events/events.h"

#include <stdlib.h>

/* of the host's processor time, between the moments to which the run can go back */
#define KEEP_SECONDS 0.5

struct RunEvents {
	Arena arena;
	EventQuery *query;
	Target *target;
	EventWatch *watch;
	Watcher *watcher; /* NULL if the run is not observed */
	Past *past;       /* borrowed */
	double kept;
	bool found;
	Buf text;         /* describes the place, if found */
};

static void
add_program(Target *t, const char *file, const char *name)
{
	target_program(t, program_open(file, name));
}

RunEvents *
events_new(const char *text, Past *past, const char *kernel, const char *const *programs,
	uint32_t n)
{
	RunEvents *e = xcalloc(1, sizeof *e);
	char mistake[EVENT_MISTAKE];

	e->past = past;
	e->query = event_parse_stop(&e->arena, text, mistake);
	if (!e->query)
		fatal("--break-outside: %s", mistake);
	e->target = target_new(past_network(past));
	add_program(e->target, kernel, "kernel");
	for (uint32_t i = 0; i < n; i++)
		add_program(e->target, programs[i], NULL);
	e->watch = event_watch_new(e->target, e->query, mistake);
	if (!e->watch)
		fatal("--break-outside: %s", mistake);
	return e;
}

void
events_free(RunEvents *e)
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

/* ---- while the application runs ---- */

void
events_start(RunEvents *e)
{
	if (e)
		e->watcher = event_watch_attach(e->watch, past_network(e->past));
}

/* stop_observing: called before the network goes back. */
static void
stop_observing(RunEvents *e)
{
	if (e->watcher)
		watcher_free(e->watcher);
	e->watcher = NULL;
}

/* say_where: describe the place; the network is there. */
static void
say_where(RunEvents *e)
{
	Place at = past_place(e->past);
	const Network *w = past_network(e->past);

	buf_printf(&e->text, "the event holds: %s\nat ", e->query->text);
	if (at.node == NOWHERE)
		buf_printf(&e->text, "%s\n", TIME_STRING(at.time));
	else
		buf_printf(&e->text, "%s, node %s before instruction %llu\n",
			TIME_STRING(node_time(w, at.node, w->nodes[at.node]->r.cycles)),
			TARGET_NODE(e->target, at.node), (unsigned long long)at.count);
	event_text(e->target, e->query, &e->text);
}

bool
events_found(RunEvents *e)
{
	EventHit hit;

	if (!e || e->found)
		return e && e->found;
	while (!e->found && event_watch_next(e->watch, &hit)) {
		stop_observing(e);
		e->found = event_goto(e->past, e->target, e->query, &hit);
	}
	if (e->found)
		say_where(e);
	past_go_present(e->past);
	if (!e->found && !e->watcher)
		events_start(e);
	if (clock_thread() - e->kept > KEEP_SECONDS) {
		past_keep(e->past);
		e->kept = clock_thread();
	}
	return e->found;
}

void
events_tell(const RunEvents *e, FILE *f)
{
	const EventTerm *unmet = e && !e->found ? event_watch_unmet(e->watch) : NULL;

	if (e && e->found)
		fwrite(e->text.data, 1, e->text.len, f);
	else if (e)
		fprintf(f, "the event has not held: %s\n", e->query->text);
	if (unmet)
		fprintf(f, "no process at %s had what {%s} names\n", unmet->place,
			unmet->expression);
}
