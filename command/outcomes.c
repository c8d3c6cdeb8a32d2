/*
 * outcomes.c - `trellis outcomes`: runs a program in all orders of its operations, and lists the
 * outcomes.
 */
#include "command.h"
#include "outcomes_recorded.h"

#include "base/files.h"
#include "base/interrupt.h"
#include "base/list.h"
#include "base/number.h"
#include "detrek/outcomes/outcomes.h"
#include "detrek/detrek.h"
#include "vm/run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define DEFAULT_UNTIL 60000000000000ull /* 60 s */

/* The options and arguments of the command line. */
typedef struct Options {
	ExploreOptions explore;
	char *dir;          /* the directory of the recordings */
	uint32_t keep;      /* recordings that are kept at most */
	bool json, races, library, stats;
	const char **compare; /* [ncompare] expressions of --compare and NULL; or NULL */
	uint32_t ncompare;
	const char *event;
	const char *input;  /* FILE.c, PROGRAM.elf, APP.vms or RECORDING */
	RecordedProgram recorded; /* the program of a RECORDING */
	RunOptions run;     /* the options of each run of the program */
	const char *continued_dir;  /* the directory of a search to continue; or NULL */
	SavedSearch saved_search;  /* the state of the search to continue */
	Buf bytes;          /* the contents of the file that `saved_search` was read from */
	char **chosen;      /* [nchosen] the words that chose the program and the orders */
	uint32_t nchosen;
} Options;

enum { OPT_ORDERS = 256, OPT_TIME, OPT_KEEP, OPT_JSON, OPT_RACES, OPT_DELAYS, OPT_SAMPLE,
	OPT_BUG_DEPTH, OPT_SEED, OPT_LIBRARY, OPT_STATS, OPT_COMPARE, OPT_EVENT, OPT_CONTINUE,
	DEFAULT_KEEP = 20 };

/* ---- a run of the program ---- */

/* Connects a run with its player. */
typedef struct Played {
	const PlayerCalls *calls;
	Player *player;
} Played;

/* run_begins: observer: the network is made; create the player that orders its threads. */
static void
run_begins(void *played, Network *w, const char *kernel)
{
	Played *p = played;
	Buf machine = {0};

	p->player = player_new(w, kernel, p->calls);
	topology_print(w->topology, &machine);
	player_set_machine(p->player, &machine);
	buf_free(&machine);
}

/* run_loads: observer: a program is about to be loaded; tell the player its file. */
static void
run_loads(void *played, const char *file)
{
	Played *p = played;

	player_add_program(p->player, file);
}

/* run_started: observer: the programs are started; tell the player so. */
static void
run_started(void *played)
{
	Played *p = played;

	player_note_started(p->player);
}

/* run_ends: observer: the run is over; tell the player if the programs have ended (`ended`). */
static void
run_ends(void *played, bool ended)
{
	Played *p = played;

	player_end(p->player, ended);
}

/*
 * run_program: run the program once under a player with these calls. The run is recorded in file
 * `record`, unless this is NULL.
 */
static void
run_program(void *options, const char *record, const PlayerCalls *calls)
{
	RunOptions o = ((Options *)options)->run;
	Played played = {.calls = calls};
	RunObserver observer = {run_begins, run_loads, run_started, run_ends, &played};

	o.observer = &observer;
	o.machine.record = record;
	if (programs_input(o.vms))
		run_programs(&o);
	else
		run_with(&o, NULL);
}

/* ---- recordings ---- */

/* find_recorded_races: find the races in the recording of an outcome. */
static void
find_recorded_races(Exploration *x, OutcomeRow *r)
{
	recording_put_race(r->recording, &r->race);
	x->nsearched++;
	x->nracy += r->race.len > 0;
}

/*
 * record_order: run the program in an order of its operations, recorded in a file that the caller
 * removes; returns its name.
 */
static char *
record_order(Options *o, const PlayOrder *order)
{
	char *file = xasprintf("%s/order-%d", o->dir, (int)getpid());
	PlayedProgram program = {run_program, o, DEFAULT_UNTIL, o->library, o->compare};

	program_record(&program, order, file);
	return file;
}

/* remove_recording: delete the file of a recording, and free its name. */
static void
remove_recording(char *file)
{
	unlink(file);
	free(file);
}

/*
 * print_order_races: callback: append the races in a run of the program in this order of
 * operations.
 */
static void
print_order_races(void *options, const PlayOrder *order, Buf *out)
{
	char *file = record_order(options, order);

	recording_put_race(file, out);
	remove_recording(file);
}

/*
 * print_order_event: callback: append whether the event of --event occurs in a run of the program
 * in this order of operations.
 */
static void
print_order_event(void *options, const PlayOrder *order, Buf *out)
{
	const Options *o = options;
	char *file = record_order(options, order);

	if (recording_has_event(file, o->event))
		buf_printf(out, "the event occurs: %s\n", o->event);
	remove_recording(file);
}

/* record_outcomes: record the run of each outcome, as far as the option --keep allows. */
static void
record_outcomes(const Options *o, const PlayedProgram *p, Exploration *x)
{
	for (uint32_t i = 0; i < x->list.n && i < o->keep; i++) {
		OutcomeRow *r = &x->list.row[i];

		r->recording = xasprintf("%s/%u", o->dir, i + 1);
		unlink(r->recording); /* the continued search may have recorded a longer order */
		program_record(p, &(PlayOrder){.choice = r->choice, .n = r->nchoices},
			r->recording);
		if (!o->races)
			find_recorded_races(x, r);
	}
}

/* ---- the command line ---- */

/* add_expression: add an expression that outcomes are distinguished by. */
static void
add_expression(Options *o, const char *text)
{
	o->compare = xrealloc(o->compare, (o->ncompare + 2) * sizeof *o->compare);
	o->compare[o->ncompare++] = text;
	o->compare[o->ncompare] = NULL;
}

/* keep_word: keep a word of the command line; the kept words are stored for a continued search. */
static void
keep_word(Options *o, const char *word)
{
	o->chosen = list_more(o->chosen, o->nchosen, sizeof *o->chosen);
	o->chosen[o->nchosen++] = xstrdup(word);
}

/*
 * choose_order_option: keep an option that decides which orders of operations are run. A continued
 * search takes it from the search before; giving it again is fatal (read_saved).
 */
static void
choose_order_option(Options *o, const char *name, const char *argument)
{
	char *word = argument ? xasprintf("--%s=%s", name, argument) : xasprintf("--%s", name);

	keep_word(o, word);
	free(word);
}

/*
 * note_choice: if the option with this id decides which orders are run, keep it for a search that
 * continues this one (choose_order_option).
 */
static void
note_choice(Options *o, int id, const char *argument)
{
	switch (id) {
	case 't': choose_order_option(o, "topo", argument); break;
	case 'n': choose_order_option(o, "nodes", argument); break;
	case OPT_DELAYS: choose_order_option(o, "delays", argument); break;
	case OPT_COMPARE: choose_order_option(o, "compare", argument); break;
	case OPT_EVENT: choose_order_option(o, "event", argument); break;
	case OPT_LIBRARY: choose_order_option(o, "library", NULL); break;
	case OPT_RACES: choose_order_option(o, "races", NULL); break;
	case OPT_SAMPLE: choose_order_option(o, "sample", argument); break;
	case OPT_BUG_DEPTH: choose_order_option(o, "bug-depth", argument); break;
	case OPT_SEED: choose_order_option(o, "seed", argument); break;
	}
}

/* set_option: store the value of the option with this id. */
static void
set_option(Options *o, int id, const char *argument)
{
	note_choice(o, id, argument);
	switch (id) {
	case 't': o->run.machine.topology = argument; break;
	case 'n': o->run.processors = number_option("nodes", argument, 1, NODE_LIMIT); break;
	case OPT_CONTINUE: o->continued_dir = argument; break;
	case OPT_ORDERS:
		o->explore.orders = number_option("orders", argument, 1, UINT64_MAX);
		break;
	case OPT_TIME: o->explore.seconds = number_option("time", argument, 1, 1000000000); break;
	case OPT_KEEP: o->keep = number_option("keep", argument, 0, 10000); break;
	case OPT_JSON: o->json = true; break;
	case OPT_DELAYS: o->explore.delays = number_option("delays", argument, 0, 1000000); break;
	case OPT_SAMPLE: o->explore.samples = number_option("sample", argument, 1, 1u << 31); break;
	case OPT_BUG_DEPTH: o->explore.depth = number_option("bug-depth", argument, 1, 100); break;
	case OPT_SEED: o->explore.seed = number_option("seed", argument, 0, UINT64_MAX); break;
	case OPT_COMPARE: add_expression(o, argument); break;
	case OPT_EVENT: o->event = argument; break;
	case 'j': o->explore.jobs = number_option("jobs", argument, 1, 256); break;
	case OPT_STATS: o->stats = true; break;
	case OPT_LIBRARY: o->library = true; break;
	case OPT_RACES: o->races = true; break;
	case 'o': o->dir = xstrdup(argument); break;
	}
}

/* use_recording: take machine, program and arguments from a recording. */
static void
use_recording(Options *o, int argc)
{
	const RunOptions *recorded;

	if (argc > 1 || o->run.machine.topology || o->run.processors)
		fatal("outcomes: a RECORDING has its own machine and arguments");
	recorded_program_open(&o->recorded, o->input);
	recorded = &o->recorded.run;
	o->run.machine.topology = recorded->machine.topology;
	o->run.machine.config = recorded->machine.config;
	o->run.made = recorded->made;
	o->run.vms = recorded->vms;
	o->run.argument = recorded->argument;
	o->run.narguments = recorded->narguments;
	o->run.processors = recorded->processors;
	o->run.buffers = recorded->buffers;
	o->run.granularity = recorded->granularity;
	o->run.tree = recorded->tree;
	o->run.root = recorded->root;
}

/*
 * choose_program: take the program to explore from the arguments, a recording or a .vms file among
 * them.
 */
static void
choose_program(Options *o, int argc, char **argv)
{
	o->input = argv[0];
	o->run.vms = argv[0];
	o->run.argument = argv + 1;
	o->run.narguments = argc - 1;
	if (programs_input(argv[0])) {
		if (o->run.processors > 0)
			fatal("outcomes: --nodes is for an APP.vms");
		return;
	}
	if (strlen(argv[0]) <= 4 || strcmp(argv[0] + strlen(argv[0]) - 4, ".vms") != 0)
		use_recording(o, argc);
	else if (argc == 1)
		o->run.argument = NULL; /* NULL: use the arguments of the .vms file */
}

/* read_options: read the options of a command line; returns the index of the word after them. */
static int
read_options(Options *o, int argc, char **argv)
{
	OptionReader r;
	int id;

	option_reader_init(&r, &outcomes_command, OPTIONS_FIRST, argc, argv);
	while ((id = option_next(&r)) != -1)
		set_option(o, id, r.argument);
	return option_first_argument(&r);
}

/* read_program: read the program of a command line, whose options end before word `first`. */
static void
read_program(Options *o, int first, int argc, char **argv)
{
	if (first == argc)
		fatal("outcomes: missing FILE.c, PROGRAM.elf, APP.vms or RECORDING; see 'trellis "
			"outcomes --help'");
	o->run.words = argv;
	o->run.nwords = argc;
	keep_word(o, "--");
	for (int i = first; i < argc; i++)
		keep_word(o, argv[i]);
	choose_program(o, argc - first, argv + first);
}

/*
 * read_saved: read the program and the options of the search that is continued, from its directory.
 * A program or such an option on the command line is fatal.
 */
static void
read_saved(Options *o, int narguments)
{
	char *file = xasprintf("%s/search", o->continued_dir);
	SavedSearch *s = &o->saved_search;

	if (o->nchosen > 1)
		fatal("outcomes --continue: %s would change which orders are run", o->chosen[1]);
	if (narguments > 0 || o->dir)
		fatal("outcomes --continue: the search in %s has its program and its directory",
			o->continued_dir);
	if (access(file, F_OK) < 0)
		fatal("%s: it has no interrupted search", o->continued_dir);
	o->bytes = file_read(file, SIZE_MAX);
	saved_search_open(s, file, &o->bytes);
	o->explore.from = s;
	o->dir = xstrdup(o->continued_dir);
	read_program(o, read_options(o, s->nwords, s->word), s->nwords, s->word);
}

/* parse_options: read the options and the program, or the search that is to be continued. */
static void
parse_options(Options *o, int argc, char **argv)
{
	int first;

	*o = (Options){.keep = DEFAULT_KEEP,
		.explore = {.delays = NO_LIMIT, .depth = 3, .seed = 1},
		.run = {.output = "-", .patience = NEVER, .machine.until = NEVER}};
	keep_word(o, argv[0]);
	first = read_options(o, argc, argv);
	if (o->continued_dir) {
		read_saved(o, argc - first);
	} else {
		read_program(o, first, argc, argv);
		if (!o->dir)
			o->dir = xasprintf("%s.outcomes", o->input);
		directory_prepare_output(o->dir);
	}
	o->explore.context = o;
	if (o->races)
		o->explore.race = print_order_races;
	if (o->event) {
		o->explore.event = print_order_event;
		o->explore.lacks = event_needs_times(o->event) << LACK_EVENT;
	}
}

/* free_options: free what parse_options has allocated. */
static void
free_options(Options *o)
{
	recorded_program_close(&o->recorded);
	saved_search_free(&o->saved_search);
	buf_free(&o->bytes);
	for (uint32_t i = 0; i < o->nchosen; i++)
		free(o->chosen[i]);
	free(o->chosen);
	free(o->dir);
	free(o->compare);
}

/* keep_search: keep what is needed to continue the search. */
static void
keep_search(const Options *o, const Exploration *x)
{
	char *file = xasprintf("%s/search", o->dir);

	if (x->interrupted)
		search_write(file, o->chosen, o->nchosen, &x->rest);
	else if (o->continued_dir && unlink(file) < 0)
		fatal("cannot remove %s:", file);
	free(file);
}

/* print_speed: print the speed of the runs without recordings. */
static void
print_speed(const Exploration *x)
{
	uint64_t n = x->norders + x->ncovered;
	struct rusage r;
	double seconds;

	getrusage(RUSAGE_CHILDREN, &r);
	seconds = r.ru_utime.tv_sec + r.ru_stime.tv_sec
		+ (r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
	fprintf(stderr, "%llu runs in %.2f s of processor time, booting included: %.0f runs/s\n",
		(unsigned long long)n, seconds, n / seconds);
}

/*
 * report_outcomes: print the result, and write it beside the recordings, for users who open one of
 * them.
 */
static void
report_outcomes(const Options *o, const Exploration *x)
{
	Buf text = outcomes_text(x, o->library);
	char *file = xasprintf("%s/outcomes", o->dir);

	if (o->keep > 0)
		file_write(file, text.data, text.len);
	if (o->json)
		report_json(outcomes_json(x));
	else
		fwrite(text.data, 1, text.len, stdout);
	fflush(stdout);
	buf_free(&text);
	free(file);
}

/* outcomes_main: execute the command `outcomes`; returns the exit status. */
static int
outcomes_main(int argc, char **argv)
{
	Options o;
	PlayedProgram program = {run_program, &o, DEFAULT_UNTIL, false, NULL};
	Exploration x;
	Server *s;
	bool one;

	parse_options(&o, argc, argv);
	program.library = o.library;
	program.compare = o.compare;
	s = server_new(&program);
	interrupt_catch(NULL);
	if (o.explore.samples > 0)
		explore_samples(&x, s, &o.explore);
	else
		explore(&x, s, &program, &o.explore);
	if (o.explore.samples == 0)
		turns_describe(&x.list, s);
	outcome_tree_make(&x.tree, &x.list, o.keep, s);
	server_free(s);
	if (o.stats)
		print_speed(&x);
	keep_search(&o, &x);
	record_outcomes(&o, &program, &x);
	one = exploration_is_complete(&x) && x.list.n == 1 && x.list.row[0].end == PLAY_ENDED;
	report_outcomes(&o, &x);
	if (x.interrupted)
		fprintf(stderr, "trellis outcomes --continue %s goes on with the search\n", o.dir);
	exploration_free(&x);
	free_options(&o);
	return one ? 0 : EXIT_FOUND;
}

static const Option options[] = {
	{'t', "topo", "FILE", "the machine (one node of 4 MB, or that of APP.vms)"},
	{'n', "nodes", "N", "for APP.vms: number of processors, instead of total_processors"},
	{OPT_ORDERS, "orders", "N", "run at most N orders"},
	{OPT_TIME, "time", "SECONDS", "run orders for at most this time"},
	{OPT_CONTINUE, "continue", "DIR",
		"go on with the search that has left its state in DIR"},
	{OPT_DELAYS, "delays", "N",
		"run only orders with at most N deviations from the default choice, which lets the "
		"last thread go on"},
	{OPT_SAMPLE, "sample", "N", "run N random orders instead"},
	{OPT_BUG_DEPTH, "bug-depth", "D", "with --sample: depth of the bugs that are searched (3)"},
	{OPT_SEED, "seed", "N", "with --sample: another choice of random orders (1)"},
	{OPT_LIBRARY, "library", NULL, "reverse operations on the library's own locks, too"},
	{'o', "output", "DIR",
		"record an order with each outcome in a new directory (FILE.outcomes)"},
	{'j', "jobs", "N", "run orders in N processes; the report is the same (1)"},
	{OPT_COMPARE, "compare", "EXPR",
		"the value of EXPR at the end is part of the outcome; may be repeated"},
	{OPT_EVENT, "event", "EVENT",
		"whether an event over variables occurs, such as '{x > 3}@n0', is part of the "
		"outcome"},
	{OPT_RACES, "races", NULL, "search each order for data races, not only those recorded"},
	{OPT_KEEP, "keep", "N", "record at most N outcomes (20)"},
	{OPT_STATS, "stats", NULL, "print how much processor time the runs took"},
	{OPT_JSON, "json", NULL, "write JSON"},
	{0},
};

static const Option gone_options[] = {
	{-1, "depth", NULL, "--bug-depth D sets it"},
	{0},
};

const Command outcomes_command = {
	"outcomes",
	"run a small program in all orders of its operations, and list the outcomes",
	outcomes_main,
	"trellis outcomes [OPTION]... [PLACE:]FILE.c[+FILE.c]... [ARGUMENT]...\n"
	"trellis outcomes [OPTION]... [PLACE:]PROGRAM.elf... [ARGUMENT]...\n"
	"trellis outcomes [OPTION]... APP.vms [ARGUMENT]...\n"
	"trellis outcomes [OPTION]... RECORDING\n"
	"trellis outcomes [OPTION]... --continue DIR",
	"Runs a program in each order of its threads' operations on semaphores and of its "
	"messages, and lists the different outcomes: its output, how its processes end, and the "
	"deadlocks that it reaches. One order with each outcome is recorded. The exit status is 0 "
	"if all orders were run and have the same outcome, without a deadlock; otherwise 1.",
	{options},
	.gone_options = {gone_options},
};
