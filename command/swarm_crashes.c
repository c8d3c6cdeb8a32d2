/*
 * swarm_crashes.c - `trellis swarm 'crash NODES at message'`: runs an application once for each of
 * its messages before which one of these nodes may stop, and lists the outcomes. With two crashes,
 * it is run once for each pair of such messages.
 *
 * Until a node stops, such a run is equal to the run without faults, because the machine is
 * deterministic. So the run without faults has all messages before which one node can stop.
 * Likewise, the run with a first crash has all messages before which a second node can stop later.
 */
#include "crash_asked.h"
#include "crash_endings.h"

#include "base/clock.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/texts.h"
#include "detrek/detrek.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RUNS_AT_ONCE = 256 }; /* the limits are checked after each group of so many runs */

/* The state of a study of crashes. */
typedef struct Study {
	Swarm s;
	CrashRequest asked;  /* which nodes are to stop */
	Trial base;        /* the run without faults */
	CrashPoints points; /* the points at which the first crash may happen */
	CrashPlaces places;
	CrashEndings endings; /* of the runs made so far */
	const char *dir;   /* directory for the recordings */
	uint32_t runs;     /* most runs that are made */
	double until;      /* time of the host's clock after which no run begins; 0: no limit */
} Study;

/* ---- runs that are recorded ---- */

/* begin_recording: prepare to record the next run in a file; returns the words of its command. */
static char **
begin_recording(Swarm *s, const FaultOptions *faults, const char *file, Buf *command)
{
	char **words;

	*command = swarm_command_line(s, 0, faults);
	words = words_cut((char *)command->data, &s->run.nwords);
	s->run.words = words + 1;
	s->run.nwords--;
	s->run.machine.record = file;
	return words;
}

/* record_run: make a run and record it in a file; returns how it ended. */
static Trial
record_run(Study *y, const FaultOptions *faults, const char *file)
{
	Swarm s = y->s;
	Trial t = {.faults = faults};
	Buf command;
	char **words = begin_recording(&s, faults, file, &command);

	swarm_run_here(&s, &t, 1);
	if (t.messages)
		fatal("%s: %s", file, t.messages);
	free(words);
	buf_free(&command);
	return t;
}

/*
 * recording_name: the file for the recording of the run without crashes; the caller frees the
 * name.
 */
static char *
recording_name(const Study *y)
{
	return xasprintf("%s/swarm-base", y->s.dir);
}

/*
 * find_points: make the run without faults, keep its output and end in y, and find the points at
 * which nodes may stop in it.
 */
static void
find_points(Study *y, const char *crashes)
{
	static const FaultOptions none;
	char *recording = recording_name(y), **words;
	Swarm s = y->s;
	Buf command;

	words = begin_recording(&s, &none, recording, &command);
	y->base = swarm_make_reference(&s, 0);
	y->s.reference = s.reference;
	y->s.ntrials = s.ntrials;
	y->asked = crash_request_read(crashes, y->base.end.nplaces);
	y->points = crash_request_first_points(&y->asked, recording, &y->base.end);
	y->places = (CrashPlaces){&y->points.lines, &y->base.end};
	y->endings = crash_endings_new(&y->base);
	unlink(recording);
	free(words);
	buf_free(&command);
	free(recording);
}

/* ---- runs ---- */

/*
 * has_stopped: true if all nstops stops of trial t took place; false if the run ended before the
 * time of the last one. `before` is the same trial without the last stop. Any other end is fatal.
 */
static bool
has_stopped(const Study *y, const Trial *t, uint32_t nstops, const Trial *before)
{
	if (t->end.nstruck == nstops)
		return true;
	/* without the last stop, the run must have been the same as `before` */
	if (t->end.nstruck != nstops - 1 || !trials_end_alike(t, before)
		|| t->end.now != before->end.now)
		fatal("%s: the run is not the same each time: it depends on files that it changes",
			y->s.run.vms);
	return false;
}

/* is_over: true if the limit of runs or of time is reached. */
static bool
is_over(const Study *y)
{
	return y->endings.nruns - y->endings.nequal >= y->runs
		|| (y->until > 0 && clock_wall() >= y->until);
}

/* make_stops: the stops of a run: of two nodes, or of one if `first` is NULL. */
static CrashStops
make_stops(const CrashPoint *first, const CrashPoint *last)
{
	if (!first)
		return (CrashStops){1, {*last}};
	return (CrashStops){2, {*first, *last}};
}

/* make_faults: the options that cause the crashes of s. */
static FaultOptions
make_faults(const CrashStops *s)
{
	FaultOptions f = {0};

	for (uint32_t i = 0; i < s->n; i++)
		fault_option(&f, s->point[i].fault, false);
	return f;
}

/* make_runs: make at most RUNS_AT_ONCE runs, each with a last crash, and count their ends. */
static void
make_runs(Study *y, const CrashPoint *first, const Trial *before, const CrashPoint *last,
	uint32_t n)
{
	FaultOptions *faults = xcalloc(n, sizeof *faults);
	Trial *t = xcalloc(n, sizeof *t);

	for (uint32_t i = 0; i < n; i++) {
		CrashStops s = make_stops(first, &last[i]);

		faults[i] = make_faults(&s);
		t[i] = (Trial){.faults = &faults[i]};
	}
	swarm_run_here(&y->s, t, n);
	for (uint32_t i = 0; i < n; i++) {
		CrashStops s = make_stops(first, &last[i]);

		if (t[i].messages)
			fatal("%s: %s", last[i].fault, t[i].messages);
		if (has_stopped(y, &t[i], s.n, before))
			crash_endings_add(&y->endings, &s, &t[i], &y->places);
		trial_free(&t[i]);
		free(faults[i].option);
	}
	free(t);
	free(faults);
}

/*
 * make_all_runs: make a run with each of the last crashes, up to a limit; sets how many are left.
 */
static void
make_all_runs(Study *y, const CrashPoint *first, const Trial *before, const CrashPoints *last)
{
	uint32_t done = 0;

	while (done < last->n && !is_over(y)) {
		uint32_t n = last->n - done;
		uint32_t most = y->runs - (y->endings.nruns - y->endings.nequal);

		n = n < RUNS_AT_ONCE ? n : RUNS_AT_ONCE;
		n = n < most ? n : most;
		make_runs(y, first, before, last->point + done, n);
		done += n;
	}
	y->endings.nleft = last->n - done;
}

/* ---- pairs ---- */

/*
 * add_equal: drop the second crashes of nodes that the first crash has cut off from node 0, and
 * count each as a run that ended like t, the run with the first crash alone. A node that is cut off
 * can reach node 0 only through the stopped node, through which nothing passes. So node 0 ends the
 * run as if the second node had not stopped. That does not hold if the run ends otherwise: then
 * what cut-off nodes do may count (all processes wait; tasks finish).
 */
static void
add_equal(Study *y, const CrashPoint *first, const Trial *t, CrashPoints *second)
{
	const NodeId *place = y->base.end.place;
	bool *reached = crash_reach(&y->points.lines, place[0],
		(NodeId[2]){place[first->node], NOWHERE});
	uint32_t n = 0;

	for (uint32_t i = 0; i < second->n; i++) {
		CrashPoint *p = &second->point[i];
		CrashStops s = make_stops(first, p);

		if (p->at < second->struck || reached[place[p->node]]) {
			second->point[n++] = *p;
			continue;
		}
		crash_endings_add(&y->endings, &s, t, &y->places);
		y->endings.nequal++;
		free(p->fault);
	}
	second->n = n;
	free(reached);
}

/*
 * can_use_equal: true if add_equal may be used for runs with the first crash. t: the run with this
 * crash alone.
 */
static bool
can_use_equal(const Study *y, const CrashPoint *first, const Trial *t)
{
	return y->points.lines.fixed && first->node != 0 && t->end.result == RESULT_ENDED
		&& t->end.now - t->end.started < y->s.run.patience
		&& strncmp(first->fault, "crash", strlen("crash")) == 0;
}

/* make_pairs: make all runs in which the node of `first` stops first, and another one later. */
static void
make_pairs(Study *y, const CrashPoint *first)
{
	CrashStops stops = make_stops(NULL, first);
	FaultOptions faults = make_faults(&stops);
	char *recording = recording_name(y);
	Trial t = record_run(y, &faults, recording);

	if (has_stopped(y, &t, 1, &y->base)) {
		CrashPoints second = crash_request_second_points(&y->asked, recording, &t.end,
			first);

		if (can_use_equal(y, first, &t))
			add_equal(y, first, &t, &second);
		make_all_runs(y, first, &t, &second);
		crash_points_free(&second);
	}
	unlink(recording);
	free(recording);
	trial_free(&t);
	free(faults.option);
}

/* make_all_pairs: make the runs of all pairs of crashes, until all are done or the time is over. */
static void
make_all_pairs(Study *y)
{
	CrashEndings *e = &y->endings;

	e->nfirst = y->points.n;
	for (; e->nfirst_done < e->nfirst && !is_over(y); e->nfirst_done++) {
		make_pairs(y, &y->points.point[e->nfirst_done]);
		if (e->nleft > 0)
			break;
	}
	e->complete = e->nfirst_done == e->nfirst;
}

/* ---- the command ---- */

/* record_endings: record the first run of each ending other than that of the run without faults. */
static void
record_endings(Study *y)
{
	CrashEndings *e = &y->endings;

	if (e->n > 1)
		directory_prepare_output(y->dir);
	for (uint32_t i = 1; i < e->n; i++) {
		CrashEnding *o = &e->ending[i];
		FaultOptions faults = make_faults(&o->first);
		Trial t;

		o->recording = xasprintf("%s/%u", y->dir, i);
		o->command = swarm_command_line(&y->s, 0, &faults);
		t = record_run(y, &faults, o->recording);
		trial_free(&t);
		free(faults.option);
	}
}

/* free_study: free what make_study has collected, and the swarm. */
static void
free_study(Study *y)
{
	crash_endings_free(&y->endings);
	crash_points_free(&y->points);
	crash_request_free(&y->asked);
	trial_free(&y->base);
	swarm_end(&y->s);
}

/* make_study: run the program with each crash, or each pair of crashes, and record the endings. */
static void
make_study(Study *y, const CrashOptions *o)
{
	swarm_build(&y->s);
	find_points(y, o->crashes);
	if (o->seconds > 0)
		y->until = clock_wall() + o->seconds;
	if (y->asked.n == 2) {
		make_all_pairs(y);
	} else {
		make_all_runs(y, NULL, &y->base, &y->points);
		y->endings.complete = y->endings.nleft == 0;
	}
	progress_clear();
	record_endings(y);
}

int
swarm_run_crashes(const CrashOptions *o)
{
	Study y = {.runs = o->runs ? o->runs : UINT32_MAX};
	char *dir;
	bool found;

	swarm_begin(&y.s, o->jobs, o->argc, o->argv);
	if (y.s.run.machine.faults.n > 0 || y.s.run.machine.record)
		fatal("--fault and --record cannot be used with crashes at all messages; use "
			"'trellis run'");
	y.s.one_seed = true;
	dir = xasprintf("%s.crashes", y.s.run.vms);
	y.dir = o->dir ? o->dir : dir;
	make_study(&y, o);
	if (o->json)
		crash_endings_json(&y.endings);
	else
		crash_endings_print(&y.endings);
	found = y.endings.n > 1 || !y.endings.complete;
	free_study(&y);
	free(dir);
	return found ? EXIT_FOUND : 0;
}
