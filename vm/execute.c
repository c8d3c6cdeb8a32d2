/*
 * execute.c - runs an application on the machine: boots it, observes it as the options ask, reports
 * the result.
 */
#include "jobs.h"
#include "run_break.h"

#include "cc/node/kernel_tables.h"
#include "cc/node/node_executables.h"
#include "detrek/debug/debug_live.h"
#include "detrek/debug/window_source.h"
#include "detrek/target/unaligned_text.h"
#include "sim/node/quiet.h"
#include "sim/trace/slowed.h"
#include "sim/trace/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
print_verbose(const Run *r, const char *what)
{
	if (r->o.verbose)
		fprintf(stderr, "%s\n", what);
}

/* open_view: show the machine in a window, if requested. */
static void
open_view(Run *r, Station *s, const Config *config)
{
	ViewOptions *o = &r->o.machine.view;

	if (!view_wanted(o))
		return;
	o->title = r->o.vms;
	o->config = config;
	o->enough = &interrupt_signal;
	view_read_programs(o);
	r->view = view_new(station_network(s), o);
	station_set_view(s, r->view);
}

static void
boot(Run *r, Station *s, const Config *config)
{
	uint32_t up = 0, n;
	WaitEnd end = station_spread(s, config);

	n = station_nodes(s);
	for (uint32_t i = 0; i < n; i++)
		up += station_fate(s, i) == FATE_UP;
	if (end == WAIT_INTERRUPTED)
		exit(EXIT_FOUND);
	if (r->v.processors > n && r->o.processors)
		fatal("--nodes %u: the network has %u nodes", r->v.processors, n);
	if (r->v.processors > n)
		fatal_at(r->o.vms, vms_line(r->written, "total_processors"),
			"%u processors; the network has %u nodes", r->v.processors, n);
	for (uint32_t i = 0; i < r->v.processors; i++)
		if (station_fate(s, i) != FATE_UP)
			run_unstarted(r,
				"node %s did not come up; the application needs nodes 0 to %u",
				STATION_NODE(s, i), r->v.processors - 1);
	if (r->o.verbose)
		fprintf(stderr, "%u of %u nodes are up, after %s\n", up, n,
			TIME_STRING(station_network(s)->now));
}

/* end_text: why a run did not end. */
static const char *
end_text(RunResult result)
{
	static const char *const texts[NRESULTS] = {
		[RESULT_STUCK] = "no task has finished for too long",
		[RESULT_LIMIT] = "the time asked for is reached",
		[RESULT_BROKEN] = "bad packet over the host's link: node 0 is out of order",
		[RESULT_SIGNAL] = "interrupted",
		[RESULT_DOWN] = "the application was not started",
		[RESULT_EVENT] = "it was stopped at an event",
	};

	return result == RESULT_QUIET ? stuck_word(STUCK_FOREVER)
		: result == RESULT_LEFT ? stuck_word(STUCK_HELD) : texts[result];
}

/* tell_result: print the result, and where the run is if it did not end; NULL, or why it failed. */
static const char *
tell_result(const Run *r, RunResult result, const Job *master, FILE *f)
{
	fflush(stdout);
	run_events_tell(r->watch.events, f);
	break_hits_tell(r->watch.hits, f);
	if (result == RESULT_EVENT)
		return end_text(result);
	if (result == RESULT_ENDED) {
		if (master->nfailed)
			watch_exit(&r->watch, master, f);
		if (r->v.tolerant)
			watch_survived(&r->watch, r->record ? r->o.prefix : NULL, f);
		else if (watch_failed(&r->watch, f))
			return "a process or a node was stopped";
		return master->nfailed ? "the application ended with an error" : NULL;
	}
	verdict_print(f, result == RESULT_LIMIT, end_text(result), strlen(end_text(result)));
	if (result == RESULT_QUIET || result == RESULT_LEFT)
		waits_print(&r->watch, f);
	watch_print(&r->watch, f);
	return end_text(result);
}

static void
tell_times(const Network *w, double host)
{
	double simulated = w->now / 1e12;

	fprintf(stderr, "%s simulated in %.2f s: %.2f s for a simulated second\n",
		TIME_STRING(w->now), host, simulated > 0 ? host / simulated : 0);
	fprintf(stderr, "fingerprint %016" PRIx64 "\n", network_fingerprint(w));
}

static void
summarise(const Run *r, const Network *w, RunResult result, int status)
{
	RunSummary *sum = r->summary;

	if (!sum)
		return;
	*sum = (RunSummary){.whole = true, .result = result, .status = status, .now = w->now,
		.started = r->started, .denied = station_denied(r->watch.s),
		.nfaults = w->faults.n, .fault = xcalloc(w->faults.n + 1, sizeof *sum->fault)};
	for (uint32_t i = 0; i < w->faults.n; i++)
		sum->fault[i] = xstrdup(w->faults.text[i]);
}

/*
 * measure_cost: measure the cost of the monitor on the nodes. Returns how long that took on the
 * host, in seconds.
 */
static double
measure_cost(Run *r, const Network *w, RunResult result, int status)
{
	double begin = clock_wall();

	/* an order that is forced on the run is that of its monitored programs */
	if (r->o.monitor == MONITOR_INSIDE && result == RESULT_ENDED && status == 0
		&& !r->o.machine.sync_order)
		r->slowed = cost_measure(&r->o, w->now - r->started);
	return clock_wall() - begin;
}

/* keep_record: write the remaining files to the run's folder. */
static void
keep_record(Run *r, RunResult result)
{
	char *figures = record_file(r->record, "run.json");

	run_json(r, result, figures);
	free(figures);
	record_free(r->record);
}

/* begin_figures: write in PREFIX.json that the run has begun. */
static void
begin_figures(const Run *r)
{
	char *name = xasprintf("%s.json", r->o.prefix);

	run_json_begun(name);
	free(name);
}

/* keep_figures: write PREFIX.json, before the monitor has ended. */
static void
keep_figures(const Run *r, RunResult result)
{
	char *name = xasprintf("%s.json", r->o.prefix);

	run_json(r, result, name);
	free(name);
}

/* remark: say in the window how much the monitor on the nodes slows the run. */
static void
remark(Run *r)
{
	char text[SLOWED_TEXT];

	if (r->o.monitor == MONITOR_INSIDE)
		view_remark(r->view, slowed_text(r->slowed, text));
}

/* wait_for_window: at the run's end, wait until the user closes the window. Returns how long, s. */
static double
wait_for_window(View *v)
{
	double begin = clock_wall();

	view_wait_closed(v);
	return clock_wall() - begin;
}

/* record_programs: store in the recording what a debugger needs later. */
static void
record_programs(Past *past, const Programs *p, const char *vms)
{
	char *copy = xstrdup(vms), *directory = dirname(copy);

	past_record_file(past, "application", vms);
	machine_record_program(past, "kernel", p->kernel, directory);
	machine_record_program(past, "master", p->master, directory);
	machine_record_program(past, "slave", p->slave, directory);
	for (uint32_t i = 0; i < p->nread; i++)
		past_record_file(past, "source", p->read[i]);
	free(copy);
}

static BuildWay
build_way(const RunOptions *o)
{
	if (o->brk)
		return BUILD_BREAK;
	return o->monitor == MONITOR_INSIDE || o->monitor == MONITOR_OFF ? BUILD_MONITOR
		: BUILD_PLAIN;
}

/* What a run has on the machine. */
typedef struct Execution {
	Run *r;
	Programs p;
	RunBreak *brk; /* NULL without --break */
	int lock;      /* of the build directory; -1: the caller holds it */
	double began;  /* s, of the host's clock; pauses of the user are added to it */
	const Config *config;
	Topology *t;
	Network *w;
	Past *past;
	Station *s;
	Trace *events;         /* NULL without --trace */
	Live *debugger;        /* NULL if not used; likewise */
	Observers *sync;
	Jobs jobs;
	RunResult result;
	int status; /* exit status of the application */
} Execution;

static void
build_all(Execution *x)
{
	Run *r = x->r;
	const char *dir = run_directory(&r->o);

	x->lock = r->o.locked ? -1 : build_lock(dir);
	x->brk = run_break_new(r, dir);
	x->p = build_programs(&r->arena, r->written, dir, build_way(&r->o),
		run_break_build(x->brk));
	print_verbose(r, "the programs are made");
}

static void
make_machine(Execution *x)
{
	Run *r = x->r;
	MachineOptions *m = &r->o.machine;
	int err;

	x->t = machine_for(&r->o, &r->v, &x->config);
	run_streams(r);
	err = r->out == STDOUT_FILENO ? STDERR_FILENO : STDOUT_FILENO;
	if (m->record)
		r->record = record_new(m->record, r->o.nwords, r->o.words, err);
	x->w = network_new(x->t);
	machine_apply(m, x->w);
	x->past = machine_past(m, x->w, r->o.nwords, r->o.words);
	x->s = station_new(x->w, &(StationOptions){
		.executables = &node_executables,
		.logging = m->sync_inside != NULL,
		.root = run_root(r),
		.quota = m->quota,
		.in = r->in,
		.out = r->out,
		.err = r->record ? record_descriptor(r->record) : err,
		.log = r->requests,
		.read_only = r->o.read_only,
		.halted = watch_halted,
		.interrupted = watch_interrupted,
		.context = &r->watch,
	});
	x->p.kernel = station_kernel(x->s);
	station_set_past(x->s, x->past);
	m->view.past = x->past;
}

/* trace_begin: write the events of the network, if the options ask for it. */
static void
trace_begin(Execution *x)
{
	const char *trace = x->r->o.machine.trace;

	if (!trace)
		return;
	x->events = trace_open(trace, x->t, x->r->o.machine.packets);
	network_trace(x->w, x->events);
}

static void
watch_open(Watch *watch, const Execution *x)
{
	const Run *r = x->r;

	*watch = (Watch){.s = x->s, .v = &r->v, .view = r->view, .record = r->record,
		.past = x->past, .patience = r->o.patience, .began = x->began, .all = r->o.all};
	place_open(&watch->text[0], x->p.master, "node_show");
	place_open(&watch->text[1], x->p.slave, "node_show");
	place_open(&watch->kernel, x->p.kernel, "kernel_enter");
	watch->tables = kernel_tables.open(x->p.kernel);
}

static void
watch_close(Watch *watch)
{
	place_close(&watch->text[0]);
	place_close(&watch->text[1]);
	place_close(&watch->kernel);
	kernel_tables.close(watch->tables);
	free(watch->done);
	json_decref(watch->halts);
}

/* observe: what looks at the programs, besides the watch: events, debugger, synchronisation. */
static void
observe(Execution *x)
{
	const Programs *p = &x->p;
	MachineOptions *m = &x->r->o.machine;
	RunEvents *e = run_events_begin(x->past, m->event, p->kernel);

	run_events_program(e, p->master);
	run_events_program(e, p->slave);
	x->r->watch.events = run_events_check(e, view_wanted(&m->view));
	x->debugger = m->debug ? debug_live_begin(x->past, m->script) : NULL;
	debug_live_program(x->debugger, p->kernel, "kernel");
	debug_live_program(x->debugger, p->master, NULL);
	debug_live_program(x->debugger, p->slave, NULL);
	x->sync = x->r->watch.sync = observers_begin(m, x->s);
	observers_program(x->sync, p->master);
	observers_program(x->sync, p->slave);
}

/* open_all: the machine, and all that shows, records and observes it. */
static void
open_all(Execution *x)
{
	Run *r = x->r;

	make_machine(x);
	if (r->o.prefix)
		begin_figures(r);
	if (r->o.machine.record) {
		record_programs(x->past, &x->p, r->o.vms);
		record_files_note(x->past, monitor_is_later(&r->o));
	}
	open_view(r, x->s, x->config);
	remark(r);
	view_program(r->view, x->p.master);
	view_program(r->view, x->p.slave);
	trace_begin(x);
	watch_open(&r->watch, x);
	observe(x);
}

/* execute: from the boot until the application ends, or cannot go on. */
static void
execute(Execution *x)
{
	Run *r = x->r;

	faults_set(r, x->w, x->config);
	boot(r, x->s, x->config);
	run_events_start(r->watch.events);
	r->watch.hits = run_break_hits(x->brk, x->s, &x->p);
	jobs_start(r, x->s, &x->p, &x->jobs);
	build_unlock(x->lock);
	x->result = jobs_wait(r, x->s, &x->jobs, &x->status);
	if (x->result == RESULT_QUIET && waits_left(&r->watch))
		x->result = RESULT_LEFT;
	if (!r->view)
		return;
	x->began += measure_cost(r, x->w, x->result, x->status);
	remark(r);
	x->began += wait_for_window(r->view);
}

/* tell_machine: print what faults and unaligned accesses have done. */
static void
tell_machine(const Execution *x, FILE *f)
{
	const char *const programs[] = {x->p.master, x->p.slave};

	faults_print(x->w, f);
	unaligned_print(x->w, x->p.kernel, programs, 2, f);
}

/* tell: print the result, and copy it to the recording; whatever failed, the status is not 0. */
static void
tell(Execution *x)
{
	Run *r = x->r;
	FILE *f;

	if (r->record)
		record_pass(r->record);
	r->failed = tell_result(r, x->result, x->jobs.master, stderr);
	if (r->failed)
		x->status = EXIT_FOUND;
	tell_machine(x, stderr);
	if (!r->record)
		return;
	f = record_open(r->record);
	tell_result(r, x->result, x->jobs.master, f);
	tell_machine(x, f);
	record_close(r->record, f);
}

/* tell_figures: measure what is still unknown, print and store the run's figures, end the jobs. */
static void
tell_figures(Execution *x)
{
	Run *r = x->r;

	if (!r->view)
		x->began += measure_cost(r, x->w, x->result, x->status);
	if (r->o.prefix)
		keep_figures(r, x->result);
	jobs_end(r, &x->jobs);
	summarise(r, x->w, x->result, x->status);
	tell_times(x->w, clock_wall() - x->began);
	if (r->o.machine.stats)
		run_stats(&r->watch, stdout);
	if (r->o.json)
		run_json(r, x->result, r->o.json);
}

/* close_all: what open_all opened. */
static void
close_all(Execution *x)
{
	Run *r = x->r;
	int unwritten, status;

	view_free(r->view);
	debug_live_end(x->debugger);
	status = observers_end(x->sync, x->s);
	if (x->status == 0 || x->result == RESULT_LEFT)
		x->status = status;
	if (break_hits_count(r->watch.hits) > 0)
		x->status = EXIT_FOUND;
	break_hits_free(r->watch.hits);
	run_events_end(r->watch.events);
	past_free(x->past);
	if (x->events) {
		network_trace(x->w, NULL);
		trace_close(x->events);
	}
	if (r->record)
		keep_record(r, x->result);
	watch_close(&r->watch);
	unwritten = station_output_error(x->s);
	station_free(x->s);
	network_free(x->w);
	topology_free(x->t);
	if ((errno = unwritten) != 0)
		fatal("the application's output cannot be written:");
}

int
run_machine(Run *r)
{
	Execution x = {.r = r};

	build_all(&x);
	if (r->o.make_only) {
		build_unlock(x.lock);
		return 0;
	}
	x.began = clock_wall();
	open_all(&x);
	execute(&x);
	tell(&x);
	tell_figures(&x);
	close_all(&x);
	return x.result == RESULT_ENDED || x.result == RESULT_LEFT ? x.status : EXIT_FOUND;
}
