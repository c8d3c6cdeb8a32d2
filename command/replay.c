/* replay.c - `trellis replay`: repeats a recorded run from its recording alone. */
#include "command.h"

#include "base/files.h"
#include "base/interrupt.h"
#include "base/number.h"
#include "base/progress.h"
#include "base/system.h"
#include "detrek/debug/window_source.h"
#include "detrek/events/run_events.h"
#include "detrek/outcomes/outcomes.h"
#include "machine/machine_options.h"
#include "sim/trace/slowed.h"
#include "vm/alone/alone_debug.h"
#include "vm/replay_monitor.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The options and arguments of the command line. */
typedef struct Replay {
	const char *name; /* the recording's name */
	Time from, until; /* the part of the run that is replayed */
	const char *task, *gdb;
	bool hash, stats, native;
	MachineOptions machine; /* only its fields sync, engine and event are used */
	ViewOptions view;
	Buf outcomes; /* the report beside the recording; empty: there is none */
} Replay;

enum {
	OPT_FROM = 256,
	OPT_VIEW,
	OPT_PICTURE,
	OPT_SCREEN,
	OPT_MOVIE,
	OPT_PICTURE_SIZE,
	OPT_SYNC,
	OPT_ENGINE,
	OPT_THREADS,
	OPT_HASH,
	OPT_STATS,
	OPT_TASK,
	OPT_NATIVE,
	OPT_GDB,
	OPT_EVENT,
};

/* set_option: store the value of the option with this id. */
static void
set_option(Replay *o, int id, char *argument)
{
	switch (id) {
	case OPT_FROM: o->from = time_option("from", argument); break;
	case 'u': o->until = time_option("until", argument); break;
	case OPT_VIEW: o->view.window = o->view.standing = true; break;
	case OPT_PICTURE:
		o->view.picture = file_at_option("picture", argument, &o->view.picture_at);
		break;
	case OPT_SCREEN:
		o->view.screen = file_at_option("screen", argument, &o->view.screen_at);
		break;
	case OPT_MOVIE: o->view.movie = argument; break;
	case OPT_PICTURE_SIZE: picture_size_option(&o->view, argument); break;
	case OPT_SYNC: o->machine.sync = sync_option(argument); break;
	case OPT_ENGINE:
		o->machine.engine = engine_option(argument);
		o->machine.has_engine = true;
		break;
	case OPT_THREADS: o->machine.threads = threads_option(argument); break;
	case OPT_HASH: o->hash = true; break;
	case OPT_STATS: o->stats = true; break;
	case OPT_TASK: o->task = argument; break;
	case OPT_EVENT: o->machine.event = o->view.event = argument; break;
	case OPT_NATIVE: o->native = true; break;
	case OPT_GDB:
		o->gdb = argument;
		o->native = true;
		break;
	}
}

/* parse_options: read the options and the recording's name. */
static void
parse_options(Replay *o, int argc, char **argv)
{
	OptionReader r;
	int id;

	*o = (Replay){.until = NEVER};
	option_reader_init(&r, &replay_command, OPTIONS_ANYWHERE, argc, argv);
	while ((id = option_next(&r)) != -1)
		set_option(o, id, r.argument);
	if (option_first_argument(&r) != argc - 1)
		fatal("replay: expected one RECORDING; see 'trellis replay --help'");
	o->name = argv[option_first_argument(&r)];
	if (o->from > o->until)
		fatal("--from is later than --until");
	if (o->native && !o->task)
		fatal("--native needs a task, whose function runs on this host: add --task TASK");
	if (o->machine.event && o->task)
		fatal("--break-outside cannot be combined with --task");
}

/* check_time: check that an option's time lies in the recorded run. */
static void
check_time(const Past *p, const char *option, Time at)
{
	if (at > past_present(p))
		fatal("--%s: the recorded run ends before that time, at %s", option,
			TIME_STRING(past_present(p)));
}

/* go_from: go to the beginning of the requested part. */
static void
go_from(Past *p, const Replay *o)
{
	check_time(p, "from", o->from);
	check_time(p, "picture", o->view.picture ? o->view.picture_at : 0);
	check_time(p, "screen", o->view.screen ? o->view.screen_at : 0);
	if (o->from > past_beginning(p))
		past_goto(p, place_at(o->from));
}

/* run_forward: replay up to the end of the requested part, or to the event. */
static void
run_forward(Past *p, const Replay *o, RunEvents *events)
{
	while (!run_events_has_begun(events) && replay_piece(p, o->until, NULL))
		continue;
	progress_clear();
	if (run_events_has_begun(events))
		past_goto(p, place_at(run_events_time(events)));
}

/* show_slowed: show in the window how much the run was slowed while it was recorded. */
static void
show_slowed(View *v, const Past *p)
{
	char *figures = xasprintf("%s/" TEXT_FIGURES, past_folder(p)), text[SLOWED_TEXT];
	double times;

	if (slowed_read(figures, &times))
		view_set_remark(v, slowed_text(times, text));
	free(figures);
}

/*
 * find_outcomes: if the recording is one of several outcomes, get the text about them for the
 * window.
 */
static void
find_outcomes(Replay *o)
{
	const char *slash = strrchr(o->name, '/');
	char *file = file_beside(o->name, "outcomes");

	o->view.outcome = strtoul(slash ? slash + 1 : o->name, NULL, 10);
	if (o->view.outcome > 0 && access(file, R_OK) == 0) {
		o->outcomes = file_read(file, SIZE_MAX);
		buf_byte(&o->outcomes, '\0');
		o->view.outcomes = outcomes_extract_tree((char *)o->outcomes.data);
	}
	free(file);
}

/* become_outcome: replace this process by one that replays another outcome's recording. */
static void
become_outcome(const Replay *o, uint32_t outcome, int argc, char **argv)
{
	char **words = xcalloc(argc + 2, sizeof *words), *number = xasprintf("%u", outcome);

	words[0] = "trellis";
	for (int i = 0; i < argc; i++)
		words[i + 1] = argv[i] == o->name ? file_beside(o->name, number) : argv[i];
	program_become("trellis-view", words, "it has been removed since the window was opened");
}

/*
 * run_in_view: replay in a window, whose user may move in time, and draw a requested picture.
 * Returns the number of another outcome that the user wants to see instead; otherwise 0.
 */
static uint32_t
run_in_view(Past *p, Replay *o)
{
	uint32_t outcome;

	const char *slash = strrchr(o->name, '/');
	View *v;

	o->view.title = slash ? slash + 1 : o->name;
	o->view.past = p;
	o->view.enough = &interrupt_signal;
	view_read_programs(&o->view);
	find_outcomes(o);
	v = view_new(past_network(p), &o->view);
	show_slowed(v, p);
	while (view_run(v, o->until) == RUN_REACHED && past_network(p)->now < o->until
		&& !past_is_present(p) && !(o->view.window && view_closed(v)) && !interrupt_signal)
		continue;
	view_wait_closed(v);
	outcome = view_outcome(v);
	view_free(v);
	buf_free(&o->outcomes);
	return outcome;
}

/* print_end: print the events found, the place where the replay stopped and its fingerprint. */
static void
print_end(Past *p, const Replay *o, const RunEvents *events)
{
	const Network *w = past_network(p);

	fflush(stdout);
	run_events_print(events, stderr);
	if (past_is_present(p))
		fprintf(stderr, "the end of the recorded run, %s\n", TIME_STRING(w->now));
	else
		fprintf(stderr, "%s at %s of %s\n", interrupt_signal ? "interrupted" : "stopped",
			TIME_STRING(w->now), TIME_STRING(past_present(p)));
	faults_print(w, stderr);
	fprintf(stderr, "fingerprint %016" PRIx64 "\n", network_fingerprint(w));
	if (o->hash)
		fprintf(stderr, "state %016" PRIx64 "\n", network_hash(w));
	if (o->stats)
		network_stats(w, stdout);
}

/* replay_main: execute the command `replay`; returns the exit status. */
static int
replay_main(int argc, char **argv)
{
	RunEvents *event;
	uint32_t outcome = 0;
	Replay o;
	Past *p;
	int status;

	parse_options(&o, argc, argv);
	if (o.task)
		return o.native ? alone_debug(o.name, o.task, o.gdb) : debug_task(o.name, o.task);
	if (view_wanted(&o.view))
		view_start(argc, argv);
	p = past_open(o.name);
	printf("%s\n", past_command(p));
	machine_apply(&o.machine, past_network(p));
	event = run_events_check(
		run_events_begin(p, o.machine.event, NULL), view_wanted(&o.view));
	go_from(p, &o);
	run_events_start(event);
	interrupt_catch(NULL);
	if (view_wanted(&o.view))
		outcome = run_in_view(p, &o);
	else
		run_forward(p, &o, event);
	if (outcome)
		become_outcome(&o, outcome, argc, argv);
	print_end(p, &o, event);
	status = interrupt_signal || run_events_has_begun(event) ? EXIT_FOUND : 0;
	run_events_end(event);
	past_free(p);
	return status;
}

static const Option options[] = {
	{OPT_FROM, "from", "TIME", "begin at this simulated time: 20ms, 1.5s"},
	{'u', "until", "TIME", "stop at this simulated time"},
	{OPT_VIEW, "view", NULL, "show the network in a window, to move back and forth in time"},
	{OPT_PICTURE, "picture", "FILE@TIME",
		"draw the network at that simulated time, as PNG, with the whole run's timeline"},
	{OPT_SCREEN, "screen", "FILE@TIME",
		"draw the nodes' frame buffers at that simulated time, as PNG"},
	{OPT_MOVIE, "movie", "FILE", "make a movie of the run, .webm or .gif; needs ffmpeg"},
	{OPT_PICTURE_SIZE, "picture-size", "WIDTHxHEIGHT",
		"in pixels, of a picture of the network or a movie (default 1280x800)"},
	{OPT_SYNC, "sync", "WAY", "windows (default) or lockstep; the run is the same",
		"windows lockstep"},
	{OPT_ENGINE, "engine", "HOW",
		"translate (default), eager or interpreter, as for 'trellis run'; the run is the "
		"same", "translate eager interpreter"},
	{OPT_THREADS, "threads", "N", "execute the run on N threads of the host (default 1)"},
	{OPT_EVENT, "break-outside", "EVENT",
		"stop when expressions of several processes hold together, as for 'trellis run'"},
	{OPT_HASH, "hash", NULL, "print a hash of the final state"},
	{OPT_STATS, "stats", NULL, "print statistics of nodes and links"},
	{OPT_TASK, "task", "TASK[.SUBTASK]",
		"debug only the function that works on the task, with its recorded input, on its "
		"node alone; compute, split, join, generator or receiver after the task selects "
		"the function"},
	{OPT_NATIVE, "native", NULL, "with --task: run this function on the host, in gdb"},
	{OPT_GDB, "gdb-args", "ARGUMENTS", "like --native, with further arguments for gdb"},
	{0},
};

static const Option gone_options[] = {
	{-1, "trace", NULL, "'trellis export FORMAT RECORDING' makes a trace itself"},
	{-1, "packets", NULL, "'trellis export --packets FORMAT RECORDING' has them"},
	{-1, "monitor", NULL,
		"'trellis detrek RECORDING', or 'trellis export records -o PREFIX RECORDING'"},
	{'p', "prefix", NULL, "'trellis export records -o PREFIX RECORDING' writes the records"},
	{-1, "files", NULL, "'trellis info RECORDING' lists them"},
	{0},
};

const Command replay_command = {
	"replay", "replay a recorded run without its original files", replay_main,
	"trellis replay [OPTION]... RECORDING",
	"Replays a run recorded by 'trellis run', 'boot' or 'shell' with --record FILE, and checks "
	"the recorded fingerprints. The host does not take part: output of the run is not written "
		"again.",
	{options}, NULL, {gone_options},
};
