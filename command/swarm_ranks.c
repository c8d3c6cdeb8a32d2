/*
 * swarm_ranks.c - shares trials among processes that mpirun has started: each of the `size` ranks
 * makes every size-th trial with the programs in the directory of rank 0, and rank 0 receives the
 * results.
 */
#include "swarm.h"
#include "command.h"
#include "run_parse.h"

#include "sim/ranks/ranks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- messages ---- */

/* put_string: append a text with its length. */
static void
put_string(Buf *b, const char *text)
{
	put_bytes(b, text, strlen(text) + 1);
}

/* get_string: read a text; returns a pointer into the message. */
static char *
get_string(WireReader *r)
{
	size_t n;

	return (char *)get_bytes(r, &n);
}

/* put_task: append to a message the trials that the ranks are to make. */
static void
put_task(Buf *b, const Swarm *s, const Trial *t, uint32_t n)
{
	put_string(b, s->dir);
	put_number(b, s->jobs);
	put_number(b, s->argc);
	for (int i = 0; i < s->argc; i++)
		put_string(b, s->argv[i]);
	put_number(b, n);
	for (uint32_t i = 0; i < n; i++) {
		const FaultOptions *o = t[i].faults;

		put_number(b, t[i].seed);
		put_number(b, o->n);
		for (uint32_t k = 0; k < o->n; k++) {
			put_number(b, o->option[k].script);
			put_string(b, o->option[k].text);
		}
	}
}

/*
 * get_swarm: read the directory, jobs and command line that put_task has written, as the Swarm of
 * this rank; its texts point into the message.
 */
static Swarm
get_swarm(WireReader *r, uint32_t rank)
{
	Swarm s = {.rank = rank, .dir = get_string(r)};

	s.jobs = get_number(r);
	s.argc = get_number(r);
	s.argv = xcalloc(s.argc + 1, sizeof *s.argv);
	for (int i = 0; i < s.argc; i++)
		s.argv[i] = get_string(r);
	run_parse(&s.run, s.argc, s.argv);
	free(s.run.machine.faults.option);
	s.run.machine.faults = (FaultOptions){0};
	s.run.build = s.dir;
	s.run.locked = true;
	return s;
}

/* get_trial: read a trial's seed and faults; the faults are added to *o. */
static Trial
get_trial(WireReader *r, FaultOptions *o)
{
	Trial t = {.seed = get_number(r), .faults = o};

	for (uint64_t n = get_number(r); n > 0; n--) {
		bool script = get_number(r);

		fault_option(o, get_string(r), script);
	}
	return t;
}

/* ---- shares ---- */

/* make_share: make the trials that are the share of this rank. */
static void
make_share(Swarm *s, Trial *t, uint32_t n, uint32_t rank, uint32_t size)
{
	Trial *mine = xcalloc(n, sizeof *mine);
	uint32_t nmine = 0;

	for (uint32_t i = rank; i < n; i += size)
		mine[nmine++] = t[i];
	swarm_run_here(s, mine, nmine);
	for (uint32_t k = 0; k < nmine; k++)
		t[rank + k * size] = mine[k];
	free(mine);
}

void
swarm_share_trials(Swarm *s, Trial *t, uint32_t n)
{
	const uint32_t size = ranks_number();
	Buf task = {0}, *in;

	put_task(&task, s, t, n);
	ranks_give_task(&task);
	make_share(s, t, n, 0, size);
	in = ranks_gather_results();
	for (uint32_t rank = 1; rank < size; rank++) {
		WireReader r = {in[rank].data, in[rank].data + in[rank].len};

		for (uint32_t i = rank; i < n; i += size)
			trial_get(&r, &t[i]);
		assert(!r.bad);
		buf_free(&in[rank]);
	}
	free(in);
	buf_free(&task);
}

void
swarm_serve(const Buf *task, uint32_t rank, uint32_t size, Buf *result)
{
	WireReader r = {task->data, task->data + task->len};
	Swarm s = get_swarm(&r, rank);
	const uint32_t n = get_number(&r);
	Trial *t = xcalloc(n, sizeof *t);
	FaultOptions *faults = xcalloc(n, sizeof *faults);

	if (access(s.dir, W_OK | X_OK) != 0)
		fatal("%s: rank %u cannot use this directory, which has the programs of rank 0: "
			"give one by --build that all ranks see", s.dir, rank);
	swarm_read_reference(&s);
	for (uint32_t i = 0; i < n; i++)
		t[i] = get_trial(&r, &faults[i]);
	make_share(&s, t, n, rank, size);
	for (uint32_t i = rank; i < n; i += size)
		trial_put(result, &t[i]);
	for (uint32_t i = 0; i < n; i++) {
		trial_free(&t[i]);
		free(faults[i].option);
	}
	free(t);
	free(faults);
	free(s.argv);
	buf_free(&s.reference);
}
