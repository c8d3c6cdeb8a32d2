/*
 * programs.c - `trellis run` of programs on a network's kernels, and their breakpoints.
 *
 * A process that recognises an event reports to the host and waits. The programs are stopped then,
 * and all local events are evaluated from outside: each must be true.
 */
#include "programs.h"
#include "detrek/events/events.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The longest time for which a process may compute before its halt is complete. */
#define HALT_WAIT 100000000000ull

/* A run of programs. */
typedef struct ProgramRun {
	NodePrograms b;
	const RunOptions *o;
	Station *s;
	Network *w;
	Past *past;       /* NULL if not recorded */
	Job **job;        /* [programs] */
	Job *awaited;     /* borrowed */
	bool started;     /* all programs run */
	Target *target;
	EventQuery **query;    /* [choices of --break] */
	EventQuery *whole;     /* of --break; NULL for none */
	RunEvents *events;     /* of --break-outside; NULL for none */
	EventWatch *watch;     /* the control from outside; NULL for none */
	Watcher *watcher;
	HaltReport *report;    /* [nreports] breakpoints reported */
	Time *reported;        /* [nreports] when */
	uint32_t nreports;
	HaltReport hit;        /* the report that is being handled */
	uint32_t next;         /* the index of the next one */
	bool broken;           /* the run stops at `hit` */
	uint32_t nhits;
	uint32_t nfalse;       /* hits at which the event was not true */
	uint32_t nheld;        /* how often the event began to hold, from outside */
	uint32_t nrecognised;  /* how many of these times were recognised */
	uint32_t last;         /* the one recognised last, counted from 1 */
} ProgramRun;

/* ---- the command line ---- */

bool
programs_input(const char *word)
{
	size_t n = strlen(word);

	return n > 2 && strcmp(word + n - 2, ".c") == 0;
}

static void
add_program(NodePrograms *b, const char *input)
{
	const char *colon = strchr(input, ':'), *names = colon ? colon + 1 : input, *slash;
	char *files = arena_strndup(&b->arena, names, strlen(names)), *state;
	NodeProgram p = {.input = input};

	node_set_parse(&p.nodes, colon ? arena_strndup(&b->arena, input, colon - input) : "N",
		b->nnodes);
	for (char *s = strtok_r(files, "+", &state); s; s = strtok_r(NULL, "+", &state)) {
		p.file = arena_more(&b->arena, p.file, p.nfiles, sizeof *p.file);
		p.file[p.nfiles++] = s;
	}
	if (p.nfiles == 0)
		fatal("'%s': a program is FILE+FILE...", input);
	slash = strrchr(p.file[0], '/');
	slash = slash ? slash + 1 : p.file[0];
	p.name = arena_strndup(&b->arena, slash, strcspn(slash, "."));
	b->program = arena_more(&b->arena, b->program, b->nprograms, sizeof p);
	b->program[b->nprograms++] = p;
}

static void
add_programs(NodePrograms *b)
{
	int i = 0;

	add_program(b, b->o->vms);
	while (i < b->o->narguments && programs_input(b->o->argument[i]))
		add_program(b, b->o->argument[i++]);
	b->argument = b->o->argument + i;
	b->narguments = b->o->narguments - i;
}

/* ---- breakpoints ---- */

static void
halted(void *context, const HaltReport *r, Time at)
{
	ProgramRun *p = context;

	if (r->reason != PANIC_BREAK || r->task >= p->b.plan.nused) {
		fprintf(stderr, "node %s: %s (pid %d) stopped: %s\n", STATION_NODE(p->s, r->node),
			r->name, r->pid, r->text);
		return;
	}
	p->report = arena_more(&p->b.arena, p->report, p->nreports, sizeof *p->report);
	p->reported = arena_more(&p->b.arena, p->reported, p->nreports, sizeof *p->reported);
	p->reported[p->nreports] = at;
	p->report[p->nreports++] = *r;
}

static bool
interrupted(void *context)
{
	ProgramRun *p = context;
	EventHit hit;

	while (p->watch && event_watch_next(p->watch, &hit))
		p->nheld++;
	return interrupt_signal || (p->started && machine_events_found(p->events));
}

static EventQuery *
parse(ProgramRun *p, const char *text)
{
	char mistake[EVENT_MISTAKE];
	EventQuery *q = event_parse(&p->b.arena, text, mistake);

	if (!q)
		fatal("--break: %s", mistake);
	return q;
}

/* open_events: what is evaluated from outside */
static void
open_events(ProgramRun *p)
{
	char mistake[EVENT_MISTAKE];
	NodePrograms *b = &p->b;
	bool control = p->o->hits > 0;

	p->target = target_new(p->w);
	target_program(p->target, program_open(station_kernel(p->s), "kernel"));
	for (uint32_t i = 0; i < b->nprograms; i++)
		target_program(p->target, program_open(b->program[i].elf, NULL));
	if (p->o->brk)
		p->whole = parse(p, p->o->brk);
	p->query = arena_alloc(&b->arena, b->plan.nused, sizeof *p->query);
	for (uint32_t i = 0; i < b->plan.nused; i++)
		p->query[i] = parse(p, break_choice(&b->plan, i).event);
	if (control && break_relates(&b->plan))
		fatal("--break-hits counts simultaneous events; concurrent and ordered ones are "
			"all reported");
	p->watch = control ? event_watch_new(p->target, p->whole, mistake) : NULL;
	if (control && !p->watch)
		fatal("--break: %s", mistake);
	p->watcher = control ? event_watch_attach(p->watch, p->w) : NULL;
}

static void
close_events(ProgramRun *p)
{
	if (p->watcher)
		watcher_free(p->watcher);
	event_watch_free(p->watch);
	target_free(p->target);
}

/* let_go: the process that reported continues. */
static void
let_go(ProgramRun *p)
{
	station_send(p->s, &(Message){.node = p->hit.node, .event = -p->hit.pid,
		.type = TYPE_BREAK, .flags = PACKET_SYSTEM});
}

static void
tell_hit(ProgramRun *p, FILE *f)
{
	const EventQuery *q = p->query[p->hit.task];
	Buf text = {0};

	fprintf(f, "breakpoint: %s\nrecognised by node %s, %s\n", p->o->brk,
		STATION_NODE(p->s, p->hit.node),
		break_choice(&p->b.plan, p->hit.task).recogniser);
	event_text(p->target, q, &text);
	fwrite(text.data, 1, text.len, f);
	buf_free(&text);
}

static bool
hit_holds(ProgramRun *p)
{
	const EventQuery *q = p->query[p->hit.task];

	if (event_holds_now(p->target, q))
		return true;
	fprintf(stderr, "%s: a process recognised what does not hold\n", q->text);
	return false;
}

/* await_halt: a process that computes stops in its next call; the event must remain true. */
static bool
await_halt(ProgramRun *p)
{
	station_await(p->s, NULL, NULL, p->w->now + HALT_WAIT);
	return hit_holds(p);
}

/* tell_related: concurrent or ordered events may be over: the run goes on. */
static void
tell_related(ProgramRun *p)
{
	BreakChoice c = break_choice(&p->b.plan, p->hit.task);

	p->nhits++;
	fprintf(stderr, "%s: %s: recognised by node %s, %s\n",
		TIME_STRING(p->reported[p->next - 1]), c.event, STATION_NODE(p->s, p->hit.node),
		c.recogniser);
}

/* take_hit: evaluate the event from outside; true if the run is to stop */
static bool
take_hit(ProgramRun *p)
{
	bool holds;

	p->hit = p->report[p->next++];
	if (break_relates(&p->b.plan)) {
		tell_related(p);
		return false;
	}
	holds = hit_holds(p) && (p->o->hits || await_halt(p));
	p->nhits++;
	p->nfalse += !holds;
	p->nrecognised += p->nheld != p->last;
	p->last = p->nheld;
	if (!p->o->hits || p->nhits == p->o->hits || !holds) {
		tell_hit(p, stderr);
		return p->broken = true;
	}
	let_go(p);
	return false;
}

/* ---- the run ---- */

static Topology *
read_topology(const RunOptions *o, const Config **config)
{
	Topology *t;

	if (!o->machine.topology)
		fatal("--topo is missing: the network on which the programs run");
	t = topology_read(o->machine.topology);
	if (o->machine.has_seed)
		t->seed = o->machine.seed;
	*config = o->machine.config ? topology_config(t, o->machine.config)
		: t->nconfigs > 0 ? &t->configs[0] : NULL;
	return t;
}

static uint32_t
count_nodes(const Topology *t, const Config *config)
{
	BootPlan *plan = boot_plan_new(t, config);
	uint32_t n = plan->nnodes;

	boot_plan_free(plan);
	return n;
}

static void
start(ProgramRun *p)
{
	for (uint32_t i = 0; i < p->b.nprograms; i++) {
		NodeProgram *program = &p->b.program[i];
		Buf file = program_read(program->elf);
		WaitEnd end;

		p->job[i] = job_new(p->s, &program->nodes, &(JobOptions){.name = program->elf,
			.program = &file, .argc = p->b.narguments, .argv = p->b.argument,
			.priority = 1}, &end);
		for (uint32_t k = 0; k < program->nodes.n; k++)
			if (p->job[i]->processes[k].pid <= 0)
				fatal("node %s: %s was not started: %s", STATION_NODE(p->s,
					p->job[i]->processes[k].node), program->name,
					p->job[i]->processes[k].pid ? kernel_error(
					p->job[i]->processes[k].pid) : "the node did not answer");
		buf_free(&file);
	}
	p->started = true;
}

/* is_over: have the programs of the job ended, or has a breakpoint been reported? */
static bool
is_over(void *context)
{
	ProgramRun *p = context;

	return p->next < p->nreports || job_done(p->awaited);
}

/* wait_job: until the programs of a job have ended; false if the run stops before */
static bool
wait_job(ProgramRun *p, Job *j)
{
	p->awaited = j;
	for (;;) {
		WaitEnd end = station_await(p->s, is_over, p, p->o->machine.until);

		if (interrupted(p) || end != WAIT_DONE)
			return false;
		if (p->next == p->nreports)
			return true;
		if (take_hit(p))
			return false;
	}
}

static bool
wait_all(ProgramRun *p)
{
	for (uint32_t i = 0; i < p->b.nprograms; i++)
		if (!wait_job(p, p->job[i]))
			return false;
	return true;
}

/* busy: cycles in which the nodes' processors were busy so far */
static Cycles
busy(const Network *w)
{
	Cycles sum = 0;

	for (NodeId n = 0; n < w->nnodes; n++) {
		Usage u = node_usage(w, n);

		sum += u.busy[0] + u.busy[1];
	}
	return sum;
}

static void
tell_end(const ProgramRun *p, bool ended, Cycles loaded)
{
	if (!ended && !p->broken && !machine_events_found(p->events))
		fprintf(stderr, "%s\n", interrupt_signal ? "interrupted"
			: p->w->now >= p->o->machine.until ? "the time asked for is reached"
			: "deadlock: all processes are waiting");
	machine_events_tell(p->events, stderr);
	if (p->o->brk && !p->o->only && p->nhits == 0)
		fprintf(stderr, "the event was not recognised: %s\n", p->o->brk);
	if (p->o->hits)
		fprintf(stderr, "recognised %u times, %u not true; held %u times, of which %u were "
			"recognised, %u missed\n", p->nhits, p->nfalse, p->nheld, p->nrecognised,
			p->nheld - p->nrecognised);
	fprintf(stderr, "cycles of all nodes: %" PRIu64 " to boot and load, %" PRIu64
		" to run\n", loaded, busy(p->w) - loaded);
	fprintf(stderr, "fingerprint %016" PRIx64 "\n", network_fingerprint(p->w));
}

static void
record_programs(ProgramRun *p)
{
	if (!p->o->machine.record)
		return;
	machine_record_program(p->past, "kernel", station_kernel(p->s));
	for (uint32_t i = 0; i < p->b.nprograms; i++)
		machine_record_program(p->past, "program", p->b.program[i].elf);
}

static int
execute(ProgramRun *p, const Config *config)
{
	const RunOptions *o = p->o;
	uint32_t n = p->b.nprograms;
	void *sync;
	Cycles loaded;
	bool ended, kept;

	machine_apply(&o->machine, p->w);
	p->past = machine_past(&o->machine, p->w, o->nwords, o->words);
	p->s = station_new(p->w, &(StationOptions){.kernel = p->b.kernel, .root = o->root,
		.quota = o->machine.quota, .logging = o->machine.sync_inside != NULL, .in = -1,
		.out = STDOUT_FILENO, .err = STDERR_FILENO, .halted = halted,
		.interrupted = interrupted, .context = p});
	station_set_past(p->s, p->past);
	record_programs(p);
	p->events = machine_events(&o->machine, p->past, station_kernel(p->s));
	for (uint32_t i = 0; i < n; i++)
		machine_events_program(p->events, p->b.program[i].elf);
	machine_events_check(p->events);
	sync = machine_sync(&o->machine, p->s);
	for (uint32_t i = 0; i < n; i++)
		machine_sync_program(sync, p->b.program[i].elf);
	if (station_spread(p->s, config) != WAIT_DONE)
		fatal("the nodes did not come up");
	for (uint32_t i = 0; i < n; i++)
		station_only_up(p->s, &p->b.program[i].nodes);
	open_events(p);
	p->job = arena_alloc(&p->b.arena, n, sizeof *p->job);
	machine_events_start(p->events);
	start(p);
	loaded = busy(p->w);
	ended = wait_all(p);
	tell_end(p, ended, loaded);
	close_events(p);
	machine_events_end(p->events);
	for (uint32_t i = 0; i < n; i++)
		job_free(p->job[i]);
	kept = machine_sync_end(sync, p->s);
	past_free(p->past);
	station_free(p->s);
	return ended && kept && p->nhits == 0 ? 0 : EXIT_FOUND;
}

static void
check(const RunOptions *o)
{
	if (o->native || o->machine.debug || o->monitor || o->graph
		|| view_wanted(&o->machine.view))
		fatal("programs on a network: only --topo, --build, --root and the options of the "
			"machine apply");
	if (o->brk && o->machine.sync_inside)
		fatal("--break and --sync-log inside: cannot be combined: both need a kernel of "
			"their own");
	if (o->machine.faults.n)
		fatal("--fault is for an APP.vms, and for trellis shell");
}

int
run_programs(const RunOptions *o)
{
	ProgramRun p = {.o = o, .b = {.o = o}};
	const Config *config;
	Topology *t;
	int status, lock;

	check(o);
	t = read_topology(o, &config);
	p.b.nnodes = count_nodes(t, config);
	p.b.dir = run_directory(o);
	add_programs(&p.b);
	lock = build_lock(p.b.dir);
	programs_build(&p.b);
	interrupt_catch(NULL);
	p.w = network_new(t);
	status = o->make_only ? 0 : execute(&p, config);
	build_unlock(lock);
	network_free(p.w);
	topology_free(t);
	for (uint32_t i = 0; i < p.b.nprograms; i++)
		node_set_free(&p.b.program[i].nodes);
	arena_free(&p.b.arena);
	return status;
}
