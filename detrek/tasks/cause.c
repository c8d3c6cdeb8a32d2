/*
 * cause.c - what was being done when it went wrong: functions of the user's that began and did not end.
 *
 * The messages of a trace tell where tasks stopped, which may be far from where the program did: a node that
 * has halted keeps the tasks that wait there, and its neighbours wait for it. The monitor's standard
 * events (PREFIX.std) tell when each function of the user's begins and ends. TrEK never makes one wait:
 * what a function puts out is taken when it has returned. So one that has not ended when nothing happens any more is one
 * that never will: its process or its node has stopped in it, or it runs for ever.
 *
 * A node that halts stops other functions, too, which only had not got their turn. Which one was running, its
 * memory tells afterwards: an event `stop` that the host adds. Without it, it was most likely the one
 * that began last, for a process of low priority runs until it waits or its timeslice is over. That one
 * stands before the others of its node. Nodes stand in the order of these times; clocks of different
 * nodes may differ, so among nodes that is a guess.
 */
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

/* As the monitor numbers them: enum NodeFunction. */
enum { GENERATOR = 2, RECEIVER, COMPUTE_FN, SPLIT_FN, JOIN_FN, NFUNCTIONS };

static const TrekProcess process[NFUNCTIONS] = {
	[GENERATOR] = DATA_GENERATOR,
	[RECEIVER] = RESULT_RECEIVER,
	[COMPUTE_FN] = COMPUTE,
	[SPLIT_FN] = SPLIT,
	[JOIN_FN] = JOIN,
};

/* A function on a node that has begun; line 0: it has not, or has ended. */
typedef struct Open {
	uint64_t began, sub;
	uint32_t task, line;
	bool stopped; /* the node has, in it, or its process for a mistake */
} Open;

/* A time or SubTid, which may be longer than 32 bits. */
static uint64_t
long_word(const Lines *l, const InputWord *w, int base, const char *what)
{
	char digits[24], *end;
	uint64_t v;

	snprintf(digits, sizeof digits, "%.*s", (int)w->len, w->s);
	v = strtoull(digits, &end, base);
	if (w->len >= sizeof digits - 1 || *end || end == digits || *digits == '-' || *digits == '+')
		lines_fatal(l, "'%.*s' is no %s", w->len < 40 ? (int)w->len : 40, w->s, what);
	return v;
}

/* <time> <node> start|end|stop <function> <task> <SubTid>; other kinds of events are of no use here. */
static void
read_line(const Lines *l, const Spec *s, Open *open)
{
	bool start = l->n > 2 && word_is(&l->word[2], "start"), stop = l->n > 2 && word_is(&l->word[2], "stop");
	uint32_t node, function;
	Open now, *at;

	if (l->n != 6)
		lines_fatal(l, "%u words; an event has 6: time, node, kind, peer, task, SubTid", l->n);
	if (!start && !stop && !word_is(&l->word[2], "end"))
		return;
	now.began = long_word(l, &l->word[0], 10, "time");
	node = word_number(l, &l->word[1], "node", 0, s->nnodes - 1);
	function = word_number(l, &l->word[3], "function of the user's", 0, NFUNCTIONS - 1);
	now.task = word_number(l, &l->word[4], "task", 0, MAX_TASKS);
	now.sub = long_word(l, &l->word[5], 16, "SubTid");
	now.line = start || stop ? l->line : 0;
	now.stopped = stop;
	at = &open[node * NFUNCTIONS + function];
	if (stop && at->line > 0 && at->task == now.task && at->sub == now.sub)
		at->stopped = true; /* when it began is known */
	else
		*at = now;
}

/* What nodes stopped in; then at each node the last one first; nodes by these; what is equal, by node. */
static int
compare(const void *a, const void *b)
{
	const TrekCause *p = a, *q = b;

	if (p->stopped != q->stopped)
		return p->stopped ? -1 : 1;
	if (p->rank != q->rank)
		return p->rank < q->rank ? -1 : 1;
	if (p->began != q->began)
		return p->began < q->began ? -1 : 1;
	return p->node < q->node ? -1 : p->node > q->node;
}

/* How many of the node's functions that have not ended are likelier: the one it stopped in, those that began later. */
static uint32_t
rank_of(const Open *node, uint32_t function)
{
	const Open *f = &node[function];
	uint32_t n = 0;

	for (uint32_t i = 0; i < NFUNCTIONS; i++)
		n += node[i].stopped != f->stopped ? node[i].stopped : node[i].line > f->line;
	return n;
}

TrekCauses
trek_causes(Arena *a, const Spec *s, const char *file, const char *text, size_t len)
{
	Open *open = arena_alloc(a, (size_t)s->nnodes * NFUNCTIONS, sizeof *open);
	TrekCauses c = {.file = file};
	Lines l = lines_start(a, file, text, len);
	uint32_t cap = 0;

	memset(open, 0, (size_t)s->nnodes * NFUNCTIONS * sizeof *open);
	while (lines_next(&l))
		read_line(&l, s, open);
	for (uint32_t i = 0; i < s->nnodes * NFUNCTIONS; i++) {
		if (open[i].line == 0 || i % NFUNCTIONS < GENERATOR)
			continue;
		c.cause = arena_grow(a, c.cause, c.n, &cap, sizeof *c.cause);
		c.cause[c.n++] = (TrekCause){.task = open[i].task, .sub = open[i].sub,
			.node = i / NFUNCTIONS, .process = process[i % NFUNCTIONS], .began = open[i].began,
			.line = open[i].line, .stopped = open[i].stopped, .rank = rank_of(open + i - i % NFUNCTIONS, i % NFUNCTIONS)};
	}
	if (c.n > 0)
		qsort(c.cause, c.n, sizeof *c.cause, compare);
	return c;
}

void
trek_cause_table(Buf *b, const Spec *s, const TrekCauses *c)
{
	buf_printf(b, c->n > 0 ? "Cause\nTASK SUBTASK NODE PROCESS\n" : "No function began without ending\n");
	for (uint32_t i = 0; i < c->n; i++) {
		const TrekCause *k = &c->cause[i];

		buf_printf(b, "%u ", k->task);
		spec_subtid(s, k->sub, b);
		buf_printf(b, " %u %s\n", k->node, trek_process(k->process));
	}
}

json_t *
trek_cause_json(const Spec *s, const TrekCauses *c)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < c->n; i++) {
		const TrekCause *k = &c->cause[i];
		Buf sub = {0};

		spec_subtid(s, k->sub, &sub);
		json_array_append_new(list, json_pack("{si ss% si ss ss sI si sb}", "task", (int)k->task,
			"subtask", sub.data, sub.len, "node", (int)k->node, "process",
			trek_process(k->process), "class", trek_class(k->process), "time",
			(json_int_t)k->began, "line", (int)k->line, "stopped", k->stopped));
		buf_free(&sub);
	}
	return list;
}
