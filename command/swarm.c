/*
 * swarm.c - `trellis swarm`: runs one application with many seeds, and lists the failures with the
 * faults that cause them.
 */
#include "swarm.h"
#include "command.h"
#include "detrek/detrek.h"
#include "run_parse.h"
#include "vm/build.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPT_ALL = 256, OPT_NONE, OPT_JSON, MAX_SEEDS = 10000000, MAX_JOBS = 1024 };

typedef struct SwarmOptions {
	uint64_t first;
	uint32_t n, jobs;
	bool all, none, json;
	/* of the run: its arguments from here on; the number of runs takes the place of the name */
	int argc;
	char **argv;
} SwarmOptions;

static void
parse(SwarmOptions *o, int argc, char **argv)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	OptionReader r;
	uint64_t n;
	int c;

	*o = (SwarmOptions){.first = 1, .jobs = processors > 0 ? processors : 1};
	option_reader(&r, &swarm_command, OPTIONS_FIRST, argc, argv);
	while ((c = option_next(&r)) != -1) {
		switch (c) {
		case 'f':
			o->first = number_option("first", r.argument, 0, UINT64_MAX - MAX_SEEDS);
			break;
		case 'j': o->jobs = number_option("jobs", r.argument, 1, MAX_JOBS); break;
		case OPT_ALL: o->all = true; break;
		case OPT_NONE: o->none = true; break;
		case OPT_JSON: o->json = true; break;
		}
	}
	argc -= option_end(&r);
	argv += option_end(&r);
	if (argc == 0)
		fatal("swarm: expected the number of seeds: 'trellis swarm 100 APP.vms'; see "
			"'trellis swarm --help'");
	if (!number_parse(argv[0], MAX_SEEDS, &n) || n == 0)
		fatal("swarm: %s: expected a number of seeds from 1 to %d", argv[0], MAX_SEEDS);
	o->n = n;
	o->argc = argc;
	o->argv = argv;
}

/* Reject options that write a file in every run, or that only a swarm may use. */
static void
check(const RunOptions *o)
{
	const char *why = "all runs of a swarm would write this file; use 'trellis run' with one "
		"seed";

	if (o->output)
		fatal("--output: %s", why);
	if (o->json)
		fatal("--stats-json: %s", why);
	if (o->machine.requests)
		fatal("--requests: %s", why);
	if (o->monitor)
		fatal("--monitor: %s", why);
	if (view_wanted(&o->machine.view))
		fatal("--view cannot be used with a swarm");
	if (o->machine.debug)
		fatal("--debug cannot be used with a swarm; use 'trellis run' with one seed");
	if (o->native)
		fatal("--native cannot be used with a swarm");
	if (o->machine.has_seed)
		fatal("--seed cannot be used with a swarm; use --first for the first seed");
}

/* ---- the command that shows it ---- */

/* is_fault: an option that will be replaced; *words: number of words it takes. */
static bool
is_fault(const char *word, int *words)
{
	*words = strcmp(word, "--fault") == 0 || strcmp(word, "--faults") == 0 ? 2 : 1;
	return *words == 2 || strncmp(word, "--fault=", 8) == 0
		|| strncmp(word, "--faults=", 9) == 0;
}

/* command: the command line of a run with these faults, terminated by a zero. */
static Buf
command(const SwarmOptions *o, uint64_t seed, const FaultOptions *faults)
{
	Buf b = {0};
	int words;

	buf_printf(&b, "trellis run --seed %" PRIu64, seed);
	for (uint32_t i = 0; i < faults->n; i++) {
		buf_printf(&b, " --fault");
		buf_byte(&b, ' ');
		buf_quoted(&b, faults->option[i].text);
	}
	for (int i = 1; i < o->argc; i += words) {
		if (is_fault(o->argv[i], &words))
			continue;
		buf_byte(&b, ' ');
		buf_quoted(&b, o->argv[i]);
	}
	buf_byte(&b, '\0');
	return b;
}

/* ---- the report ---- */

/* A seed that failed, with the shortest list of its faults if that was searched for. */
typedef struct Failure {
	const Trial *trial;
	bool shrunk;
	FaultOptions faults; /* the texts belong to the trial */
	Buf command;
} Failure;

/* first_of: the first of the previous failures with the same kind of failure. */
static uint32_t
first_of(const Trial *t, uint32_t i)
{
	uint32_t k = 0;

	while (!trial_failed(&t[k]) || !trial_alike(&t[k], &t[i]))
		k++;
	return k;
}

/* failures: the *n failures in the order of the seeds. */
static Failure *
failures(Swarm *s, const SwarmOptions *o, const Trial *t, uint32_t *n)
{
	Failure *f = xcalloc(o->n, sizeof *f);

	*n = 0;
	for (uint32_t i = 0; i < o->n; i++) {
		Failure *k = &f[*n];

		if (!trial_failed(&t[i]))
			continue;
		++*n;
		k->trial = &t[i];
		k->shrunk = !o->none && (o->all || first_of(t, i) == i);
		if (!k->shrunk)
			continue;
		k->faults = swarm_shrink(s, &t[i]);
		k->command = command(o, t[i].seed, &k->faults);
	}
	progress_clear();
	return f;
}

static void
print_text(const SwarmOptions *o, const Trial *t, const Failure *f, uint32_t nfailed)
{
	char room[CLASS_TEXT], line[64];
	int n;

	for (uint32_t i = 0; i < nfailed; i++) {
		printf("seed %" PRIu64 ": %s, after %s\n", f[i].trial->seed,
			trial_class(f[i].trial, room), TIME_STRING(f[i].trial->end.now));
		for (uint32_t k = 0; k < f[i].faults.n; k++)
			printf("  %s\n", f[i].faults.option[k].text);
		if (f[i].shrunk)
			printf("  %s\n", (char *)f[i].command.data);
	}
	n = snprintf(line, sizeof line, "%u seeds: %u failed", o->n, nfailed);
	verdict_print(stdout, nfailed == 0, line, n);
	for (uint32_t i = 0; i < nfailed; i++) {
		uint32_t n = 0;

		if (&t[first_of(t, f[i].trial - t)] != f[i].trial)
			continue;
		for (uint32_t k = i; k < nfailed; k++)
			n += trial_alike(f[k].trial, f[i].trial);
		printf("%8u %s\n", n, trial_class(f[i].trial, room));
	}
}

static void
print_json(const SwarmOptions *o, const Failure *f, uint32_t nfailed)
{
	json_t *list = json_array(), *all;
	char room[CLASS_TEXT];

	for (uint32_t i = 0; i < nfailed; i++) {
		json_t *j = json_pack("{sI ss sf}", "seed", (json_int_t)f[i].trial->seed, "class",
			trial_class(f[i].trial, room), "time", f[i].trial->end.now / 1e12);
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
	report_json(all);
}

/* report: print the result; returns how many seeds failed. */
static uint32_t
report(Swarm *s, const SwarmOptions *o, const Trial *t)
{
	uint32_t n;
	Failure *f = failures(s, o, t, &n);

	if (o->json)
		print_json(o, f, n);
	else
		print_text(o, t, f, n);
	for (uint32_t i = 0; i < n; i++) {
		free(f[i].faults.option);
		buf_free(&f[i].command);
	}
	free(f);
	return n;
}

static int
swarm_main(int argc, char **argv)
{
	SwarmOptions o;
	Swarm s = {0};
	FaultOptions faults;
	uint32_t nfailed;
	int lock;
	Trial *t;

	parse(&o, argc, argv);
	s.jobs = o.jobs;
	s.argc = o.argc;
	s.argv = o.argv;
	run_parse(&s.run, o.argc, o.argv);
	check(&s.run);
	faults = s.run.machine.faults;
	s.run.machine.faults = (FaultOptions){0};
	s.run.build = s.dir = run_directory(&s.run);
	lock = build_lock(s.dir);
	s.run.locked = s.run.make_only = true;
	run_with(&s.run, NULL);
	s.run.make_only = false;
	swarm_reference(&s, o.first);
	t = xcalloc(o.n, sizeof *t);
	for (uint32_t i = 0; i < o.n; i++)
		t[i] = (Trial){.seed = o.first + i, .faults = &faults};
	swarm_run(&s, t, o.n);
	nfailed = report(&s, &o, t);
	for (uint32_t i = 0; i < o.n; i++)
		trial_free(&t[i]);
	free(t);
	free(faults.option);
	buf_free(&s.reference);
	build_unlock(lock);
	return nfailed ? EXIT_FOUND : 0;
}

static const Option options[] = {
	{'f', "first", "SEED", "the first seed (default 1)"},
	{'j', "jobs", "N", "runs at the same time (default: one per processor of this host)"},
	{OPT_ALL, "all", NULL, "shrink the faults of every seed that fails"},
	{OPT_NONE, "none", NULL, "do not shrink faults"},
	{OPT_JSON, "json", NULL, "write JSON"},
	{0},
};

const Command swarm_command = {
	"swarm", "run an application with many seeds, and shrink the faults of those that fail",
	swarm_main, "trellis swarm [OPTION]... N [RUN_OPTION]... APP.vms [--] [ARGUMENT]...",
	"Runs an application with N seeds (with the options of trellis run) and lists the seeds "
	"that fail: those whose run does not end well, or whose output differs from that of a run "
		"without faults. For each kind of failure, the faults of the first seed are "
		"reduced to a shortest list that still fails, and the command to repeat it is "
		"printed.",
	{options}, "The exit status is 0 if no seed fails, 1 if some do.",
};
