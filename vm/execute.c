/*
 * execute.c - runs an application on the machine: boots it, loads the programs, waits, reports the
 * result.
 */
#include "run_break.h"

#include "sim/trace/slowed.h"
#include "sim/trace/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
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
	r->view = view_new(station_network(s), o);
	station_set_view(s, r->view);
}

/*
 * unstarted: the application cannot be started: a mistake of the user, unless injected faults have
 * caused it.
 */
static void __attribute__((format(printf, 2, 3)))
unstarted(Run *r, const char *fmt, ...)
{
	char text[300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (r->o.machine.faults.n == 0)
		fatal("%s", text);
	fprintf(stderr, "%s\n", text);
	r->down = true;
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
			unstarted(r, "node %s did not come up; the application needs nodes 0 to %u",
				STATION_NODE(s, i), r->v.processors - 1);
	if (r->o.verbose)
		fprintf(stderr, "%u of %u nodes are up, after %s\n", up, n,
			TIME_STRING(station_network(s)->now));
}

/* no_process: explain why a process of the program could not be created on a node. */
static void
no_process(Run *r, const Station *s, const JobProcess *p, const Buf *file, WaitEnd end)
{
	Program h;

	if (end == WAIT_INTERRUPTED)
		run_give_up();
	memcpy(&h, file->data, sizeof h);
	if (p->pid == 0)
		unstarted(r, "node %s: %s was not started: %s", STATION_NODE(s, p->node), h.name,
			end == WAIT_INTERRUPTED ? "interrupted" : "the node did not answer");
	else
		unstarted(r,
			"node %s: %s was not started: %s; it has %u bytes of code, %u of data, %u "
			"of "
			"stack, and the node has %u KB; smaller arrays would do, or a node with "
			"more (mem=)",
			STATION_NODE(s, p->node), h.name, kernel_error(p->pid), h.text_size,
			h.data_size + h.bss_size, h.stack_size,
			watch_node(s, p->node)->r.size >> 10);
}

static Job *
start(Run *r, Station *s, const char *program, NodeSet set, int priority, int argc, char **argv)
{
	Buf file = program_read(program);
	JobOptions o = {.name = program,
		.program = &file,
		.argc = argc,
		.argv = argv,
		.priority = priority};
	WaitEnd end;
	Job *j = job_new(s, &set, &o, &end);

	for (uint32_t i = 0; i < set.n; i++)
		if (j->processes[i].pid <= 0)
			no_process(r, s, &j->processes[i], &file, end);
	if (r->o.verbose)
		fprintf(stderr, "%s on %u nodes, %zu bytes, after %s\n", j->program, set.n,
			file.len, TIME_STRING(station_network(s)->now));
	node_set_free(&set);
	buf_free(&file);
	return j;
}

/*
 * The master's arguments; see trek/options.c. The strings are in the arena, the caller frees the
 * list.
 */
static char **
master_arguments(Run *r, int *argc)
{
	static const char *const tree[NTREES] = {
		"chain", "btree", "ttree", "boot", [TREE_PIPELINE] = "pipeline",
		[TREE_RING] = "ring",
	};
	char **argv = xcalloc(r->v.narguments + 8, sizeof *argv);
	char number[16];

	*argc = 0;
#define WORD(s) (argv[(*argc)++] = arena_strndup(&r->arena, (s), strlen(s)))
#define NUMBER(n) (snprintf(number, sizeof number, "%u", (n)), WORD(number))
	WORD("-t");
	WORD(r->v.tree == TREE_FILE ? r->v.tree_file : tree[r->v.tree]);
	WORD("-b");
	NUMBER(r->v.buffers);
	WORD("-g");
	NUMBER(r->v.granularity);
	NUMBER(r->v.processors);
	NUMBER(r->v.tasks);
	for (uint32_t i = 0; i < r->v.narguments; i++)
		WORD(r->v.argument[i]);
#undef NUMBER
#undef WORD
	return argv;
}

static RunResult
why(const Run *r, const Station *s, WaitEnd end)
{
	if (end == WAIT_DONE)
		return RESULT_ENDED;
	if (end == WAIT_BROKEN)
		return RESULT_BROKEN;
	if (end == WAIT_INTERRUPTED && !interrupt_signal
		&& (machine_events_found(r->watch.events) || break_hits_broken(r->watch.hits)))
		return RESULT_EVENT;
	if (end == WAIT_INTERRUPTED)
		return r->watch.stuck ? RESULT_STUCK : RESULT_SIGNAL;
	return station_network(s)->now >= r->o.machine.until ? RESULT_LIMIT : RESULT_QUIET;
}

/* Print the result of a run that did not end, and where it is. */
static void
tell_result(const Run *r, RunResult result, const Job *master, FILE *f)
{
	static const char *const text[] = {
		[RESULT_QUIET] = "deadlock: all processes are waiting",
		[RESULT_STUCK] = "no task has finished for too long",
		[RESULT_LIMIT] = "the time asked for is reached",
		[RESULT_BROKEN] = "bad packet over the host's link: node 0 is out of order",
		[RESULT_SIGNAL] = "interrupted",
		[RESULT_DOWN] = "the application was not started",
	};

	fflush(stdout);
	machine_events_tell(r->watch.events, f);
	break_hits_tell(r->watch.hits, f);
	if (result == RESULT_EVENT)
		return;
	if (result == RESULT_ENDED) {
		if (master->nfailed)
			watch_exit(&r->watch, master, f);
		if (r->v.tolerant)
			watch_survived(&r->watch, r->record ? r->o.prefix : NULL, f);
		return;
	}
	verdict_print(f, result == RESULT_LIMIT, text[result], strlen(text[result]));
	if (result == RESULT_QUIET)
		waits_print(&r->watch, f);
	watch_print(&r->watch, f);
}

static void
tell_times(const Network *w, double host)
{
	double simulated = w->now / 1e12;

	fprintf(stderr, "%s simulated in %.2f s: %.2f s for a simulated second\n",
		TIME_STRING(w->now), host, simulated > 0 ? host / simulated : 0);
	fprintf(stderr, "fingerprint %016" PRIx64 "\n", network_fingerprint(w));
}

/* The jobs of a run. */
typedef struct Jobs {
	Job *slaves, *master;
	Job *nodemon;         /* NULL without the monitor on the nodes */
	Collector *collector; /* likewise */
	/* records events for PREFIX, or for the reference prefix; NULL if not used */
	Outside *outside;
} Jobs;

static void
start_monitor(Run *r, Station *s, Jobs *j)
{
	char *program = monitor_program();

	j->nodemon = start(r, s, program, node_set_to(0, r->v.processors - 1), 0, 0, NULL);
	j->collector = monitor_new(&r->o, s, r->v.processors);
	free(program);
}

static void
check_output_files(const Run *r, const Station *s)
{
	if (r->o.monitor)
		monitor_prepare(r->o.prefix, s, &r->v, r->tree_file);
	if (r->o.reference)
		monitor_prepare(r->o.reference, s, &r->v, r->tree_file);
}

static void
start_jobs(Run *r, Station *s, const Programs *p, Jobs *j)
{
	uint32_t n = r->v.processors;
	int argc;
	char **argv = master_arguments(r, &argc);

	*j = (Jobs){0};
	r->monitored_from = station_network(s)->now;
	if (r->o.monitor == MONITOR_INSIDE && !r->down)
		start_monitor(r, s, j);
	if (r->o.monitor && !r->down && (!j->collector || r->o.reference))
		j->outside = outside_new(placed_by(s), n,
			j->collector ? r->o.reference : r->o.prefix, p->master, p->slave,
			j->collector);
	if (!r->down)
		monitor_note(&r->watch, r->tree_file);
	r->watch.collector = j->collector;
	r->watch.outside = j->outside;
	if (!r->down)
		check_output_files(r, s);
	if (!r->down)
		j->slaves = start(r, s, p->slave,
			n == 1 ? node_set_to(0, 0) : node_set_to(1, n - 1), 1, 0, NULL);
	if (!r->down)
		j->master = start(r, s, p->master, node_set_to(0, 0), 1, argc, argv);
	if (j->collector && !r->down) {
		r->monitored_from = station_network(s)->now;
		if (!monitor_begin(j->collector, &r->o))
			unstarted(r, "a node's monitor cannot begin");
	}
	r->started = station_network(s)->now;
	free(argv);
}

static WaitEnd
wait_master(const Run *r, Job *master)
{
	Time until = r->o.machine.until;

	return r->watch.hits ? break_hits_wait(r->watch.hits, master, until)
		: job_wait(master, until);
}

static RunResult
wait_jobs(Run *r, Station *s, Jobs *j, int *status)
{
	RunResult result;

	if (r->down)
		return RESULT_DOWN;
	faults_start(station_network(s));
	r->watch.processors = r->v.processors;
	r->watch.slaves = j->slaves;
	r->watch.news = station_network(s)->now;
	result = why(r, s, wait_master(r, j->master));
	progress_clear();
	if (machine_events_found(r->watch.events))
		result = RESULT_EVENT;
	*status = j->master->nfailed ? EXIT_FOUND : 0;
	if (result == RESULT_ENDED && *status == 0)
		job_wait(j->slaves, NEVER); /* they have been asked to end */
	job_done(j->slaves); /* update which of them have ended */
	r->watch.collecting = true;
	return result;
}

static void
end_jobs(Run *r, Jobs *j)
{
	if (j->collector)
		monitor_end(j->collector, &r->o);
	if (j->outside)
		outside_free(j->outside);
	r->watch.collector = NULL;
	r->watch.outside = NULL;
	if (r->o.monitor && !r->down)
		monitor_files(r->o.prefix, &r->watch, r->tree_file);
	if (r->o.reference && !r->down)
		monitor_files(r->o.reference, &r->watch, r->tree_file);
	if (j->nodemon)
		job_free(j->nodemon);
	if (j->master)
		job_free(j->master);
	if (j->slaves)
		job_free(j->slaves);
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
	past_record_file(past, "application", vms);
	machine_record_program(past, "kernel", p->kernel);
	machine_record_program(past, "master", p->master);
	machine_record_program(past, "slave", p->slave);
	for (uint32_t i = 0; i < p->nread; i++)
		past_record_file(past, "source", p->read[i]);
}

static BuildWay
build_way(const RunOptions *o)
{
	if (o->brk)
		return BUILD_BREAK;
	return o->monitor == MONITOR_INSIDE || o->monitor == MONITOR_OFF ? BUILD_MONITOR
		: BUILD_PLAIN;
}

int
run_machine(Run *r)
{
	const char *dir = run_directory(&r->o);
	int lock = r->o.locked ? -1 : build_lock(dir);
	RunBreak *brk = run_break_new(r, dir);
	Programs p = build_programs(&r->arena, r->written, dir, build_way(&r->o),
		run_break_build(brk));
	const Config *config;
	double begin = clock_wall();
	Topology *t;
	Network *w;
	Station *s;
	Past *past;
	Jobs jobs;
	RunResult result;
	Trace *events = NULL;
	void *sync, *debugger;
	int status = 0, err, unwritten;

	print_verbose(r, "the programs are made");
	if (r->o.make_only) {
		build_unlock(lock);
		return 0;
	}
	t = machine_for(&r->o, &r->v, &config);
	run_streams(r);
	err = r->out == STDOUT_FILENO ? STDERR_FILENO : STDOUT_FILENO;
	if (r->o.machine.record)
		r->record = record_new(r->o.machine.record, r->o.nwords, r->o.words, err);
	w = network_new(t);
	machine_apply(&r->o.machine, w);
	past = machine_past(&r->o.machine, w, r->o.nwords, r->o.words);
	s = station_new(w, &(StationOptions){
		.logging = r->o.machine.sync_inside != NULL,
		.root = run_root(r),
		.quota = r->o.machine.quota,
		.in = r->in,
		.out = r->out,
		.err = r->record ? record_descriptor(r->record) : err,
		.log = r->requests,
		.read_only = r->o.read_only,
		.halted = watch_halted,
		.interrupted = watch_interrupted,
		.context = &r->watch,
	});
	p.kernel = station_kernel(s);
	station_set_past(s, past);
	r->o.machine.view.past = past;
	if (r->o.machine.record)
		record_programs(past, &p, r->o.vms);
	open_view(r, s, config);
	remark(r);
	view_program(r->view, p.master);
	view_program(r->view, p.slave);
	if (r->record)
		record_network(r->record, w, &p);
	if (r->o.machine.trace) {
		events = trace_open(r->o.machine.trace, t, r->o.machine.packets);
		network_trace(w, events);
	}
	r->watch = (Watch){.s = s, .v = &r->v, .view = r->view, .record = r->record,
		.past = past, .patience = r->o.patience, .began = begin, .all = r->o.all};
	place_open(&r->watch.text[0], p.master, "node_show");
	place_open(&r->watch.text[1], p.slave, "node_show");
	place_open(&r->watch.kernel, p.kernel, "kernel_call");
	r->watch.tables = kernel_reader->open(p.kernel);
	r->watch.events = machine_events(&r->o.machine, past, p.kernel);
	machine_events_program(r->watch.events, p.master);
	machine_events_program(r->watch.events, p.slave);
	r->watch.events = machine_events_check(&r->o.machine.view, r->watch.events);
	debugger = machine_debug(&r->o.machine, past);
	machine_debug_program(debugger, p.kernel, "kernel");
	machine_debug_program(debugger, p.master, NULL);
	machine_debug_program(debugger, p.slave, NULL);
	sync = machine_sync(&r->o.machine, s);
	machine_sync_program(sync, p.master);
	machine_sync_program(sync, p.slave);
	faults_set(r, w, config);
	boot(r, s, config);
	machine_events_start(r->watch.events);
	r->watch.hits = run_break_hits(brk, s, &p);
	start_jobs(r, s, &p, &jobs);
	build_unlock(lock);
	result = wait_jobs(r, s, &jobs, &status);
	if (r->view) {
		begin += measure_cost(r, w, result, status);
		remark(r);
		begin += wait_for_window(r->view);
	}
	if (r->record)
		record_pass(r->record);
	tell_result(r, result, jobs.master, stderr);
	faults_print(w, stderr);
	if (r->record) {
		FILE *f = record_open(r->record);

		tell_result(r, result, jobs.master, f);
		faults_print(w, f);
		record_close(r->record, f);
	}
	if (!r->view)
		begin += measure_cost(r, w, result, status);
	if (r->o.prefix)
		keep_figures(r, result);
	end_jobs(r, &jobs);
	summarise(r, w, result, status);
	tell_times(w, clock_wall() - begin);
	if (r->o.machine.stats)
		run_stats(&r->watch, stdout);
	if (r->o.json)
		run_json(r, result, r->o.json);
	view_free(r->view);
	machine_debug_end(debugger);
	if (!machine_sync_end(sync, s) && status == 0)
		status = EXIT_FOUND;
	if (break_hits_count(r->watch.hits) > 0)
		status = EXIT_FOUND;
	break_hits_free(r->watch.hits);
	machine_events_end(r->watch.events);
	past_free(past);
	if (events) {
		network_trace(w, NULL);
		trace_close(events);
	}
	if (r->record)
		keep_record(r, result);
	place_close(&r->watch.text[0]);
	place_close(&r->watch.text[1]);
	place_close(&r->watch.kernel);
	kernel_reader->close(r->watch.tables);
	free(r->watch.done);
	unwritten = station_output_error(s);
	station_free(s);
	network_free(w);
	topology_free(t);
	if ((errno = unwritten) != 0)
		fatal("the application's output cannot be written:");
	return result == RESULT_ENDED ? status : EXIT_FOUND;
}
