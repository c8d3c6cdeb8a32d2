/* outcomes.c - `trellis outcomes`: all orders of a program's operations, and their outcomes. */
#include "command.h"
#include "outcomes_recorded.h"

#include "detrek/outcomes/outcomes.h"
#include "detrek/detrek.h"
#include "vm/run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define DEFAULT_UNTIL 60000000000000ull /* 60 s */

typedef struct Options {
	ExploreOptions explore;
	char *dir;          /* of the recordings */
	uint32_t keep;
	bool json, races, library, stats;
	const char **compare; /* [ncompare] and NULL; or NULL */
	uint32_t ncompare;
	const char *input;  /* FILE.c, PROGRAM.elf, APP.vms or RECORDING */
	RecordedProgram recorded; /* of a RECORDING */
	RunOptions run;     /* of the program */
} Options;

enum { OPT_ORDERS = 256, OPT_TIME, OPT_KEEP, OPT_JSON, OPT_RACES, OPT_DELAYS, OPT_SAMPLE,
	OPT_DEPTH, OPT_SEED, OPT_LIBRARY, OPT_STATS, OPT_COMPARE, DEFAULT_KEEP = 20 };

/* ---- a run of the program ---- */

/* What connects a run with its player. */
typedef struct Played {
	const PlayerCalls *calls;
	Player *player;
} Played;

static void
run_begins(void *played, Network *w, const char *kernel)
{
	Played *p = played;

	p->player = player_new(w, kernel, p->calls);
}

static void
run_loads(void *played, const char *file)
{
	Played *p = played;

	player_program(p->player, file);
}

static void
run_started(void *played)
{
	Played *p = played;

	player_started(p->player);
}

static void
run_ends(void *played, bool ended)
{
	Played *p = played;

	player_end(p->player, ended);
}

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

static void
search_recorded(Exploration *x, OutcomeRow *r)
{
	recording_races(r->recording, &r->race);
	x->nsearched++;
	x->nracy += r->race.len > 0;
}

/* race_of: of an order, which is recorded for this. */
static void
race_of(void *options, const PlayOrder *order, Buf *out)
{
	Options *o = options;
	char *file = xasprintf("%s/order-%d", o->dir, (int)getpid());
	PlayedProgram program = {run_program, o, DEFAULT_UNTIL, o->library, o->compare};

	program_record(&program, order, file);
	recording_races(file, out);
	unlink(file);
	free(file);
}

static void
record_outcomes(const Options *o, const PlayedProgram *p, Exploration *x)
{
	for (uint32_t i = 0; i < x->list.n && i < o->keep; i++) {
		OutcomeRow *r = &x->list.row[i];

		r->recording = xasprintf("%s/%u", o->dir, i + 1);
		program_record(p, &(PlayOrder){.choice = r->choice, .n = r->nchoices},
			r->recording);
		if (!o->races)
			search_recorded(x, r);
	}
}

/* ---- the command line ---- */

static void
add_expression(Options *o, const char *text)
{
	o->compare = xrealloc(o->compare, (o->ncompare + 2) * sizeof *o->compare);
	o->compare[o->ncompare++] = text;
	o->compare[o->ncompare] = NULL;
}

static void
set_option(Options *o, int id, const char *argument)
{
	switch (id) {
	case OPT_ORDERS:
		o->explore.orders = number_option("orders", argument, 1, UINT64_MAX);
		break;
	case OPT_TIME: o->explore.seconds = number_option("time", argument, 1, 1000000000); break;
	case OPT_KEEP: o->keep = number_option("keep", argument, 0, 10000); break;
	case OPT_JSON: o->json = true; break;
	case OPT_DELAYS: o->explore.delays = number_option("delays", argument, 0, 1000000); break;
	case OPT_SAMPLE: o->explore.samples = number_option("sample", argument, 1, 1u << 31); break;
	case OPT_DEPTH: o->explore.depth = number_option("depth", argument, 1, 100); break;
	case OPT_SEED: o->explore.seed = number_option("seed", argument, 0, UINT64_MAX); break;
	case OPT_COMPARE: add_expression(o, argument); break;
	case 'j': o->explore.jobs = number_option("jobs", argument, 1, 256); break;
	case OPT_STATS: o->stats = true; break;
	case OPT_LIBRARY: o->library = true; break;
	case OPT_RACES: o->races = true; break;
	case 'o': o->dir = xstrdup(argument); break;
	}
}

static void
use_recording(Options *o, int argc)
{
	if (argc > 1 || o->run.machine.topology)
		fatal("outcomes: a RECORDING has its own machine and arguments");
	recorded_program_open(&o->recorded, o->input);
	o->run.machine.topology = o->recorded.run.machine.topology;
	o->run.vms = o->recorded.run.vms;
	o->run.argument = o->recorded.run.argument;
	o->run.narguments = o->recorded.run.narguments;
}

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
		o->run.argument = NULL; /* those of the .vms file */
}

static void
parse_options(Options *o, int argc, char **argv)
{
	OptionReader r;
	int id;

	*o = (Options){.keep = DEFAULT_KEEP,
		.explore = {.delays = NO_LIMIT, .depth = 3, .seed = 1},
		.run = {.output = "-", .patience = NEVER, .machine.until = NEVER,
			.words = argv, .nwords = argc}};
	option_reader(&r, &outcomes_command, OPTIONS_FIRST, argc, argv);
	while ((id = option_next(&r)) != -1)
		if (id == 't')
			o->run.machine.topology = r.argument;
		else if (id == 'n')
			o->run.processors = number_option("nodes", r.argument, 1, NODE_LIMIT);
		else
			set_option(o, id, r.argument);
	argc -= option_end(&r);
	argv += option_end(&r);
	if (argc == 0)
		fatal("outcomes: missing FILE.c, PROGRAM.elf, APP.vms or RECORDING; see 'trellis "
			"outcomes --help'");
	choose_program(o, argc, argv);
	if (!o->dir)
		o->dir = xasprintf("%s.outcomes", o->input);
	directory_begin(o->dir);
	if (o->races) {
		o->explore.race = race_of;
		o->explore.context = o;
	}
}

/* print_speed: of the runs without recordings. */
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
	server_free(s);
	if (o.stats)
		print_speed(&x);
	record_outcomes(&o, &program, &x);
	one = exploration_is_complete(&x) && x.list.n == 1 && x.list.row[0].end == PLAY_ENDED;
	if (o.json)
		report_json(outcomes_json(&x));
	else
		outcomes_print(&x, o.library);
	exploration_free(&x);
	recorded_program_close(&o.recorded);
	free(o.dir);
	free(o.compare);
	return one ? 0 : EXIT_FOUND;
}

static const Option options[] = {
	{'t', "topo", "FILE", "the machine (one node of 4 MB, or that of APP.vms)"},
	{'n', "nodes", "N", "of APP.vms: processors, instead of total_processors"},
	{OPT_ORDERS, "orders", "N", "run at most N orders"},
	{OPT_TIME, "time", "SECONDS", "run orders for so long at most"},
	{OPT_DELAYS, "delays", "N",
		"only orders with at most N choices other than the one that a run makes by itself"},
	{OPT_SAMPLE, "sample", "N", "run N random orders instead"},
	{OPT_DEPTH, "depth", "D", "with --sample: of the bugs that are searched (3)"},
	{OPT_SEED, "seed", "N", "with --sample: another choice of random orders (1)"},
	{OPT_LIBRARY, "library", NULL, "reverse operations on the library's own locks, too"},
	{'o', "output", "DIR",
		"record an order with each outcome in a new directory (FILE.outcomes)"},
	{'j', "jobs", "N", "run orders in N processes; the report is the same (1)"},
	{OPT_COMPARE, "compare", "EXPR",
		"the value of EXPR at the end is part of the outcome; may be repeated"},
	{OPT_RACES, "races", NULL, "search each order for data races, not only those recorded"},
	{OPT_KEEP, "keep", "N", "record at most N of them (20)"},
	{OPT_STATS, "stats", NULL, "print how much processor time the runs took"},
	{OPT_JSON, "json", NULL, "write JSON"},
	{0},
};

const Command outcomes_command = {
	"outcomes",
	"all orders of a small program's operations, and their outcomes",
	outcomes_main,
	"trellis outcomes [OPTION]... [PLACE:]FILE.c[+FILE.c]... [ARGUMENT]...\n"
	"trellis outcomes [OPTION]... [PLACE:]PROGRAM.elf... [ARGUMENT]...\n"
	"trellis outcomes [OPTION]... APP.vms [ARGUMENT]...\n"
	"trellis outcomes [OPTION]... RECORDING",
	"Runs a program in each order of its threads' operations on semaphores and of its "
	"messages, and tells which outcomes these have: what it prints, how its processes end, "
	"and which deadlocks it reaches. An order with each outcome is recorded. The exit status "
	"is 0 if all orders were run and have one outcome, without a deadlock; otherwise 1.",
	{options},
};
