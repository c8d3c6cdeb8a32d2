/*
 * swarm_begin.c - prepares the common parts of all runs of a swarm: their options and their
 * programs.
 */
#include "swarm.h"
#include "run_parse.h"

#include "base/texts.h"
#include "vm/build.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* check_run: refuse options that write a file in every run, or that one run alone may use. */
static void
check_run(const RunOptions *o)
{
	const char *why = "all of the runs would write this file; use 'trellis run'";

	if (o->output)
		fatal("--output: %s", why);
	if (o->json)
		fatal("--stats-json: %s", why);
	if (o->machine.requests)
		fatal("--requests: %s", why);
	if (o->monitor)
		fatal("--monitor: %s", why);
	if (view_wanted(&o->machine.view))
		fatal("--view cannot be used with many runs");
	if (o->machine.debug)
		fatal("--debug cannot be used with many runs; use 'trellis run' with one seed");
	if (o->native)
		fatal("--native cannot be used with many runs");
	if (o->machine.realtime.factor > 0)
		fatal("--realtime cannot be used with many runs");
	if (o->machine.links.n > 0)
		fatal("--link cannot be used with many runs");
}

void
swarm_begin(Swarm *s, uint32_t jobs, int argc, char **argv)
{
	*s = (Swarm){.jobs = jobs, .argc = argc, .argv = argv, .lock = -1};
	run_parse(&s->run, argc, argv);
	check_run(&s->run);
}

FaultOptions
swarm_take_faults(Swarm *s)
{
	FaultOptions faults = s->run.machine.faults;

	s->run.machine.faults = (FaultOptions){0};
	return faults;
}

void
swarm_build(Swarm *s)
{
	s->run.build = s->dir = run_directory(&s->run);
	s->lock = build_lock(s->dir);
	s->run.locked = s->run.make_only = true;
	run_with(&s->run, NULL);
	s->run.make_only = false;
}

void
swarm_end(Swarm *s)
{
	buf_free(&s->reference);
	build_unlock(s->lock);
}

/* ---- the command that shows a run ---- */

/*
 * is_replaced: true for an option that the command line replaces; *words: the number of words of
 * the option.
 */
static bool
is_replaced(const char *word, int *words)
{
	static const char *const options[] = {"--fault", "--faults"};

	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		size_t n = strlen(options[i]);

		*words = 1;
		if (strncmp(word, options[i], n) != 0)
			continue;
		*words = word[n] == '\0' ? 2 : 1;
		if (word[n] == '\0' || word[n] == '=')
			return true;
	}
	return false;
}

Buf
swarm_command_line(const Swarm *s, uint64_t seed, const FaultOptions *faults)
{
	Buf b = {0};
	int words;

	buf_printf(&b, "trellis run");
	if (!s->one_seed)
		buf_printf(&b, " --seed %" PRIu64, seed);
	for (uint32_t i = 0; i < faults->n; i++) {
		buf_printf(&b, " --fault");
		buf_byte(&b, ' ');
		buf_quoted(&b, faults->option[i].text);
	}
	for (int i = 1; i < s->argc; i += words) {
		if (is_replaced(s->argv[i], &words))
			continue;
		buf_byte(&b, ' ');
		buf_quoted(&b, s->argv[i]);
	}
	buf_byte(&b, '\0');
	return b;
}

/* ---- the command that runs other orders ---- */

/* at most this many nodes: some eight orders then take a second (docs/outcomes.md) */
enum { ORDERS_NODES = 16 };

/* is_plain: true for a run with no other options than `trellis outcomes` has. */
static bool
is_plain(const RunOptions *o)
{
	return !o->tree && !o->buffers && !o->granularity && !o->root && !o->brk
		&& !o->machine.config && !o->machine.sync_order;
}

Buf
swarm_orders_command(const Swarm *s, const FaultOptions *faults, const RunSummary *reference)
{
	const RunOptions *o = &s->run;
	Buf b = {0};

	if (faults->n > 0 || reference->nplaces > ORDERS_NODES || !is_plain(o))
		return b;
	buf_printf(&b, "trellis outcomes --sample 100");
	if (o->machine.topology) {
		buf_printf(&b, " --topo ");
		buf_quoted(&b, o->machine.topology);
	}
	if (o->processors)
		buf_printf(&b, " -n %u", o->processors);
	buf_byte(&b, ' ');
	buf_quoted(&b, o->vms);
	for (int i = 0; i < o->narguments; i++) {
		buf_byte(&b, ' ');
		buf_quoted(&b, o->argument[i]);
	}
	buf_byte(&b, '\0');
	return b;
}
