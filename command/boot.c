/*
 * boot.c - `trellis boot`: boots a program over link 0 of the root node, and serves its requests.
 */
#include "command.h"
#include "follow.h"

#include "base/files.h"
#include "base/interrupt.h"
#include "base/list.h"
#include "base/number.h"
#include "base/progress.h"
#include "cc/as/as.h"
#include "cc/node/node_programs.h"
#include "detrek/debug/debug_live.h"
#include "detrek/debug/window_source.h"
#include "detrek/events/run_events.h"
#include "detrek/target/thread_names.h"
#include "detrek/target/unaligned_text.h"
#include "machine/live_links.h"
#include "machine/machine_options.h"
#include "sim/fault/fault.h"
#include "sim/host/adapter.h"
#include "sim/host/helios/helios.h"
#include "sim/host/iserver/iserver.h"
#include "sim/host/partner/partner.h"
#include "sim/past/snapshot.h"
#include "sim/ranks/ranks.h"
#include "sim/trace/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	MAX_BOOT = 64 << 20, /* bytes of a boot file */
};

/* The options and arguments of the command line. */
typedef struct Run {
	MachineOptions machine;
	const char *program, *root, *snapshot, *restore;
	const char *system;   /* of --helios; NULL for none */
	bool windows;         /* --helios-windows */
	Followers followers;
	const char **symbols; /* ELF files of the code, for debuggers */
	uint32_t nsymbols;
	LiveLinks live;
	Typist *typist;   /* NULL without --type */
	EnvOption env;
	int argc;
	char **argv; /* the whole command line */
	bool raw, hash, host_time, by_byte; /* options; by_byte: --link-events byte */
	/* seed of the random lengths of slices into which the run is cut; 0: it is not cut */
	uint64_t slices;
	/* when a snapshot is written; the delay between two bytes of the host */
	Time snapshot_at, pace;
	Realtime realtime;
	int nserver;      /* number of command line words up to and including the program's name */
	Topology *t;
	const Config *config; /* of --config; NULL for none */
	Network *w;
	Host *h;
	Iserver *s;       /* NULL: raw, or another server */
	Helios *helios;   /* NULL: another server, or none */
	Buf boot, input;  /* what the host sends: the boot file; in a raw run, then the input */
	FILE *requests;   /* NULL: do not log requests */
	View *view;       /* NULL: no window or picture */
	Past *past;       /* NULL: the run is not recorded, debugged or observed */
	Live *debugger;   /* NULL: the run is not debugged */
	RunEvents *event; /* of --break-outside; NULL for none */
} Run;

/*
 * One node with this many megabytes and the host on link 0; reads outside memory do not stop it, so
 * programs can determine the memory size.
 */
static const char single_topology[] = "topology single\n"
			     "node n0 type=T800 mem=%uM unmapped=float\n"
			     "host h links=1\n"
			     "wire h.0 n0.0\n"
			     "end\n";

/* is_option_yes: true if the option's value is `yes`; fatal unless it is `yes` or `no`. */
static bool
is_option_yes(const char *option, const char *value, const char *no, const char *yes)
{
	if (strcmp(value, no) != 0 && strcmp(value, yes) != 0)
		fatal("--%s %s: expected %s or %s", option, value, no, yes);
	return strcmp(value, yes) == 0;
}

/*
 * check_within_run: fatal if the time that the option gives for a file is not before the run's end.
 */
static void
check_within_run(const Run *run, const char *option, const char *file, Time at)
{
	if (file && at > run->machine.until)
		fatal("the run ends before --%s; use a later --until", option);
}

enum {
	OPT_RAW = 256,
	OPT_HELIOS,
	OPT_HELIOS_WINDOWS,
	OPT_HOST_TIME,
	OPT_PACE,
	OPT_LINK_EVENTS,
	OPT_SLICES,
	OPT_SNAPSHOT,
	OPT_RESTORE,
	OPT_ANALYSE,
	OPT_RESET,
	OPT_HASH,
	OPT_SYMBOLS,
	OPT_THEN,
};

/* set_option: store the value of the option with this id. */
static void
set_option(Run *run, int id, char *argument)
{
	switch (id) {
	case 'r': run->root = argument; break;
	case 'e': env_option(&run->env, argument); break;
	case OPT_RAW: run->raw = true; break;
	case OPT_HELIOS: run->system = argument; break;
	case OPT_HELIOS_WINDOWS: run->windows = true; break;
	case OPT_HOST_TIME: run->host_time = true; break;
	case OPT_PACE: run->pace = time_option("pace", argument); break;
	case OPT_LINK_EVENTS:
		run->by_byte = is_option_yes("link-events", argument, "message", "byte");
		break;
	case OPT_SLICES: run->slices = number_option("slices", argument, 0, UINT64_MAX); break;
	case OPT_SNAPSHOT:
		run->snapshot = file_at_option("snapshot", argument, &run->snapshot_at);
		break;
	case OPT_ANALYSE: follower_add(&run->followers, FOLLOW_ANALYSE, argument); break;
	case OPT_RESET: follower_add(&run->followers, FOLLOW_RESET, argument); break;
	case OPT_THEN: follower_add(&run->followers, FOLLOW_THEN, argument); break;
	case OPT_RESTORE: run->restore = argument; break;
	case OPT_HASH: run->hash = true; break;
	case OPT_SYMBOLS:
		run->symbols = list_more(run->symbols, run->nsymbols, sizeof *run->symbols);
		run->symbols[run->nsymbols++] = argument;
		break;
	}
}

/*
 * check_followers: check that the times of followers come before the end of the run and that, in a
 * raw run, they have no arguments.
 */
static void
check_followers(const Run *run)
{
	for (int i = 0; i < run->followers.n; i++) {
		const Follower *f = &run->followers.list[i];
		const char *option = follower_option_name(f);

		if (f->at != NEVER)
			check_within_run(run, option, f->text, f->at);
		if (run->raw && f->nwords > 1)
			fatal("--%s: without a server %s gets no arguments; leave out --raw",
				option, f->words[0]);
	}
}

/*
 * check_system: refuse options that Helios excludes: it has its own boot file, server and programs.
 */
static void
check_system(const Run *run)
{
	if (run->windows && !run->system)
		fatal("--helios-windows: only programs of Helios create windows; use it with "
			"--helios");
	if (!run->system)
		return;
	if (run->program)
		fatal("--helios boots the system's own nucleus; leave out %s", run->program);
	if (run->raw || run->root || run->env.n > 0 || run->restore || run->followers.n > 0)
		fatal("--helios has its own server: leave out --raw, --root, --env, --restore, "
			"--analyse and --reset");
}

/*
 * check_live: refuse options that partners exclude: the bytes on their links are not in snapshots,
 * and they have no followers. Adaptors are in snapshots.
 */
static void
check_live(const Run *run)
{
	const LinkOptions *o = &run->machine.links;

	if ((o->n > 0 && run->followers.n > 0)
	    || (link_options_have_partner(o) && (run->snapshot || run->restore)))
		fatal("--link: leave out --snapshot, --restore, --analyse and --reset");
}

/*
 * check_typist: refuse options that --type excludes: it needs a server's input, and is not in
 * snapshots.
 */
static void
check_typist(const Run *run)
{
	if (run->machine.types.n > 0 && (run->snapshot || run->restore))
		fatal("--type: leave out --snapshot and --restore");
}

/* check_realtime: refuse --realtime without a server, because all input is sent at once then. */
static void
check_realtime(const Run *run)
{
	if (run->machine.realtime.factor > 0 && run->raw && run->machine.links.n == 0)
		fatal("--realtime: with --raw the input is sent at once; use --link h.0=stdio "
			"instead");
}

/* boot_name: the name of what is booted or continued: program, snapshot, partner, or ROMs. */
static const char *
boot_name(const Run *run)
{
	return run->system ? run->system
		: run->program ? run->program
		: run->restore ? run->restore
		: run->machine.links.n > 0 ? run->machine.links.options[0].where
					   : run->machine.topology;
}

/* parse_options: read the options up to the program's name. */
static void
parse_options(Run *run, int argc, char **argv)
{
	OptionReader r;
	int id;

	*run = (Run){.machine.until = NEVER, .argc = argc, .argv = argv};
	option_reader_init(&r, &boot_command, OPTIONS_FIRST, argc, argv);
	while ((id = option_next(&r)) != -1)
		if (!machine_option(&run->machine, id, r.argument))
			set_option(run, id, r.argument);
	if (option_first_argument(&r) == argc && !run->restore && !run->system
		&& run->machine.links.n == 0
		&& !run->machine.topology)
		fatal("boot: missing PROGRAM; see 'trellis boot --help'");
	run->program = argv[option_first_argument(&r)];
	run->nserver = option_first_argument(&r) + (run->program != NULL);
	if ((run->snapshot || run->restore) && !run->raw)
		fatal("a snapshot does not hold the host's open files: it needs --raw");
	check_within_run(run, "snapshot", run->snapshot, run->snapshot_at);
	check_followers(run);
	check_system(run);
	check_live(run);
	check_realtime(run);
	check_typist(run);
	machine_check(&run->machine);
	run->realtime = machine_realtime(&run->machine);
	machine_record_default(&run->machine, boot_name(run));
	if (machine_is_synced(&run->machine))
		fatal("boot: --sync-log and --sync-order need a kernel; 'shell' and 'run' have "
			"one");
}

/* size_by_name: the value of a symbol that stands for a number of bytes; 0 if there is none. */
static uint32_t
size_by_name(const Image *im, const char *name)
{
	const Symbol *s = image_symbol(im, name);

	return s ? s->addr : 0;
}

/*
 * memory_needed: the bytes that a program needs, from MostNeg on, with its stack and heap; 0 for a
 * boot file, which does not say what it needs.
 */
static uint32_t
memory_needed(const char *name)
{
	Buf file = file_read(name, MAX_BOOT);
	uint32_t needed = 0;

	if (executable_is(&file)) {
		Image im = {0};

		image_read(&im, name, file.data, file.len);
		needed = image_end(&im) - MOSTNEG + size_by_name(&im, "__stack_size")
			+ size_by_name(&im, "__heap_size");
		image_free(&im);
	}
	buf_free(&file);
	return needed;
}

/* single_node: the built-in machine, with at least 4 MB, and enough for the programs. */
static Topology *
single_node(const Run *run)
{
	uint32_t needed = run->program ? memory_needed(run->program) : 0, megabytes = 4;
	char *text;
	Topology *t;

	for (int i = 0; i < run->followers.n; i++) {
		uint32_t other = memory_needed(run->followers.list[i].words[0]);

		needed = other > needed ? other : needed;
	}
	while (megabytes << 20 < needed)
		megabytes *= 2;
	text = xasprintf(single_topology, megabytes);
	t = topology_parse(text, strlen(text), "(the built-in machine)");
	free(text);
	return t;
}

/* boot_bytes: the bytes to send over the link; an ELF image is preceded by its bootstrap. */
static Buf
boot_bytes(const char *name)
{
	Buf file = file_read(name, MAX_BOOT), boot;

	if (executable_is(&file)) {
		Image im = {0};

		image_read(&im, name, file.data, file.len);
		boot = image_boot(&im, false);
		image_free(&im);
		buf_free(&file);
		return boot;
	}
	boot_check(name, file.data, file.len);
	if (!program_is_plausible(file.data))
		warning("%s does not look like ELF or transputer boot code; booting it "
			"anyway", name);
	return file;
}

/*
 * read_faults: read the faults of the options, which may name the program's variables and
 * functions.
 */
static void
read_faults(const Run *run)
{
	FaultNames names = {.find_symbol = program_address};
	Buf program = {0};
	Image im = {0};

	if (run->machine.faults.n > 0 && run->program) {
		program = file_read(run->program, MAX_BOOT);
		if (executable_is(&program)) {
			image_read(&im, run->program, program.data, program.len);
			names.others = &im;
		}
	}
	fault_options_read(&run->machine.faults, run->w, &names);
	faults_start(run->w);
	if (names.others)
		image_free(&im);
	buf_free(&program);
}

/*
 * slice_end: the end of the next slice of time, of pseudo-random length from 1 ns to 33 us; *count
 * numbers the slices. NEVER if the run is not sliced.
 */
static Time
slice_end(const Run *run, uint64_t *count)
{
	uint64_t x = (run->slices + ++*count) * 0x9E3779B97F4A7C15ull;

	if (run->slices == 0)
		return NEVER;
	x ^= x >> 29;
	return run->w->now + 1000 + (x * 0xBF58476D1CE4E5B9ull >> 39);
}

/*
 * is_run_interrupted: true if a signal has arrived that is not for the debugger, or if the event
 * holds.
 */
static bool
is_run_interrupted(const Run *run)
{
	return (interrupt_signal && !(run->past && past_is_driven(run->past)))
		|| run_events_has_begun(run->event);
}

/* does_run_continue: true if the run continues after a part that has ended in this way. */
static bool
does_run_continue(const Run *run, RunEnd end)
{
	return end == RUN_REACHED || (end == RUN_QUIET && host_may_act(run->h));
}

/*
 * wake_host: let the host act if it is time to, or if no event is left; in the second case the
 * host acts at the time that its clock shows. Returns the time from which the run continues.
 */
static Time
wake_host(const Run *run, RunEnd end)
{
	Time now = run->w->now;

	if (end == RUN_QUIET)
		now = later(now, realtime_now(&run->realtime));
	if (end == RUN_QUIET || host_wakes(run->h) <= now)
		host_wake(run->h, run->w, now, end == RUN_QUIET);
	return now;
}

/*
 * is_over: true if no event is left in the machine, and its clock has passed the requested time.
 */
static bool
is_over(const Run *run, RunEnd end, Time until)
{
	return end == RUN_QUIET && realtime_now(&run->realtime) > until;
}

/*
 * show_progress: show the progress, but not on a terminal that a program or Helios uses, nor at the
 * pace of the clock.
 */
static void
show_progress(const Run *run)
{
	if (run->realtime.factor > 0)
		return;
	if (run->s ? !iserver_has_terminal(run->s) : run->raw || !isatty(STDIN_FILENO))
		progress_show("%.6f s simulated", run->w->now / 1e12);
}

/* run_piece: run at most to `until`, at the pace of --realtime. */
static RunEnd
run_piece(Run *run, Time until)
{
	RunEnd end = run->past ? past_run(run->past, until) : network_run(run->w, until);

	show_progress(run);
	if (end == RUN_REACHED)
		realtime_wait(&run->realtime, run->w->now);
	return end;
}

/*
 * run_to: run in pieces to the time `until`, or up to a signal, the event or the run's end. Before
 * each piece the host may act. Returns how the last piece ended.
 */
static RunEnd
run_to(Run *run, Time until)
{
	Network *w = run->w;
	uint64_t count = 0;
	RunEnd end = RUN_REACHED;

	if (run->view) {
		while (does_run_continue(run, end) && w->now < until && !view_closed(run->view)
			&& !interrupt_signal) {
			wake_host(run, end);
			end = view_run(run->view, earlier(until, host_wakes(run->h)));
		}
		return end;
	}
	while (does_run_continue(run, end) && w->now < until && !is_run_interrupted(run)) {
		Time piece = wake_host(run, end) + (run->realtime.factor > 0 ? 1 : 20) * EPOCH;

		piece = earlier(slice_end(run, &count), earlier(piece, host_wakes(run->h)));
		end = run_piece(run, earlier(until, piece));
		if (is_over(run, end, until)) {
			w->now = until; /* nothing happens before */
			end = RUN_REACHED;
		}
	}
	return end;
}

/* report_stops: print the nodes that have stopped. */
static void
report_stops(const Network *w)
{
	for (NodeId n = 0; n < w->nnodes; n++) {
		const T800 *c = w->nodes[n];

		if (c->stop > STOP_BOOT)
			fprintf(stderr, "node %s %s (%08x, Iptr %08x) at %" PRIu64 " cycles\n",
				w->topology->nodes[n].name, stop_text(c->stop), c->fault, c->r.iptr,
				c->r.cycles);
	}
}

/* program_executable: the program's file, if it has names for debugging; otherwise NULL. */
static const char *
program_executable(const Run *run)
{
	Buf program = {0};
	bool is;

	if (!run->program)
		return NULL;
	program = file_read(run->program, MAX_BOOT);
	is = executable_is(&program);
	buf_free(&program);
	return is ? run->program : NULL;
}

/* report_error: print to standard error where and why node n has set Error. */
static void
report_error(const Network *w, NodeId n, const ErrorRise *r, ThreadNames *names)
{
	Buf place = {0};

	if (names)
		thread_put_ended(names, n, r->instruction, r->wdesc & ~3u, false, &place);
	fprintf(stderr, "node %s: Error was set: %s (%08x)\n%.*s", w->topology->nodes[n].name,
		error_rise_text(r), r->instruction, (int)place.len, (char *)place.data);
	buf_free(&place);
}

/* report_errors: print where Error was set on nodes that continue, if it is still set. */
static void
report_errors(const Run *run, const char *program)
{
	ThreadNames *names = NULL;

	for (NodeId n = 0; n < run->w->nnodes; n++) {
		const T800 *c = run->w->nodes[n];
		const ErrorRise *r = c->stop > STOP_BOOT ? NULL : error_last(&c->errors);

		if (r && !names)
			names = thread_names_open(run->w, NULL, &program, 1);
		if (r)
			report_error(run->w, n, r, names);
	}
	thread_names_close(names);
}

/* report_end: print the run's end on stderr, so that the program's own output stays complete. */
static void
report_end(const Run *run, RunEnd end)
{
	const Network *w = run->w;
	const char *program = program_executable(run);

	fflush(stdout);
	report_stops(w);
	/* not after followers, because they find the Errors of earlier programs */
	if (run->followers.n == 0)
		report_errors(run, program);
	faults_print(w, stderr);
	unaligned_print(run->w, NULL, &program, 1, stderr);
	if (run_events_has_begun(run->event))
		end = RUN_FINISHED;
	run_events_print(run->event, stderr);
	if (end == RUN_REACHED || (end == RUN_QUIET && interrupt_signal))
		fputs(interrupt_signal                        ? "interrupted\n"
				: w->now < run->machine.until ? "the window was closed\n"
				: "the time asked for is reached\n",
			stderr);
	else if (end == RUN_QUIET && !run->raw && !run->live.has_root)
		fputs("deadlock: all processes are waiting\n", stderr);
	typist_report(run->typist, stderr);
	if (!run->helios)
		host_report(run->h, w, stderr);
	fprintf(stderr, "fingerprint %016" PRIx64 "\n", network_fingerprint(w));
	if (run->hash)
		fprintf(stderr, "state %016" PRIx64 "\n", network_hash(w));
	if (run->machine.stats) {
		network_stats(w, stderr);
		ranks_print_stats(w, stderr);
	}
}

/*
 * has_failed: true if the run failed in another way than by a status that the program has chosen.
 */
static bool
has_failed(const Run *run, RunEnd end)
{
	int status;

	for (NodeId n = 0; n < run->w->nnodes; n++)
		if (error_last(&run->w->nodes[n]->errors))
			return true;
	return end != RUN_FINISHED || !run->s || !iserver_exited(run->s, &status);
}

/* check_output: fatal if the server could not write the programs' output. */
static void
check_output(const Run *run)
{
	int error = run->s ? iserver_output_error(run->s)
		: run->helios  ? helios_output_error(run->helios)
			       : 0;

	if (error != 0) {
		errno = error;
		fatal("cannot write standard output:");
	}
}

/* exit_status: the exit status of the command. */
static int
exit_status(const Run *run, RunEnd end)
{
	const Network *w = run->w;
	const Iserver *s = run->s;
	int status = 0;

	check_output(run);
	if (run_events_has_begun(run->event))
		return EXIT_FOUND;
	if (s && iserver_starved(s)) {
		fputs("the program polls the keyboard forever, but its input has ended\n", stderr);
		return EXIT_FOUND;
	}
	if (end == RUN_FINISHED && s && iserver_exited(s, &status))
		return status;
	if (end == RUN_FINISHED && run->helios)
		return 0;
	if (end == RUN_FINISHED) {
		fputs("unknown request over the link: the program may be for another board, or "
			"may need --raw\n", stderr);
		return EXIT_FOUND;
	}
	for (NodeId n = 0; n < w->nnodes; n++)
		if (w->nodes[n]->stop > STOP_BOOT)
			return EXIT_FOUND;
	return s || interrupt_signal ? EXIT_FOUND : 0;
}

/*
 * make_server: make a server for a program with a command line, whose first nserver words are for
 * the server.
 */
static Iserver *
make_server(const Run *run, int argc, char **argv, int nserver)
{
	IserverOptions o = {
		.root = run->root,
		.words = argv,
		.nwords = argc,
		.nserver = nserver,
		.env = run->env.list,
		.live = run->realtime.factor > 0,
		.quota = run->machine.quota,
		.boardsize = run->t->nodes[0].mem,
		.host_time = run->host_time,
		.in = machine_input(&run->machine, STDIN_FILENO),
		.typist = run->typist,
		.out = STDOUT_FILENO,
		.err = STDERR_FILENO,
		.log = run->requests,
	};

	return iserver_new(&o);
}

/* boot_follower: reset the nodes that the follower requests, and boot it with its own server. */
static void
boot_follower(Run *run, const Follower *f)
{
	Network *w = run->w;

	progress_clear();
	report_stops(w);
	if (f->reset == FOLLOW_THEN)
		network_continue(w);
	else
		network_reset(w, f->reset == FOLLOW_ANALYSE ? RESET_ANALYSE : RESET_NODE + 0);
	if (run->raw) {
		host_boot(run->h, w, w->now, f->boot.data, f->boot.len);
		return;
	}
	iserver_free(run->s);
	run->s = make_server(run, f->nwords, f->words, 1);
	host_boot_served(run->h, w, w->now,
		&(HostProgram){
			.boot = f->boot.data,
			.nboot = f->boot.len,
			.iserver = run->s,
			.peek = f->reset == FOLLOW_ANALYSE,
		});
}

/* run_to_end: run the program and its followers; returns how the last one ended. */
static RunEnd
run_to_end(Run *run)
{
	for (int i = 0; i < run->followers.n; i++) {
		const Follower *f = &run->followers.list[i];
		Time at = f->at == NEVER ? run->machine.until : f->at;
		RunEnd end = run_to(run, at);

		if (end == RUN_REACHED
			&& (f->at == NEVER || is_run_interrupted(run) || run->w->now < f->at)) {
			fprintf(stderr, "%s was not booted: the program before it had not ended\n",
				f->words[0]);
			return end;
		}
		boot_follower(run, f);
	}
	return run_to(run, run->machine.until);
}

/* begin_event: begin to observe the programs, if the run is to stop at an event. */
static void
begin_event(Run *run)
{
	run->event = run_events_begin(run->past, run->machine.event, NULL);
	if (run->program)
		run_events_add_program(run->event, run->program);
	for (uint32_t i = 0; i < run->nsymbols; i++)
		run_events_add_program(run->event, run->symbols[i]);
	for (int i = 0; i < run->followers.n; i++)
		run_events_add_program(run->event, run->followers.list[i].words[0]);
	run->event = run_events_check(run->event, view_wanted(&run->machine.view));
	run_events_start(run->event);
}

/*
 * has_boot_source: true if the run begins with a program, a system, a snapshot or ROMs, or if a
 * partner boots.
 */
static bool
has_boot_source(const Run *run)
{
	return run->program || run->system || run->restore || run->live.has_root
		|| run->t->nroms > 0;
}

/* read_files: read the machine's topology and all bytes that the host sends. */
static void
read_files(Run *run)
{
	const MachineOptions *m = &run->machine;
	Topology *t = m->topology ? topology_read(m->topology)
		: run->restore    ? snapshot_topology(run->restore)
				  : single_node(run);

	t = link_topology(&m->links, t);
	if (m->has_seed)
		t->seed = m->seed;
	if (t->nhosts == 0 || t->hosts[0].nlinks == 0)
		fatal_at(t->file, 0, "no host link to boot over; add a host and a wire");
	run->t = t;
	run->config = m->config ? topology_config(t, m->config) : NULL;
	if (run->program)
		run->boot = boot_bytes(run->program);
	for (int i = 0; i < run->followers.n; i++)
		run->followers.list[i].boot = boot_bytes(run->followers.list[i].words[0]);
	live_links_open(&run->live, &m->links, t, true);
	if (run->live.has_root && !run->program && m->links.partner.frames != FRAMES_NONE)
		fatal("--link-frames: without PROGRAM the partner's first bytes boot the root "
			"node; they are not packets");
	if (!has_boot_source(run) && run->machine.links.n == 0)
		fatal("boot: missing PROGRAM; see 'trellis boot --help'");
	if (!has_boot_source(run))
		fatal("boot: missing PROGRAM; only a partner of data link 0 can boot the root "
			"node");
	if (run->machine.types.n > 0 && run->live.has_root)
		fatal("--type: the partner of the root node's link is its input; leave out its "
			"--link");
	if (run->raw && !run->live.has_root && run->machine.types.n == 0)
		run->input = file_read("-", MAX_BOOT);
}

/* open_window: HeliosOptions.open_window: open a pseudo terminal. */
static int
open_window(void *context, const char *name)
{
	char *label = xasprintf("window %s", name);
	int fd = partner_open_terminal(label);

	(void)context; /* of the callback's type */
	free(label);
	return fd;
}

/* start_helios: read the system; its server then sends everything that is booted. */
static void
start_helios(Run *run)
{
	run->helios = helios_new(&(HeliosOptions){
		.root = run->system,
		.quota = run->machine.quota,
		.host_time = run->host_time,
		.in = machine_input(&run->machine, STDIN_FILENO),
		.typist = run->typist,
		.out = STDOUT_FILENO,
		.log = run->requests,
		.open_window = run->windows ? open_window : NULL,
	});
	live_links_serve(&run->live, &helios_callbacks, run->helios);
}

/*
 * host_mode: choose how the host talks to the root node: as a stream, as raw bytes or by iserver.
 */
static HostMode
host_mode(const Run *run)
{
	return run->live.has_root ? HOST_STREAM : run->raw ? HOST_RAW : HOST_ISERVER;
}

/* restore_snapshot: continue from the snapshot, instead of booting. */
static void
restore_snapshot(const Run *run)
{
	snapshot_read(run->w, run->restore);
	if (host_is_inert(run->h))
		fatal("%s was made by trellis shell: restore it there", run->restore);
	if (!run->program && host_boots(run->h))
		fatal("%s was made before anything was booted; name the program, too",
			run->restore);
}

/* make_machine: make the network of the run, its host and what serves the host. */
static void
make_machine(Run *run)
{
	MachineOptions *m = &run->machine;
	const Buf *boot;

	run->requests = requests_open(m->requests);
	run->typist = typist_new(&m->types);
	if (run->system)
		start_helios(run);
	else if (!run->raw && !run->live.has_root)
		run->s = make_server(run, run->argc, run->argv, run->nserver);
	boot = run->helios ? helios_bootstrap(run->helios) : &run->boot;
	run->w = network_new(run->t);
	machine_apply(m, run->w);
	run->w->by_byte = run->by_byte;
	if (!run->restore)
		run->past = machine_past(m, run->w, run->argc, run->argv);
	run->h = host_new(run->w, &(HostOptions){
		.mode = host_mode(run),
		.config = run->config,
		.boot = boot->data,
		.nboot = boot->len,
		.input = run->input.data,
		.ninput = run->input.len,
		.typist = run->typist,
		.pace = run->pace,
		.output = stdout,
		.iserver = run->s,
		.links = run->live.links,
		.nlinks = run->live.nlinks,
		.idle = run->restore != NULL,
	});
	if (run->restore) {
		restore_snapshot(run);
		run->past = machine_past(m, run->w, run->argc, run->argv);
	}
	if (m->record && run->program)
		machine_record_program(run->past, "program", run->program, NULL);
	for (uint32_t i = 0; m->record && i < run->nsymbols; i++)
		machine_record_program(run->past, "program", run->symbols[i], run->root);
	read_faults(run);
}

/* open_view: show the machine in a window or picture, if requested. */
static void
open_view(Run *run)
{
	ViewOptions *o = &run->machine.view;

	if (!view_wanted(o))
		return;
	o->title = boot_name(run);
	o->config = run->config;
	o->enough = &interrupt_signal;
	view_read_programs(o);
	o->past = run->past;
	run->view = view_new(run->w, o);
	if (run->program)
		view_add_program(run->view, run->program);
	for (uint32_t i = 0; i < run->nsymbols; i++)
		view_add_program(run->view, run->symbols[i]);
}

/*
 * open_observers: open what observes the machine: window, debugger, and the event at which the run
 * stops.
 */
static void
open_observers(Run *run)
{
	const MachineOptions *m = &run->machine;

	open_view(run);
	run->debugger = m->debug ? debug_live_begin(run->past, m->script) : NULL;
	if (run->program)
		debug_live_program(run->debugger, run->program, NULL);
	for (uint32_t i = 0; i < run->nsymbols; i++)
		debug_live_program(run->debugger, run->symbols[i], NULL);
	begin_event(run);
	interrupt_catch(run->debugger ? NULL : iserver_is_waiting);
}

/*
 * execute_run: run the program and its followers, and keep the window open after that; returns how
 * the run ended.
 */
static RunEnd
execute_run(Run *run)
{
	RunEnd end;

	if (run->snapshot && run_to(run, run->snapshot_at) != RUN_FINISHED
		&& !is_run_interrupted(run))
		snapshot_write(run->w, run->snapshot);
	progress_begin();
	realtime_begin(&run->realtime, run->w->now);
	end = run_to_end(run);
	progress_clear();
	if (run->view && !interrupt_signal)
		end = view_wait_closed(run->view);
	return end;
}

/* free_machine: free the network and all that serves or observes it. */
static void
free_machine(Run *run)
{
	if (run->view)
		view_free(run->view);
	run_events_end(run->event);
	past_free(run->past);
	host_free(run->h);
	network_free(run->w);
	if (run->s)
		iserver_free(run->s);
	if (run->helios)
		helios_free(run->helios);
	live_links_close(&run->live);
	link_options_free(&run->machine.links);
	typist_free(run->typist);
	type_options_free(&run->machine.types);
	requests_close(run->requests, run->machine.requests);
	topology_free(run->t);
	buf_free(&run->boot);
	buf_free(&run->input);
	followers_free(&run->followers);
	free(run->env.list);
	free(run->symbols);
	free(run->machine.faults.option);
}

/* boot_main: execute the command `boot`; returns the exit status. */
static int
boot_main(int argc, char **argv)
{
	Run run;
	RunEnd end;
	int status;

	parse_options(&run, argc, argv);
	if (view_wanted(&run.machine.view))
		view_start(argc, argv);
	read_files(&run);
	make_machine(&run);
	open_observers(&run);
	end = execute_run(&run);
	report_end(&run, end);
	debug_live_end(run.debugger);
	status = exit_status(&run, end);
	if (status != 0 && has_failed(&run, end))
		machine_print_recording(&run.machine);
	free_machine(&run);
	return status;
}

const Option boot_options[] = {
	{OPT_RAW, "raw", NULL, "serve no requests: send standard input to the program, and print "
		"the bytes that it sends"},
	{OPT_HELIOS, "helios", "DIR", "boot the Helios system in this directory, and serve it"},
	{OPT_HELIOS_WINDOWS, "helios-windows", NULL, "with --helios: each window that programs "
		"create is a pseudo terminal, whose name is printed"},
	{'r', "root", "DIR", "directory of the program's files (default: no file access)"},
	{'e', "env", "NAME=VALUE", "a variable of the program's environment; may be repeated"},
	{OPT_HOST_TIME, "host-time", NULL, "give programs the host's clock instead of the "
	"simulated one: not repeatable"},
	{OPT_PACE, "pace", "TIME", "delay between bytes from the host, such as 10us"},
	{OPT_LINK_EVENTS, "link-events", "KIND", "message (default) or byte; the run is the same",
		"message byte"},
	{OPT_SLICES, "slices", "N", "cut time into slices of random length; the run is the same"},
	{OPT_SNAPSHOT, "snapshot", "FILE@TIME", "write a snapshot at that time and continue"},
	{OPT_ANALYSE, "analyse", "'PROGRAM [ARGUMENT]...[@TIME]'", "when the program has ended, or "
	"at that time, assert Analyse and Reset on all nodes, then boot PROGRAM; may be repeated"},
	{OPT_RESET, "reset", "'PROGRAM [ARGUMENT]...[@TIME]'", "the same, but reset only the root "
	"node"},
	{OPT_THEN, "then", "'PROGRAM [ARGUMENT]...[@TIME]'", "the same, without a reset: the "
	"program before passes PROGRAM on, as INMOS's iskip does"},
	{OPT_RESTORE, "restore", "FILE", "continue from a snapshot instead of booting (needs "
	"--raw)"},
	{OPT_HASH, "hash", NULL, "print a hash of the final state"},
	{OPT_SYMBOLS, "symbols", "FILE", "an ELF file of code that PROGRAM contains, for "
	"debuggers; may be repeated"},
	{0},
};

const Command boot_command = {
	"boot",
	"boot a program over a link and serve it",
	boot_main,
	"trellis boot [OPTION]... PROGRAM [ARGUMENT]...\n"
	"       trellis boot [OPTION]... --helios DIR\n"
	"       trellis boot [OPTION]... --topology FILE",
	"Boots PROGRAM (a boot file, or an ELF image of trellis as and cc) over link 0 of the root "
	"node and serves "
	"its requests as the INMOS iserver does.",
	{boot_options, machine_run_options, machine_options},
	NULL,
	{machine_gone_options},
};
