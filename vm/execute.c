/*
 * execute.c - runs an application on the machine: boots it, observes it as the options require, and
 * reports the result.
 */
#include "figures.h"
#include "fit_machine.h"
#include "jobs.h"
#include "run_break.h"
#include "run_monitor.h"
#include "scratch.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/number.h"
#include "base/terminal.h"
#include "cc/node/kernel_tables.h"
#include "detrek/debug/debug_live.h"
#include "detrek/debug/window_source.h"
#include "detrek/target/unaligned_text.h"
#include "machine/boot_files.h"
#include "sim/node/quiet.h"
#include "sim/trace/slowed.h"
#include "sim/trace/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A run of an application on the machine. */
typedef struct Execution {
	App *app;
	Programs p;
	RunBreak *brk; /* NULL without --break */
	int lock;      /* the lock of the build directory; -1: the caller holds the lock */
	/* when the run began, in s of the host's clock; pauses of the user are added */
	double began;
	const Config *config;
	Topology *t;
	Network *w;
	Past *past;
	BootFiles files; /* what the station boots */
	Station *s;
	LiveLinks live;
	View *view;            /* NULL without a window */
	Record *record;        /* NULL if not recorded */
	Live *debugger;        /* NULL if not used */
	SyncLive *sync;
	Watch watch;
	Jobs jobs;
	RunResult result;
	int status; /* exit status of the application */
	const char *failed; /* why it failed, in words; NULL: it has not */
	/* how many times longer the run took with the monitor (cost_measure); 0: not known */
	double slowed;
	RunSummary *summary; /* borrowed; may be NULL */
} Execution;

/* print_verbose: print a line on the progress if --verbose was given. */
static void
print_verbose(const Execution *x, const char *what)
{
	if (x->app->o.verbose)
		fprintf(stderr, "%s\n", what);
}

/* open_view: show the machine in a window, if requested. */
static void
open_view(Execution *x)
{
	ViewOptions *o = &x->app->o.machine.view;

	if (!view_wanted(o))
		return;
	o->title = x->app->o.vms;
	o->config = x->config;
	o->enough = &interrupt_signal;
	view_read_programs(o);
	x->view = view_new(x->w, o);
	station_set_view(x->s, x->view);
}

/* boot_nodes: boot the nodes; if too few come up, that is fatal unless faults have caused it. */
static void
boot_nodes(Execution *x)
{
	const App *a = x->app;
	Station *s = x->s;
	uint32_t up = 0, n;
	WaitEnd end = station_boot(s, x->config);

	n = station_nnodes(s);
	for (uint32_t i = 0; i < n; i++)
		up += station_fate(s, i) == FATE_UP;
	if (end == WAIT_INTERRUPTED)
		exit(EXIT_FOUND);
	if (a->v.processors > n && a->o.processors)
		fatal("--nodes %u: the network has %u nodes", a->v.processors, n);
	if (a->v.processors > n)
		fatal_at(a->o.vms, vms_line(a->written, "total_processors"),
			"%u processors; the network has %u nodes", a->v.processors, n);
	for (uint32_t i = 0; i < a->v.processors; i++)
		if (station_fate(s, i) != FATE_UP)
			jobs_unstarted(&x->jobs,
				"node %s did not come up; the application needs nodes 0 to %u",
				STATION_NODE(s, i), a->v.processors - 1);
	if (a->o.verbose)
		fprintf(stderr, "%u of %u nodes are up, after %s\n", up, n,
			TIME_STRING(station_network(s)->now));
}

/* end_text: the reason why a run did not end. */
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

/*
 * print_result: print the result, and the state of the run if it did not end; returns NULL, or why
 * it failed.
 */
static const char *
print_result(const Execution *x, FILE *f)
{
	const Job *master = x->jobs.master;
	RunResult result = x->result;

	fflush(stdout);
	run_events_print(x->watch.events, f);
	break_hits_print(x->watch.hits, f);
	if (result == RESULT_EVENT)
		return end_text(result);
	if (result == RESULT_ENDED) {
		if (master->nfailed)
			watch_exit(&x->watch, master, f);
		if (x->app->v.tolerant)
			watch_survived(&x->watch, x->app->o.machine.record, f);
		else if (watch_failed(&x->watch, f))
			return "a process or a node was stopped";
		return master->nfailed ? "the application ended with an error" : NULL;
	}
	verdict_print(f, result == RESULT_LIMIT, end_text(result), strlen(end_text(result)));
	if (result == RESULT_QUIET || result == RESULT_LEFT)
		waits_print(&x->watch, f);
	watch_print(&x->watch, f);
	return end_text(result);
}

/* print_times: print the simulated time, the host's time for it, and the fingerprint. */
static void
print_times(const Network *w, double host)
{
	double simulated = w->now / 1e12;

	fprintf(stderr, "%s simulated in %.2f s: %.2f s for a simulated second\n",
		TIME_STRING(w->now), host, simulated > 0 ? host / simulated : 0);
	fprintf(stderr, "fingerprint %016" PRIx64 "\n", network_fingerprint(w));
}

/* summarise_run: store result, status and times of the run in x->summary, if it is wanted. */
static void
summarise_run(const Execution *x)
{
	const Network *w = x->w;
	const BootPlan *plan = station_plan(x->s);
	uint32_t nplaces = !plan ? 0
		: plan->nnodes < x->app->v.processors ? plan->nnodes : x->app->v.processors;
	RunSummary *sum = x->summary;

	if (!sum)
		return;
	*sum = (RunSummary){.whole = true, .result = x->result, .status = x->status, .now = w->now,
		.started = x->jobs.started, .denied = station_has_denied_change(x->s),
		.nfaults = w->faults.n, .fault = xcalloc(w->faults.n + 1, sizeof *sum->fault),
		.nplaces = nplaces, .place = xcalloc(nplaces + 1, sizeof *sum->place)};
	for (uint32_t i = 0; i < w->faults.n; i++) {
		sum->fault[i] = xstrdup(w->faults.text[i]);
		sum->nstruck += w->faults.fault[i].done && w->faults.fault[i].struck != NEVER;
	}
	if (nplaces > 0)
		memcpy(sum->place, plan->place, nplaces * sizeof *sum->place);
}

/*
 * measure_cost: measure the cost of the monitor on the nodes. Returns how many seconds that took on
 * the host.
 */
static double
measure_cost(Execution *x)
{
	const RunOptions *o = &x->app->o;
	double begin = clock_wall();

	/* a forced order is the order of the monitored programs, and does not fit the others */
	if (o->monitor == MONITOR_INSIDE && x->result == RESULT_ENDED && x->status == 0
		&& !o->machine.sync_order && o->machine.links.n == 0)
		x->slowed = cost_measure(o, x->w->now - x->jobs.started);
	return clock_wall() - begin;
}

/* write_figures: write the figures of the run and of each node. */
static void
write_figures(const Execution *x, const char *file)
{
	RunFigures f = {.o = &x->app->o, .watch = &x->watch, .result = x->result,
		.failed = x->failed, .slowed = x->slowed,
		.monitored_from = x->jobs.monitored_from};

	run_json(&f, file);
}

/* record_figures: record the run's figures, as they are now. */
static void
record_figures(const Execution *x)
{
	char *file = xasprintf("%s/figures", scratch_directory());

	write_figures(x, file);
	record_file(x->record, TEXT_FIGURES, file);
	free(file);
}

/* begin_figures: record the run's figures at its beginning. */
static void
begin_figures(const Execution *x)
{
	char *file = xasprintf("%s/figures", scratch_directory());

	run_json_begun(file);
	record_file(x->record, TEXT_FIGURES, file);
	free(file);
}

/* show_slowed: show in the window how much the monitor on the nodes slows the run. */
static void
show_slowed(Execution *x)
{
	char text[SLOWED_TEXT];

	if (x->app->o.monitor == MONITOR_INSIDE)
		view_set_remark(x->view, slowed_text(x->slowed, text));
}

/*
 * wait_for_window: at the run's end, wait until the user closes the window. Returns for how many
 * seconds.
 */
static double
wait_for_window(View *v)
{
	double begin = clock_wall();

	view_wait_closed(v);
	return clock_wall() - begin;
}

/* record_programs: store in the recording what a debugger will need. */
static void
record_programs(Past *past, const Programs *p, const App *a)
{
	past_record_file(past, "application", a->o.vms);
	machine_record_program(past, "kernel", p->kernel, a->home);
	machine_record_program(past, "master", p->master, a->home);
	machine_record_program(past, "slave", p->slave, a->home);
	for (uint32_t i = 0; i < p->nread; i++)
		past_record_file(past, "source", p->read[i]);
}

/*
 * build_way: choose which libraries the options need: for a breakpoint, a log, the monitor or none
 * of them.
 */
static BuildWay
build_way(const RunOptions *o)
{
	if (o->brk)
		return BUILD_BREAK;
	if (o->machine.sync_inside)
		return BUILD_SYNC;
	return o->monitor == MONITOR_INSIDE || o->monitor == MONITOR_OFF ? BUILD_MONITOR
		: BUILD_PLAIN;
}

/* build_application: build the application's programs, unless they are given. */
static void
build_application(Execution *x)
{
	App *a = x->app;
	const char *dir = run_directory(&a->o);

	if (a->o.made) {
		x->lock = -1;
		x->p = (Programs){.master = a->o.made->master, .slave = a->o.made->slave};
		return;
	}
	x->lock = a->o.locked ? -1 : build_lock(dir);
	x->brk = run_break_new(a, dir);
	x->p = build_programs(&a->arena, a->written, dir, build_way(&a->o),
		run_break_build(x->brk));
	print_verbose(x, "the programs are made");
}

/* make_machine: make the network with its host, past and options. */
static void
make_machine(Execution *x)
{
	App *a = x->app;
	MachineOptions *m = &a->o.machine;
	int err;

	x->t = machine_for(&a->o, &a->v, &x->config);
	app_open_streams(a);
	err = a->out == STDOUT_FILENO ? STDERR_FILENO : STDOUT_FILENO;
	x->w = network_new(x->t);
	machine_apply(m, x->w);
	x->past = machine_past(m, x->w, a->o.nwords, a->o.words);
	if (m->record)
		x->record = record_new(x->past, a->o.nwords, a->o.words, err,
			!a->o.all && isatty(err));
	live_links_open(&x->live, &m->links, x->t, false);
	boot_files_read(&x->files, NULL, m->sync_inside != NULL);
	x->s = station_new(x->w, &(StationOptions){
		.files = &x->files,
		.root = app_root(a),
		.quota = m->quota,
		.in = machine_input(m, a->in),
		.realtime = machine_realtime(m),
		.types = &m->types,
		.links = x->live.links,
		.nlinks = x->live.nlinks,
		.out = a->out,
		.err = x->record ? record_descriptor(x->record) : err,
		.log = a->requests,
		.read_only = a->o.read_only,
		.halted = watch_halted,
		.interrupted = watch_interrupted,
		.context = &x->watch,
	});
	x->p.kernel = station_kernel_file(x->s);
	station_set_past(x->s, x->past);
	m->view.past = x->past;
}

/* watch_open: prepare the watch over the run. */
static void
watch_open(Watch *watch, const Execution *x)
{
	const App *a = x->app;

	*watch = (Watch){.s = x->s, .v = &a->v, .view = x->view, .record = x->record,
		.past = x->past, .patience = a->o.patience, .began = x->began, .all = a->o.all};
	place_open(&watch->text[0], x->p.master, "node_show");
	place_open(&watch->text[1], x->p.slave, "node_show");
	place_open(&watch->kernel, x->p.kernel, "kernel_enter");
	watch->tables = kernel_tables.open(x->p.kernel);
}

/* watch_close: end the watch over the run, and free what watch_open has opened. */
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

/*
 * open_observers: open the observers of the programs other than the watch: events, debugger,
 * synchronisation.
 */
static void
open_observers(Execution *x)
{
	const Programs *p = &x->p;
	MachineOptions *m = &x->app->o.machine;
	RunEvents *e = run_events_begin(x->past, m->event, p->kernel);

	run_events_add_program(e, p->master);
	run_events_add_program(e, p->slave);
	x->watch.events = run_events_check(e, view_wanted(&m->view));
	x->debugger = m->debug ? debug_live_begin(x->past, m->script) : NULL;
	debug_live_program(x->debugger, p->kernel, "kernel");
	debug_live_program(x->debugger, p->master, NULL);
	debug_live_program(x->debugger, p->slave, NULL);
	x->sync = x->watch.sync = observers_begin(m, x->s);
	observers_program(x->sync, p->master);
	observers_program(x->sync, p->slave);
	run_observe(x->app->o.observer, x->w, p->kernel,
		(const char *const[]){p->master, p->slave}, 2);
}

/* open_machine: make the machine, and all that shows, records and observes it. */
static void
open_machine(Execution *x)
{
	App *a = x->app;

	make_machine(x);
	if (x->record) {
		begin_figures(x);
		record_programs(x->past, &x->p, a);
	}
	open_view(x);
	show_slowed(x);
	view_add_program(x->view, x->p.master);
	view_add_program(x->view, x->p.slave);
	watch_open(&x->watch, x);
	open_observers(x);
}

/* execute_application: boot the nodes, and run until the application ends or cannot continue. */
static void
execute_application(Execution *x)
{
	x->jobs = (Jobs){.app = x->app, .s = x->s, .watch = &x->watch};
	if (x->app->o.monitor == MONITOR_INSIDE)
		x->jobs.records = xasprintf("%s/data", scratch_directory());
	faults_set(x->app, x->watch.text, x->w, x->config);
	boot_nodes(x);
	run_events_start(x->watch.events);
	x->watch.hits = run_break_hits(x->brk, x->s, &x->p);
	jobs_start(&x->jobs, &x->p);
	if (x->app->o.observer)
		x->app->o.observer->started(x->app->o.observer->context);
	build_unlock(x->lock);
	x->result = jobs_wait(&x->jobs, &x->status);
	if (x->result == RESULT_QUIET && waits_left(&x->watch))
		x->result = RESULT_LEFT;
	if (!x->view)
		return;
	x->began += measure_cost(x);
	show_slowed(x);
	x->began += wait_for_window(x->view);
}

/* print_machine: print the effects of faults and unaligned accesses. */
static void
print_machine(const Execution *x, FILE *f)
{
	const char *const programs[] = {x->p.master, x->p.slave};

	faults_print(x->w, f);
	unaligned_print(x->w, x->p.kernel, programs, 2, f);
	station_report_input(x->s, f);
}

/*
 * report_end: print the result, and copy it to the recording; if anything failed, the status is not
 * 0.
 */
static void
report_end(Execution *x)
{
	FILE *f;

	if (x->record)
		record_pass(x->record);
	x->failed = print_result(x, stderr);
	if (x->failed)
		x->status = EXIT_FOUND;
	print_machine(x, stderr);
	if (!x->record)
		return;
	f = record_open(x->record);
	print_result(x, f);
	print_machine(x, f);
	record_close(x->record, f);
}

/*
 * report_figures: measure what is still unknown, print and store the run's figures, and end the
 * jobs.
 */
static void
report_figures(Execution *x)
{
	const RunOptions *o = &x->app->o;

	if (!x->view)
		x->began += measure_cost(x);
	if (x->record)
		record_figures(x);
	jobs_end(&x->jobs);
	summarise_run(x);
	print_times(x->w, clock_wall() - x->began);
	if (o->machine.stats)
		run_stats(&x->watch, stdout);
	if (o->json)
		write_figures(x, o->json);
}

/* close_machine: close what open_machine and open_observers have opened. */
static void
close_machine(Execution *x)
{
	int unwritten, status;

	view_free(x->view);
	debug_live_end(x->debugger);
	status = observers_end(x->sync, x->s);
	if (x->status == 0 || x->result == RESULT_LEFT)
		x->status = status;
	if (break_hits_count(x->watch.hits) > 0)
		x->status = EXIT_FOUND;
	break_hits_free(x->watch.hits);
	run_events_end(x->watch.events);
	if (x->record) {
		if (x->jobs.records)
			record_monitored(x->record, x->jobs.records);
		record_free(x->record);
	}
	past_free(x->past);
	watch_close(&x->watch);
	unwritten = station_output_error(x->s);
	station_free(x->s);
	live_links_close(&x->live);
	boot_files_free(&x->files);
	network_free(x->w);
	topology_free(x->t);
	if ((errno = unwritten) != 0)
		fatal("the application's output cannot be written:");
}

int
run_machine(App *a, RunSummary *summary)
{
	Execution x = {.app = a, .summary = summary};

	build_application(&x);
	if (a->o.make_only) {
		build_unlock(x.lock);
		return 0;
	}
	x.began = clock_wall();
	open_machine(&x);
	execute_application(&x);
	report_end(&x);
	if (a->o.observer)
		a->o.observer->ends(a->o.observer->context, x.result == RESULT_ENDED);
	report_figures(&x);
	close_machine(&x);
	return x.result == RESULT_ENDED || x.result == RESULT_LEFT ? x.status : EXIT_FOUND;
}
