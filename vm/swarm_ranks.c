/*
 * swarm_ranks.c - shares trials among processes that mpirun has started: each makes every size-th
 * of them with the programs in the directory of rank 0, and rank 0 gets what they ended with.
 */
#include "swarm.h"

#include "sim/ranks/ranks.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- messages: numbers of 64 bits, and texts with a zero at the end ---- */

static void
put_number(Buf *b, uint64_t n)
{
	buf_put(b, &n, sizeof n);
}

static void
put_text(Buf *b, const char *text)
{
	buf_put(b, text, strlen(text) + 1);
}

static uint64_t
get_number(const uint8_t **at)
{
	uint64_t n;

	memcpy(&n, *at, sizeof n);
	*at += sizeof n;
	return n;
}

/* get_text: it lies in the message. */
static char *
get_text(const uint8_t **at)
{
	char *text = (char *)*at;

	*at += strlen(text) + 1;
	return text;
}

/* put_task: trials for all ranks. */
static void
put_task(Buf *b, const Swarm *s, const Trial *t, uint32_t n)
{
	put_text(b, s->dir);
	put_number(b, s->jobs);
	put_number(b, s->argc);
	for (int i = 0; i < s->argc; i++)
		put_text(b, s->argv[i]);
	put_number(b, n);
	for (uint32_t i = 0; i < n; i++) {
		const FaultOptions *o = t[i].faults;

		put_number(b, t[i].seed);
		put_number(b, o->n);
		for (uint32_t k = 0; k < o->n; k++) {
			put_number(b, o->option[k].script);
			put_text(b, o->option[k].text);
		}
	}
}

/* get_swarm: parts of it lie in the message. */
static Swarm
get_swarm(const uint8_t **at, uint32_t rank)
{
	Swarm s = {.rank = rank, .dir = get_text(at)};

	s.jobs = get_number(at);
	s.argc = get_number(at);
	s.argv = xcalloc(s.argc + 1, sizeof *s.argv);
	for (int i = 0; i < s.argc; i++)
		s.argv[i] = get_text(at);
	run_parse(&s.run, s.argc, s.argv);
	free(s.run.machine.faults.option);
	s.run.machine.faults = (FaultOptions){0};
	s.run.build = s.dir;
	s.run.locked = true;
	return s;
}

/* get_trial: its faults go into *o. */
static Trial
get_trial(const uint8_t **at, FaultOptions *o)
{
	Trial t = {.seed = get_number(at), .faults = o};

	for (uint64_t n = get_number(at); n > 0; n--) {
		bool script = get_number(at);

		fault_option(o, get_text(at), script);
	}
	return t;
}

static void
put_result(Buf *b, const Trial *t)
{
	const RunSummary *end = &t->end;

	put_number(b, end->result);
	put_number(b, end->status);
	put_number(b, end->now);
	put_number(b, t->wrong);
	put_number(b, t->messages != NULL);
	put_text(b, t->messages ? t->messages : "");
	put_number(b, end->nfaults);
	for (uint32_t i = 0; i < end->nfaults; i++)
		put_text(b, end->fault[i]);
}

static void
get_result(const uint8_t **at, Trial *t)
{
	RunSummary *end = &t->end;
	const char *messages;

	end->result = get_number(at);
	end->status = get_number(at);
	end->now = get_number(at);
	t->wrong = get_number(at);
	end->whole = !get_number(at);
	messages = get_text(at);
	t->messages = end->whole ? NULL : xstrdup(messages);
	end->nfaults = get_number(at);
	end->fault = xcalloc(end->nfaults + 1, sizeof *end->fault);
	for (uint32_t i = 0; i < end->nfaults; i++)
		end->fault[i] = xstrdup(get_text(at));
}

/* ---- shares ---- */

/* make_share: make those trials that are the rank's. */
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
swarm_share(Swarm *s, Trial *t, uint32_t n)
{
	const uint32_t size = ranks_number();
	Buf task = {0}, *in;

	put_task(&task, s, t, n);
	ranks_give(&task);
	make_share(s, t, n, 0, size);
	in = ranks_gather();
	for (uint32_t rank = 1; rank < size; rank++) {
		const uint8_t *at = in[rank].data;

		for (uint32_t i = rank; i < n; i += size)
			get_result(&at, &t[i]);
		buf_free(&in[rank]);
	}
	free(in);
	buf_free(&task);
}

void
swarm_serve(const Buf *task, uint32_t rank, uint32_t size, Buf *result)
{
	const uint8_t *at = task->data;
	Swarm s = get_swarm(&at, rank);
	const uint32_t n = get_number(&at);
	Trial *t = xcalloc(n, sizeof *t);
	FaultOptions *faults = xcalloc(n, sizeof *faults);

	if (access(s.dir, W_OK | X_OK) != 0)
		fatal("%s: rank %u cannot use this directory, which has the programs of rank 0: "
			"give one by --build that all ranks see", s.dir, rank);
	swarm_read_reference(&s);
	for (uint32_t i = 0; i < n; i++)
		t[i] = get_trial(&at, &faults[i]);
	make_share(&s, t, n, rank, size);
	for (uint32_t i = rank; i < n; i += size)
		put_result(result, &t[i]);
	for (uint32_t i = 0; i < n; i++) {
		trial_free(&t[i]);
		free(faults[i].option);
	}
	free(t);
	free(faults);
	free(s.argv);
	buf_free(&s.reference);
}
