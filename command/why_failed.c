/*
 * why_failed.c - `trellis why RECORDING`: why the run failed. It begins with the first of these
 * facts that is true: a process set Error; an instruction stopped a node; processes wait for each
 * other for ever; the output has a word for an error.
 */
#include "why_failed.h"

#include "detrek/debug/output_part.h"
#include "detrek/races/live.h"

#include <stdio.h>

/* find_stopped_node: set *n to a node that an instruction has stopped; false if there is none. */
static bool
find_stopped_node(const Session *s, NodeId *n)
{
	for (*n = 0; *n < s->w->nnodes; ++*n) {
		Stop stop = s->w->nodes[*n]->stop;

		if (stop > STOP_BOOT && stop != STOP_ANALYSE)
			return true;
	}
	return false;
}

/*
 * is_stuck: true if threads wait for each other for ever, or if a thread waits at the end of a run
 * that ended because no event was left.
 */
static bool
is_stuck(Session *s)
{
	Buf text = {0};
	bool stuck;

	stuck_put_threads(s->past, s->target, &text);
	stuck = text.len > 0;
	buf_free(&text);
	past_go_present(s->past);
	session_refresh(s);
	return stuck || (past_run_end(s->past) == RUN_QUIET && target_has_waiting(s->target));
}

/* why_stuck: print which threads wait for each other for ever, and why; false if none do. */
static bool
why_stuck(Session *s, const WhyOptions *o)
{
	WhyOptions waits = *o;

	if (!is_stuck(s))
		return false;
	waits.anywhere = waits.any = true;
	if (o->form == WHY_TEXT)
		fprintf(s->out, "%s\n", stuck_word(STUCK_FOREVER));
	session_why(s, &waits, WHY_WAITS);
	return true;
}

/*
 * why_printed: explain the first word of the output that reports an error; false if there is none.
 */
static bool
why_printed(Session *s, const WhyOptions *o)
{
	static const char *const parts[] = {"stdout~error", "stdout~Error", "stdout~ERROR"};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (output_contains(s, parts[i] + strlen("stdout~"))) {
			session_why(s, o, parts[i]);
			return true;
		}
	return false;
}

bool
why_has_failed(Session *s)
{
	ErrorRise r;
	NodeId n;

	return session_find_first_error(s, &n, &r) || find_stopped_node(s, &n) || is_stuck(s);
}

void
why_failed(Session *s, const WhyOptions *o)
{
	ErrorRise r;
	NodeId n;

	if (session_find_first_error(s, &n, &r) || find_stopped_node(s, &n)) {
		session_select_process(s, n, 0);
		session_why(s, o, "");
	} else if (!why_stuck(s, o) && !why_printed(s, o)) {
		session_fail(s, "no process has set Error or stopped its node, none waits for "
			"ever, and the output has no 'error'; ask for an expression, or for "
			"what was printed: 'stdout~TEXT'");
	}
}
