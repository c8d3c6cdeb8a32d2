/* order.c - `trellis order`: finds the orders that are the same in every execution of a trace. */
#include "command.h"

#include "base/number.h"
#include "detrek/order/order.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_DEPTH = 8,      /* each level multiplies the work by the number of tasks */
	MAX_RANDOM = 1 << 20,
};

/* seconds_option: the value of an option as a number of seconds; fatal if it is not one. */
static double
seconds_option(const char *s)
{
	char *end;
	double seconds = strtod(s, &end);

	if (end == s || *end || !(seconds >= 0 && seconds <= 1e9))
		fatal("--time=%s: expected a number of seconds, 0 for no end", s);
	return seconds;
}

enum {
	OPT_METHOD = 256,
	OPT_LEVELS,
	OPT_TIME,
	OPT_CLOCK,
	OPT_JSON,
	OPT_DOT,
	OPT_WITNESS,
	OPT_MATCH,
	OPT_DEADLOCK,
	OPT_NO_DEADLOCK,
	OPT_RUN,
	OPT_MISSES,
	OPT_GENERATE,
	OPT_EVENTS,
	OPT_TASKS,
	OPT_SEMS,
	OPT_SEED,
	OPT_BENCH,
};

/*
 * analysis_option: store the value of an option that says how the orders of operations are
 * analysed.
 */
static void
analysis_option(OrderOptions *o, int c, const char *argument)
{
	switch (c) {
	case OPT_METHOD:
		if (!method_parse(argument, &o->plan.method))
			fatal("--method=%s: expected auto, exact, brute, bounds, paper, original "
				"or observed", argument);
		break;
	case OPT_LEVELS:
		o->plan.depth = number_option("levels", argument, 0, MAX_DEPTH);
		break;
	case OPT_TIME:
		o->plan.seconds = seconds_option(argument);
		break;
	case OPT_CLOCK:
		if (strcmp(argument, "plain") != 0 && strcmp(argument, "tree") != 0)
			fatal("--clock=%s: expected plain or tree", argument);
		o->plan.clock = argument[0] == 't' ? CLOCK_TREE : CLOCK_PLAIN;
		break;
	case OPT_NO_DEADLOCK:
		o->plan.deadlocks = false;
		break;
	case OPT_JSON:
		o->json = true;
		break;
	case OPT_DOT:
		o->dot = true;
		break;
	}
}

/* mode_option: store the value of an option that chooses what the command does. */
static void
mode_option(OrderOptions *o, int c, const char *argument)
{
	switch (c) {
	case OPT_WITNESS:
		o->pair = argument;
		o->mode = o->mode == MODE_RUN ? MODE_RUN : MODE_WITNESS;
		break;
	case OPT_MATCH:
		o->pair = argument;
		o->mode = MODE_MATCH;
		break;
	case OPT_DEADLOCK:
		o->deadlock = argument ? number_option("deadlock", argument, 1, UINT32_MAX) : 1;
		o->mode = MODE_DEADLOCK;
		break;
	case OPT_RUN:
		o->schedule = argument;
		o->mode = MODE_RUN;
		break;
	case OPT_MISSES:
		o->mode = MODE_TABLE;
		break;
	case OPT_GENERATE:
		o->ngenerate = number_option("generate", argument, 1, MAX_RANDOM);
		o->mode = MODE_GENERATE;
		break;
	case OPT_EVENTS:
		o->random.nevents = number_option("length", argument, 1, MAX_RANDOM);
		break;
	case OPT_TASKS:
		o->random.maxtasks = number_option("max-tasks", argument, 2, DIGITS);
		break;
	case OPT_SEMS:
		o->random.maxsems = number_option("max-semaphores", argument, 1, DIGITS);
		break;
	case OPT_SEED:
		o->random.seed = number_option("seed", argument, 0, UINT64_MAX);
		break;
	case OPT_BENCH:
		o->mode = MODE_BENCH;
		break;
	default:
		analysis_option(o, c, argument);
	}
}

/* parse_options: read the options and the names of the files. */
static void
parse_options(OrderOptions *o, int argc, char **argv)
{
	OptionReader r;
	int c;

	*o = (OrderOptions){.plan = {.depth = 2, .seconds = 10, .deadlocks = true},
		.random = {.seed = 1, .nevents = 30, .mintasks = 2, .maxtasks = 4, .minsems = 1,
			.maxsems = 3}};
	option_reader_init(&r, &order_command, OPTIONS_ANYWHERE, argc, argv);
	while ((c = option_next(&r)) != -1)
		mode_option(o, c, r.argument);
	o->file = argv + option_first_argument(&r);
	o->nfiles = argc - option_first_argument(&r);
	if (o->mode == MODE_DEADLOCK && !o->plan.deadlocks)
		fatal("--deadlock and --no-deadlock contradict each other");
	if (o->mode == MODE_GENERATE || o->mode == MODE_BENCH) {
		if (o->nfiles > 0)
			fatal("%s: no file is read for --generate", o->file[0]);
	} else if (o->nfiles == 0) {
		fatal("order: expected a FILE; see 'trellis order --help'");
	} else if (o->nfiles > 1 && o->mode != MODE_ORDERS && o->mode != MODE_TABLE) {
		fatal("%s: only one trace can be asked about at a time", o->file[1]);
	}
}

/* order_main: execute the command `order`; returns the exit status. */
static int
order_main(int argc, char **argv)
{
	OrderOptions o;

	parse_options(&o, argc, argv);
	return order_do(&o);
}

static const Option options[] = {
	{OPT_METHOD, "method", "NAME",
		"auto: brute where that is quick, else exact (the default)\n"
		"exact: bounds, then a search for each pair left open\n"
		"brute: all reachable states\n"
		"bounds: polynomial time; may miss an order, never has a false one\n"
		"paper: rewind and recursive expansion, see --levels\n"
		"original: rewind only\n"
		"observed: vector times of the order that was observed",
		"auto exact brute bounds paper original observed"},
	{OPT_LEVELS, "levels", "N", "levels of the paper's recursion (default 2)"},
	{OPT_TIME, "time", "SECONDS",
		"limit of processor time for each trace (default 10, 0: none); pairs that are not "
		"decided by then are unknown"},
	{OPT_CLOCK, "clock", "KIND",
		"plain or tree: the vector clocks of observed (default plain)", "plain tree"},
	{OPT_WITNESS, "witness", "E,F",
		"print an execution in which F happens without E before it: A.2,C.1"},
	{OPT_MATCH, "match", "SEND,RECEIVE",
		"for a RECORDING: print an execution in which RECEIVE gets this message, or none: "
		"none,0.1.1"},
	{OPT_NO_DEADLOCK, "no-deadlock", NULL, "do not look for deadlocks"},
	{OPT_DEADLOCK, "deadlock", "[N]", "print an execution that leads to the first or N-th "
		"deadlock"},
	{OPT_RUN, "run", "SCHEDULE",
		"execute the events of SCHEDULE (a printed execution) step by step; with "
		"--witness, say whether it shows the order"},
	{OPT_MISSES, "misses", NULL, "print how often each method misses an order (the paper's "
		"Table 1)"},
	{OPT_JSON, "json", NULL, "write JSON"},
	{OPT_DOT, "dot", NULL, "write DOT"},
	{OPT_GENERATE, "generate", "N", "print N random traces with their orders, as a set"},
	{OPT_EVENTS, "length", "N", "with --generate: events of a trace (default 30)"},
	{OPT_TASKS, "max-tasks", "N", "with --generate: tasks of a trace, at most (default 4)"},
	{OPT_SEMS, "max-semaphores", "N",
		"with --generate: semaphores of a trace, at most (default 3)"},
	{OPT_SEED, "seed", "N", "with --generate: seed of the random traces (default 1)"},
	{OPT_BENCH, "bench", NULL, "measure the methods on made-up traces instead; reads no file"},
	{0},
};

static const Option gone_options[] = {
	{-1, "depth", NULL, "--levels N sets the levels of the paper's recursion"},
	{-1, "table", NULL, "--misses prints the paper's Table 1"},
	{0},
};

const Command order_command = {
	"order",
	"orders that every execution of a semaphore trace keeps",
	order_main,
	"trellis order [OPTION]... FILE | RECORDING...",
	"Print which events of a semaphore trace must happen before others in every "
	"execution, and the deadlocks that can be reached. FILE is a .sem trace or a set "
	"with a trace on each line; - is standard input. RECORDING is a directory with a recorded "
	"run.",
	{options},
	"Exit status: 0 nothing found; 1 a deadlock can be reached, the stamps are not those "
	"that a set gives, --witness or --match found an execution, --misses found a false order "
	"or an exact one missed; 2 bad use or bad input.",
	.gone_options = {gone_options},
};
