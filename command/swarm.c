/*
 * swarm.c - `trellis swarm`: runs one application with many seeds, and lists the failures with the
 * faults that cause them.
 */
#include "swarm.h"
#include "command.h"
#include "base/number.h"
#include "base/progress.h"
#include "base/terminal.h"
#include "detrek/detrek.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	OPT_SHRINK_ALL = 256, OPT_NONE, OPT_JSON, OPT_RUNS, OPT_TIME,
	MAX_SEEDS = 10000000,
	MAX_JOBS = 1024,
};

/* The options and arguments of the command line. */
typedef struct SwarmOptions {
	const char *crashes; /* the words given instead of the number of seeds; NULL for seeds */
	/* directory for recordings of crashes; NULL: named after the application */
	const char *dir;
	uint64_t first;         /* the first seed */
	uint32_t n, jobs;       /* number of seeds; runs at the same time */
	uint32_t runs, seconds; /* most runs and most seconds with --crashes; 0: no limit */
	bool all, none, json; /* --shrink-all, --none, --json */
	/* the run's command line; the number of runs is in the place of its name */
	int argc;
	char **argv;
} SwarmOptions;

/* parse_options: read the options before those of the run. */
static void
parse_options(SwarmOptions *o, int argc, char **argv)
{
	OptionReader r;
	uint64_t n;
	int c;

	*o = (SwarmOptions){.first = 1, .jobs = host_processors()};
	option_reader_init(&r, &swarm_command, OPTIONS_FIRST, argc, argv);
	while ((c = option_next(&r)) != -1) {
		switch (c) {
		case 'f':
			o->first = number_option("first", r.argument, 0, UINT64_MAX - MAX_SEEDS);
			break;
		case 'j': o->jobs = number_option("jobs", r.argument, 1, MAX_JOBS); break;
		case OPT_SHRINK_ALL: o->all = true; break;
		case OPT_NONE: o->none = true; break;
		case OPT_JSON: o->json = true; break;
		case OPT_RUNS:
			o->runs = number_option("runs", r.argument, 1, UINT32_MAX - 1);
			break;
		case OPT_TIME:
			o->seconds = number_option("time", r.argument, 1, 1000000000);
			break;
		case 'o': o->dir = r.argument; break;
		}
	}
	argc -= option_first_argument(&r);
	argv += option_first_argument(&r);
	if (argc == 0)
		fatal("swarm: expected the number of seeds: 'trellis swarm 100 APP.vms'; see "
			"'trellis swarm --help'");
	o->argc = argc;
	o->argv = argv;
	if (strchr(argv[0], ' '))
		o->crashes = argv[0];
	else if (!number_parse(argv[0], MAX_SEEDS, &n) || n == 0)
		fatal("swarm: %s: expected a number of seeds from 1 to %d, or 'crash any at "
			"message'", argv[0], MAX_SEEDS);
	else
		o->n = n;
}

/* ---- the report ---- */

/* A seed that failed, with the shortest list of its faults if that was searched for. */
typedef struct Failure {
	const Trial *trial;
	bool shrunk;         /* `faults` was searched for */
	FaultOptions faults; /* the texts belong to the trial */
	Buf command;         /* the command that repeats the run */
} Failure;

/*
 * first_of_kind: the first trial before i that has failed in the same way as trial i; i itself if
 * there is none.
 */
static uint32_t
first_of_kind(const Trial *t, uint32_t i)
{
	uint32_t k = 0;

	while (!trial_failed(&t[k]) || !trials_end_alike(&t[k], &t[i]))
		k++;
	return k;
}

/*
 * list_failures: the *n trials that have failed, in the order of the seeds. For the first failure
 * of each kind (for all with --shrink-all, for none with --none) the shortest list of faults is
 * searched for, and the command that shows the failure is made.
 */
static Failure *
list_failures(Swarm *s, const SwarmOptions *o, const Trial *t, uint32_t *n)
{
	Failure *f = xcalloc(o->n, sizeof *f);

	*n = 0;
	for (uint32_t i = 0; i < o->n; i++) {
		Failure *k = &f[*n];

		if (!trial_failed(&t[i]))
			continue;
		++*n;
		k->trial = &t[i];
		k->shrunk = !o->none && (o->all || first_of_kind(t, i) == i);
		if (!k->shrunk)
			continue;
		k->faults = swarm_shrink(s, &t[i]);
		k->command = swarm_command_line(s, t[i].seed, &k->faults);
	}
	progress_clear();
	return f;
}

/* print_text: print the failures as text, and the command for other orders. */
static void
print_text(const SwarmOptions *o, const Trial *t, const Failure *f, uint32_t nfailed,
	const Buf *orders)
{
	char room[CLASS_TEXT], line[64];
	int n;

	for (uint32_t i = 0; i < nfailed; i++) {
		printf("seed %" PRIu64 ": %s, after %s\n", f[i].trial->seed,
			trial_class_text(f[i].trial, room), TIME_STRING(f[i].trial->end.now));
		for (uint32_t k = 0; k < f[i].faults.n; k++)
			printf("  %s\n", f[i].faults.option[k].text);
		if (f[i].shrunk)
			printf("  %s\n", (char *)f[i].command.data);
	}
	n = snprintf(line, sizeof line, "%u seeds: %u failed", o->n, nfailed);
	verdict_print(stdout, nfailed == 0, line, n);
	for (uint32_t i = 0; i < nfailed; i++) {
		uint32_t n = 0;

		if (&t[first_of_kind(t, f[i].trial - t)] != f[i].trial)
			continue;
		for (uint32_t k = i; k < nfailed; k++)
			n += trials_end_alike(f[k].trial, f[i].trial);
		printf("%8u %s\n", n, trial_class_text(f[i].trial, room));
	}
	if (orders->len > 0)
		printf("to run other orders of its messages: %s\n",
			(char *)orders->data);
}

/* print_json: print the failures as JSON, with the command for other orders. */
static void
print_json(const SwarmOptions *o, const Failure *f, uint32_t nfailed, const Buf *orders)
{
	json_t *list = json_array(), *all;
	char room[CLASS_TEXT];

	for (uint32_t i = 0; i < nfailed; i++) {
		json_t *j = json_pack("{sI ss sf}", "seed", (json_int_t)f[i].trial->seed, "class",
			trial_class_text(f[i].trial, room), "time", f[i].trial->end.now / 1e12);
		json_t *faults = json_array();

		for (uint32_t k = 0; k < f[i].faults.n; k++)
			json_array_append_new(faults, json_string(f[i].faults.option[k].text));
		if (f[i].shrunk) {
			json_object_set_new(j, "faults", faults);
			json_object_set_new(j, "command", json_string((char *)f[i].command.data));
		} else {
			json_decref(faults);
		}
		json_array_append_new(list, j);
	}
	all = json_pack("{sI sI so}", "seeds", (json_int_t)o->n, "failed", (json_int_t)nfailed,
		"failures", list);
	if (orders->len > 0)
		json_object_set_new(all, "orders", json_string((char *)orders->data));
	report_json(all);
}

/*
 * report_failures: print the result; returns how many seeds failed. orders: the command for other
 * orders.
 */
static uint32_t
report_failures(Swarm *s, const SwarmOptions *o, const Trial *t, const Buf *orders)
{
	uint32_t n;
	Failure *f = list_failures(s, o, t, &n);

	if (o->json)
		print_json(o, f, n, orders);
	else
		print_text(o, t, f, n, orders);
	for (uint32_t i = 0; i < n; i++) {
		free(f[i].faults.option);
		buf_free(&f[i].command);
	}
	free(f);
	return n;
}

/* crashes_main: make the runs of --crashes; options that are for seeds are refused. */
static int
crashes_main(const SwarmOptions *o)
{
	if (o->all || o->none || o->first != 1)
		fatal("swarm: --first, --shrink-all and --none are for runs with many seeds");
	return swarm_run_crashes(&(CrashOptions){.crashes = o->crashes,
		.dir = o->dir,
		.jobs = o->jobs,
		.runs = o->runs,
		.seconds = o->seconds,
		.json = o->json,
		.argc = o->argc,
		.argv = o->argv});
}

/* swarm_main: execute the command `swarm`; returns the exit status. */
static int
swarm_main(int argc, char **argv)
{
	SwarmOptions o;
	Swarm s = {0};
	FaultOptions faults;
	uint32_t nfailed;
	Trial reference, *t;
	Buf orders;

	parse_options(&o, argc, argv);
	if (o.crashes)
		return crashes_main(&o);
	swarm_begin(&s, o.jobs, o.argc, o.argv);
	if (o.dir || o.runs || o.seconds)
		fatal("swarm: --output, --runs and --time are for 'crash NODES at message'");
	if (s.run.machine.has_seed)
		fatal("--seed cannot be used with a swarm; use --first for the first seed");
	faults = swarm_take_faults(&s);
	swarm_build(&s);
	reference = swarm_make_reference(&s, o.first);
	t = xcalloc(o.n, sizeof *t);
	for (uint32_t i = 0; i < o.n; i++)
		t[i] = (Trial){.seed = o.first + i, .faults = &faults};
	swarm_run(&s, t, o.n);
	orders = swarm_orders_command(&s, &faults, &reference.end);
	nfailed = report_failures(&s, &o, t, &orders);
	buf_free(&orders);
	for (uint32_t i = 0; i < o.n; i++)
		trial_free(&t[i]);
	free(t);
	free(faults.option);
	trial_free(&reference);
	swarm_end(&s);
	return nfailed ? EXIT_FOUND : 0;
}

static const Option options[] = {
	{'f', "first", "SEED", "the first seed (default 1)"},
	{'j', "jobs", "N", "runs at the same time (default: one per processor of this host)"},
	{OPT_SHRINK_ALL, "shrink-all", NULL, "shrink the faults of every seed that fails"},
	{OPT_NONE, "none", NULL, "do not shrink faults"},
	{OPT_RUNS, "runs", "N", "with crashes: make at most N runs"},
	{OPT_TIME, "time", "SECONDS", "with crashes: begin no more runs after this time"},
	{OPT_JSON, "json", NULL, "write JSON"},
	{'o', "output", "DIR", "with crashes: a new directory for a recording of each other ending "
		"(APP.vms.crashes)"},
	{0},
};

static const Option gone_options[] = {
	{-1, "all", NULL, "--shrink-all shrinks the faults of every seed that fails"},
	{0},
};

const Command swarm_command = {
	"swarm", "run an application with many seeds, and shrink the faults of failing runs",
	swarm_main, "trellis swarm [OPTION]... N [RUN_OPTION]... APP.vms [--] [ARGUMENT]...\n"
	"trellis swarm [OPTION]... 'crash NODES at message' [RUN_OPTION]... APP.vms",
	"Runs an application with N seeds (with the options of trellis run) and lists the seeds "
	"that fail: those whose run fails, or whose output differs from that of a run without "
	"faults. For each kind of failure, the faults of the first seed are reduced to a shortest "
	"list that still fails, and the command to repeat it is printed.\n"
	"\n"
	"With 'crash NODES at message' (or 'halt'; NODES are 'any', or for example n1-6), it runs "
	"the application once for each message of each of these nodes; the node stops before the "
	"message, and the endings of these runs are counted. The first run of each ending other "
	"than that of the run without faults is recorded. With 'crash NODES at message, crash "
	"NODES at message', two nodes stop, in one run for each pair of messages.",
	{options}, "The exit status is 0 if no run fails, 1 if some do.",
	.gone_options = {gone_options},
};
