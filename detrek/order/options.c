/*
 * options.c - the command line of trellis order.
 */
#include "order.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_DEPTH = 8,      /* each level multiplies the work by the number of tasks */
	MAX_RANDOM = 1 << 20,
};

const char order_usage[] =
"usage: trellis order [OPTION]... FILE...\n"
"\n"
"Print which events of a semaphore trace must happen before others in every execution, and\n"
"the deadlocks that can be reached. FILE is a .sem trace or a set with a trace on each line;\n"
"- is standard input.\n"
"\n"
"  --method=NAME     auto      brute where that is quick, else exact (the default)\n"
"                    exact     bounds, then a search for each pair left open\n"
"                    brute     all reachable states\n"
"                    bounds    polynomial time: may miss an order, never has a false one\n"
"                    paper     rewind and recursive expansion, see --depth\n"
"                    original  rewind only\n"
"                    observed  vector times of the order that was observed\n"
"  --depth=N         levels of the paper's recursion (default 2)\n"
"  --time=SECONDS    of the processor for each trace (default 10, 0: no end); then pairs stay unknown\n"
"  --clock=KIND      plain or tree: the vector clocks of observed (default plain)\n"
"  --json, --dot     instead of text\n"
"  --witness=E,F     an execution in which F happens without E before it: A.2,C.1\n"
"  --no-deadlock     do not look for deadlocks\n"
"  --deadlock[=N]    an execution that leads to the first or N-th deadlock\n"
"  --run=SCHEDULE    do the events of SCHEDULE (such an execution) step by step; with\n"
"                    --witness, tell whether it shows the order\n"
"  --table           how often each method misses an order (the paper's Table 1)\n"
"  --generate=N      print N random traces with their orders, as a set\n"
"  --events=N --max-tasks=N --max-semaphores=N --seed=N\n"
"                    of --generate (default 30, 4, 3, 1)\n"
"  --bench           measure the methods on made-up traces instead; reads no file\n"
"  -h, --help        this text\n"
"\n"
"Exit status: 0 nothing found; 1 a deadlock can be reached, the stamps are not those that a\n"
"set gives, --witness found an execution, --table found a false order or an exact one\n"
"missed; 2 bad use or bad input.\n";

static double
seconds_option(const char *s)
{
	char *end;
	double seconds = strtod(s, &end);

	if (end == s || *end || !(seconds >= 0 && seconds <= 1e9))
		fatal("--time=%s: a number of seconds would do, 0 for no end", s);
	return seconds;
}

enum {
	OPT_METHOD = 256, OPT_DEPTH, OPT_TIME, OPT_CLOCK, OPT_JSON, OPT_DOT, OPT_WITNESS,
	OPT_DEADLOCK, OPT_NO_DEADLOCK, OPT_RUN, OPT_TABLE, OPT_GENERATE, OPT_EVENTS, OPT_TASKS, OPT_SEMS, OPT_SEED,
	OPT_BENCH, OPT_HELP = 'h',
};

static const struct option longopts[] = {
	{"method", required_argument, NULL, OPT_METHOD},
	{"depth", required_argument, NULL, OPT_DEPTH},
	{"time", required_argument, NULL, OPT_TIME},
	{"clock", required_argument, NULL, OPT_CLOCK},
	{"json", no_argument, NULL, OPT_JSON},
	{"dot", no_argument, NULL, OPT_DOT},
	{"witness", required_argument, NULL, OPT_WITNESS},
	{"deadlock", optional_argument, NULL, OPT_DEADLOCK},
	{"no-deadlock", no_argument, NULL, OPT_NO_DEADLOCK},
	{"run", required_argument, NULL, OPT_RUN},
	{"table", no_argument, NULL, OPT_TABLE},
	{"generate", required_argument, NULL, OPT_GENERATE},
	{"events", required_argument, NULL, OPT_EVENTS},
	{"max-tasks", required_argument, NULL, OPT_TASKS},
	{"max-semaphores", required_argument, NULL, OPT_SEMS},
	{"seed", required_argument, NULL, OPT_SEED},
	{"bench", no_argument, NULL, OPT_BENCH},
	{"help", no_argument, NULL, OPT_HELP},
	{0},
};

static void
analysis_option(OrderOptions *o, int c)
{
	switch (c) {
	case OPT_METHOD:
		if (!method_parse(optarg, &o->plan.method))
			fatal("--method=%s: auto, exact, brute, bounds, paper, original or observed"
				" would do", optarg);
		break;
	case OPT_DEPTH:
		o->plan.depth = number_option("depth", optarg, 0, MAX_DEPTH);
		break;
	case OPT_TIME:
		o->plan.seconds = seconds_option(optarg);
		break;
	case OPT_CLOCK:
		if (strcmp(optarg, "plain") != 0 && strcmp(optarg, "tree") != 0)
			fatal("--clock=%s: plain or tree would do", optarg);
		o->plan.clock = optarg[0] == 't' ? CLOCK_TREE : CLOCK_PLAIN;
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
	default:
		option_fatal("order");
	}
}

static void
mode_option(OrderOptions *o, int c)
{
	switch (c) {
	case OPT_WITNESS:
		o->pair = optarg;
		o->mode = o->mode == MODE_RUN ? MODE_RUN : MODE_WITNESS;
		break;
	case OPT_DEADLOCK:
		o->deadlock = optarg ? number_option("deadlock", optarg, 1, UINT32_MAX) : 1;
		o->mode = MODE_DEADLOCK;
		break;
	case OPT_RUN:
		o->schedule = optarg;
		o->mode = MODE_RUN;
		break;
	case OPT_TABLE:
		o->mode = MODE_TABLE;
		break;
	case OPT_GENERATE:
		o->ngenerate = number_option("generate", optarg, 1, MAX_RANDOM);
		o->mode = MODE_GENERATE;
		break;
	case OPT_EVENTS:
		o->random.nevents = number_option("events", optarg, 1, MAX_RANDOM);
		break;
	case OPT_TASKS:
		o->random.maxtasks = number_option("max-tasks", optarg, 2, DIGITS);
		break;
	case OPT_SEMS:
		o->random.maxsems = number_option("max-semaphores", optarg, 1, DIGITS);
		break;
	case OPT_SEED:
		o->random.seed = number_option("seed", optarg, 0, UINT64_MAX);
		break;
	case OPT_BENCH:
		o->mode = MODE_BENCH;
		break;
	default:
		analysis_option(o, c);
	}
}

bool
order_options(OrderOptions *o, int argc, char **argv)
{
	int c;

	*o = (OrderOptions){.plan = {.depth = 2, .seconds = 10, .deadlocks = true},
		.random = {.seed = 1, .nevents = 30, .mintasks = 2, .maxtasks = 4, .minsems = 1,
			.maxsems = 3}};
	optind = 1;
	while ((c = getopt_long(argc, argv, "h", longopts, NULL)) != -1) {
		if (c == OPT_HELP)
			return false;
		mode_option(o, c);
	}
	o->file = argv + optind;
	o->nfiles = argc - optind;
	if (o->mode == MODE_DEADLOCK && !o->plan.deadlocks)
		fatal("--deadlock with --no-deadlock: one of them would do");
	if (o->mode == MODE_GENERATE || o->mode == MODE_BENCH) {
		if (o->nfiles > 0)
			fatal("%s: no file is read for --generate", o->file[0]);
	} else if (o->nfiles == 0) {
		fatal("no file; trellis order FILE.sem would do, --help tells more");
	} else if (o->nfiles > 1 && o->mode != MODE_ORDERS && o->mode != MODE_TABLE) {
		fatal("%s: only one trace can be asked about at a time", o->file[1]);
	}
	return true;
}
