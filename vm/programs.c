/* programs.c - `trellis run` of programs on a network's kernels. */
#include "programs.h"
#include "break_hits.h"
#include "run.h"

#include "base/interrupt.h"
#include "cc/node/node_programs.h"
#include "detrek/debug/debug_live.h"
#include "detrek/events/run_events.h"
#include "detrek/observers/observers.h"
#include "detrek/target/stuck.h"
#include "detrek/target/unaligned_text.h"
#include "machine/boot_files.h"

#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A run of programs. */
typedef struct ProgramRun {
	NodePrograms b;
	const RunOptions *o;
	BootFiles files;  /* what the station boots */
	Station *s;
	LiveLinks live;
	Network *w;
	Past *past;       /* NULL if not recorded */
	Job **job;        /* [programs] */
	SyncLive *sync;  /* NULL for none */
	bool started;     /* all programs run */
	bool left_order;        /* the run could not continue in the forced order */
	bool stopped;     /* an error has stopped a process of a program */
	BreakHits *hits;       /* the breakpoints of --break; NULL for none */
	RunEvents *events;     /* the event of --break-outside; NULL for none */
	Live *debugger;        /* the debugger of --debug; NULL for none */
} ProgramRun;

/* ---- the command line ---- */

/* ends_with_suffix: true if word ends with suffix, and has characters before it. */
static bool
ends_with_suffix(const char *word, const char *suffix)
{
	size_t n = strlen(word), k = strlen(suffix);

	return n > k && strcmp(word + n - k, suffix) == 0;
}

bool
programs_input(const char *word)
{
	return ends_with_suffix(word, ".c") || ends_with_suffix(word, ".elf");
}

/* add_program: add the program that a word [PLACE:]FILE names. */
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
	for (uint32_t i = 0; i < p.nfiles; i++)
		p.linked |= ends_with_suffix(p.file[i], ".elf");
	if (p.linked && p.nfiles > 1)
		fatal("'%s': a program is one .elf file, or FILE.c+FILE.c...", input);
	if (p.linked && b->o->brk)
		fatal("--break: %s is not compiled; give its C files", p.file[0]);
	b->program = arena_more(&b->arena, b->program, b->nprograms, sizeof p);
	b->program[b->nprograms++] = p;
}

/* add_programs: add the programs of all words of the command line. */
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

/* ---- breakpoints and failures ---- */

/* list_elf_files: the ELF files of the programs; the caller frees the list. */
static const char **
list_elf_files(const ProgramRun *p)
{
	const char **elf = xcalloc(p->b.nprograms, sizeof *elf);

	for (uint32_t i = 0; i < p->b.nprograms; i++)
		elf[i] = p->b.program[i].elf;
	return elf;
}

/* open_thread_names: the names in the sources of the programs, for messages. */
static ThreadNames *
open_thread_names(const ProgramRun *p)
{
	const char **elf = list_elf_files(p);
	ThreadNames *names = thread_names_open(
		p->w, station_kernel_file(p->s), elf, p->b.nprograms);

	free(elf);
	return names;
}

/*
 * nodes_halted: callback of StationOptions: report a process that has failed, unless it stopped
 * for a breakpoint.
 */
static void
nodes_halted(void *context, const Halt *h, Time at)
{
	ProgramRun *p = context;
	const HaltReport *r = &h->report;
	ThreadNames *names;
	Buf place = {0};

	if (break_hits_report(p->hits, r, at))
		return;
	p->stopped = true;
	names = open_thread_names(p);
	if (names)
		thread_put_halt(names, h, &place);
	thread_names_close(names);
	fflush(stdout);
	fprintf(stderr, "node %s: %s (pid %d) stopped: %s\n%.*s", STATION_NODE(p->s, r->node),
		r->name, r->pid, r->text, (int)place.len, (char *)place.data);
	buf_free(&place);
}

/*
 * programs_interrupted: callback of StationOptions: count the hits of breakpoints; true if a
 * signal has arrived that is not for the debugger, or the event has occurred.
 */
static bool
programs_interrupted(void *context)
{
	ProgramRun *p = context;

	break_hits_observe(p->hits);
	return (interrupt_signal && !(p->past && past_is_driven(p->past)))
		|| (p->started && run_events_has_begun(p->events));
}

/* list_program_elf: [programs] the names of the ELF files in which breakpoints are evaluated. */
static const char **
list_program_elf(ProgramRun *p)
{
	const char **elf = arena_alloc(&p->b.arena, p->b.nprograms, sizeof *elf);

	for (uint32_t i = 0; i < p->b.nprograms; i++)
		elf[i] = p->b.program[i].elf;
	return elf;
}

/* make_break_hits: the breakpoints of a run with --break. */
static BreakHits *
make_break_hits(ProgramRun *p)
{
	const BreakPlan *plan = &p->b.plan;
	BreakHitsOptions o = {.run = p->o, .s = p->s, .elf = list_program_elf(p),
		.nelf = p->b.nprograms,
		.nchoices = plan->nused, .threads = break_has_threads(plan),
		.related = break_relates(plan)};

	o.choice = arena_alloc(&p->b.arena, o.nchoices, sizeof *o.choice);
	for (uint32_t i = 0; i < o.nchoices; i++)
		o.choice[i] = break_choice(plan, i);
	return break_hits_new(&o);
}

/* ---- the run ---- */

/* The machine without --topo. */
static const char single[] = "topology single\n"
			     "node n0 type=T800 mem=4M\n"
			     "host h links=1\n"
			     "wire h.0 n0.0\n"
			     "end\n";

/*
 * read_topology: the topology of --topo or a built-in one; sets *config to the configuration that
 * the options name, or to the first one.
 */
static Topology *
read_topology(const RunOptions *o, const Config **config)
{
	Topology *t = o->machine.topology ? topology_read(o->machine.topology)
		: topology_parse(single, sizeof single - 1, "(the built-in machine)");

	t = link_topology(&o->machine.links, t);
	if (o->machine.has_seed)
		t->seed = o->machine.seed;
	*config = o->machine.config ? topology_config(t, o->machine.config)
		: t->nconfigs > 0 ? &t->configs[0] : NULL;
	return t;
}

/* count_nodes: the number of nodes that the topology boots. */
static uint32_t
count_nodes(const Topology *t, const Config *config)
{
	BootPlan *plan = boot_plan_new(t, config);
	uint32_t n = plan->nnodes;

	boot_plan_free(plan);
	return n;
}

/* start_programs: start the processes of all programs on their nodes. */
static void
start_programs(ProgramRun *p)
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
					p->job[i]->processes[k].pid ? kernel_error_text(
					p->job[i]->processes[k].pid) : "the node did not answer");
		buf_free(&file);
	}
	p->started = true;
	if (p->o->observer)
		p->o->observer->started(p->o->observer->context);
}

/* wait_for_job: wait until the programs of a job have ended; false if the run stops before. */
static bool
wait_for_job(ProgramRun *p, Job *j)
{
	Time until = p->o->machine.until;

	return (p->hits ? break_hits_wait(p->hits, j, until) : job_wait(j, until)) == WAIT_DONE
		&& !programs_interrupted(p);
}

/* wait_for_programs: wait until all programs have ended; returns false if one has not. */
static bool
wait_for_programs(ProgramRun *p)
{
	for (uint32_t i = 0; i < p->b.nprograms; i++)
		if (!wait_for_job(p, p->job[i]))
			return false;
	return true;
}

/* busy_cycles: the cycles in which the nodes' processors were busy so far. */
static Cycles
busy_cycles(const Network *w)
{
	Cycles sum = 0;

	for (NodeId n = 0; n < w->nnodes; n++) {
		Usage u = node_usage(w, n);

		sum += u.busy[0] + u.busy[1];
	}
	return sum;
}

/* print_deadlock: print which threads wait for each other, or are held. */
static void
print_deadlock(ProgramRun *p)
{
	ThreadNames *names = open_thread_names(p);
	Buf text = {0};
	Stuck found = stuck_text(p->w->nodes, p->w->nnodes, station_kernel_file(p->s), true,
		(Holder){observers_hold, p->sync}, names, &text);

	p->left_order = found == STUCK_HELD;
	fprintf(stderr, "%s\n%.*s", stuck_word(found), (int)text.len, (char *)text.data);
	buf_free(&text);
	thread_names_close(names);
}

/*
 * print_unaligned: print the instructions that have made unaligned accesses, with their places in
 * the programs.
 */
static void
print_unaligned(const ProgramRun *p)
{
	const char **elf = list_elf_files(p);

	unaligned_print(p->w, station_kernel_file(p->s), elf, p->b.nprograms, stderr);
	free(elf);
}

/*
 * print_stop: print why a run that has not ended stops: it was interrupted, has reached --until,
 * or is deadlocked.
 */
static void
print_stop(ProgramRun *p)
{
	if (interrupt_signal)
		fputs("interrupted\n", stderr);
	else if (p->w->now >= p->o->machine.until)
		fputs("the time asked for is reached\n", stderr);
	else
		print_deadlock(p);
}

/* print_statuses: print the processes that have not ended with status 0. */
static void
print_statuses(const ProgramRun *p)
{
	for (uint32_t i = 0; i < p->b.nprograms; i++)
		for (uint32_t k = 0; k < p->job[i]->set.n; k++) {
			const JobProcess *process = &p->job[i]->processes[k];

			if (process->ended && (process->status || process->reason))
				fprintf(stderr, "node %s: %s: %s, status %d\n",
					STATION_NODE(p->s, process->node), p->b.program[i].name,
					exit_reason_text(process->reason), process->status);
		}
}

/*
 * print_end: print how the run ended, and its figures; loaded: the busy cycles before the programs
 * began.
 */
static void
print_end(ProgramRun *p, bool ended, Cycles loaded)
{
	if (!ended && !break_hits_broken(p->hits) && !run_events_has_begun(p->events))
		print_stop(p);
	run_events_print(p->events, stderr);
	break_hits_print(p->hits, stderr);
	print_unaligned(p);
	station_report_input(p->s, stderr);
	if (p->o->observer) {
		print_statuses(p);
		return;
	}
	fprintf(stderr, "cycles of all nodes: %" PRIu64 " to boot and load, %" PRIu64
		" to run\n", loaded, busy_cycles(p->w) - loaded);
	fprintf(stderr, "fingerprint %016" PRIx64 "\n", network_fingerprint(p->w));
}

/* record_programs: store in the recording the programs and their sources. */
static void
record_programs(ProgramRun *p)
{
	if (!p->o->machine.record)
		return;
	machine_record_program(p->past, "kernel", station_kernel_file(p->s), NULL);
	for (uint32_t i = 0; i < p->b.nprograms; i++) {
		char *copy = xstrdup(p->b.program[i].file[0]);

		machine_record_program(p->past, "program", p->b.program[i].elf, dirname(copy));
		free(copy);
	}
}

/* begin_debugger: let a debugger control the run, if the options ask for it. */
static void
begin_debugger(ProgramRun *p)
{
	const MachineOptions *m = &p->o->machine;

	p->debugger = m->debug ? debug_live_begin(p->past, m->script) : NULL;
	debug_live_program(p->debugger, station_kernel_file(p->s), "kernel");
	for (uint32_t i = 0; i < p->b.nprograms; i++)
		debug_live_program(p->debugger, p->b.program[i].elf, NULL);
}

/* observer_begins: tell the observer that the network and its programs are ready. */
static void
observer_begins(ProgramRun *p)
{
	const char **elf = list_elf_files(p);

	run_observe(p->o->observer, p->w, station_kernel_file(p->s), elf, p->b.nprograms);
	free(elf);
}

/* execute_programs: boot the machine and run the programs; returns the exit status. */
static int
execute_programs(ProgramRun *p, const Config *config)
{
	const RunOptions *o = p->o;
	uint32_t n = p->b.nprograms;
	Cycles loaded;
	bool ended, hit;
	int status;

	machine_apply(&o->machine, p->w);
	p->past = machine_past(&o->machine, p->w, o->nwords, o->words);
	live_links_open(&p->live, &o->machine.links, p->w->topology, false);
	boot_files_read(&p->files, p->b.kernel, o->machine.sync_inside != NULL);
	p->s = station_new(p->w, &(StationOptions){.files = &p->files, .root = o->root,
		.quota = o->machine.quota, .in = -1,
		.realtime = machine_realtime(&o->machine),
		.types = &o->machine.types, .links = p->live.links, .nlinks = p->live.nlinks,
		.out = STDOUT_FILENO, .err = STDERR_FILENO, .halted = nodes_halted,
		.interrupted = programs_interrupted, .context = p});
	station_set_past(p->s, p->past);
	record_programs(p);
	p->events = run_events_begin(p->past, o->machine.event, station_kernel_file(p->s));
	for (uint32_t i = 0; i < n; i++)
		run_events_add_program(p->events, p->b.program[i].elf);
	p->events = run_events_check(p->events, view_wanted(&o->machine.view));
	begin_debugger(p);
	p->sync = observers_begin(&o->machine, p->s);
	for (uint32_t i = 0; i < n; i++)
		observers_program(p->sync, p->b.program[i].elf);
	observer_begins(p);
	if (station_boot(p->s, config) != WAIT_DONE)
		fatal("the nodes did not come up");
	for (uint32_t i = 0; i < n; i++)
		station_check_all_up(p->s, &p->b.program[i].nodes);
	if (o->brk)
		p->hits = make_break_hits(p);
	p->job = arena_alloc(&p->b.arena, n, sizeof *p->job);
	run_events_start(p->events);
	start_programs(p);
	loaded = busy_cycles(p->w);
	ended = wait_for_programs(p);
	print_end(p, ended, loaded);
	if (o->observer)
		o->observer->ends(o->observer->context, ended);
	hit = break_hits_count(p->hits) > 0;
	break_hits_free(p->hits);
	run_events_end(p->events);
	debug_live_end(p->debugger);
	for (uint32_t i = 0; i < n; i++)
		job_free(p->job[i]);
	status = observers_end(p->sync, p->s);
	past_free(p->past);
	station_free(p->s);
	live_links_close(&p->live);
	boot_files_free(&p->files);
	return (ended || p->left_order) && !hit && !p->stopped ? status : EXIT_FOUND;
}

/* check_options: refuse options that runs of programs without a .vms file do not support. */
static void
check_options(const RunOptions *o)
{
	if (o->native || o->monitor || o->graph
		|| view_wanted(&o->machine.view))
		fatal("programs on a network: only --topo, --build, --root and the options of the "
			"machine apply");
	if (o->brk && o->machine.sync_inside)
		fatal("--break and --sync-log inside: cannot be combined: both need a kernel of "
			"their own");
	if (o->brk && o->machine.debug)
		fatal("--break and --debug cannot be combined");
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

	check_options(o);
	t = read_topology(o, &config);
	p.b.nnodes = count_nodes(t, config);
	p.b.dir = run_directory(o);
	add_programs(&p.b);
	lock = build_lock(p.b.dir);
	programs_build(&p.b);
	interrupt_catch(NULL);
	p.w = network_new(t);
	status = o->make_only ? 0 : execute_programs(&p, config);
	build_unlock(lock);
	network_free(p.w);
	topology_free(t);
	for (uint32_t i = 0; i < p.b.nprograms; i++)
		node_set_free(&p.b.program[i].nodes);
	arena_free(&p.b.arena);
	return status;
}
