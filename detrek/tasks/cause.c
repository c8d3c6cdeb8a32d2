/*
 * cause.c - finds the cause of a failure: user functions that began and did not end.
 *
 * The messages of a trace show where tasks stopped, which may be far from where the program did: a
 * node that has halted keeps the tasks that wait there, and its neighbours wait for it. The
 * monitor's standard events (PREFIX.std) show when each user function begins and ends. TrEK never
 * makes a user function wait: its output is collected after it has returned. So a function that has
 * not ended by the end of the run never will: its process or its node has stopped in it, or it runs
 * for ever.
 *
 * A node that halts also interrupts functions that merely waited for the processor. The node's
 * memory shows which function was running: the host adds an event `stop` for it. Without this
 * event, the function that began last is the most likely cause, because a low-priority process runs
 * until it waits or its timeslice ends. So this function is listed before the other functions of
 * its node. The nodes are listed in the order in which their most likely functions began. The
 * clocks of different nodes may differ, so this order is a guess. A `stop` without a function means
 * that a node or process has stopped outside of user functions.
 *
 * When a node stops, its memory may be destroyed, with records in it. If a record of a stopped node
 * cannot be right, it is left out and reported; if it is a `stop`, the node counts as stopped
 * outside of user functions.
 *
 * A lost link, or a stopped node, cuts other nodes off from the host. Functions that have begun
 * there are no causes, because the records of their ends may be missing.
 */
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

/* A function on a node; open if it has begun and not ended. */
typedef struct OpenFunction {
	uint64_t began, sub;
	uint32_t task, line; /* line: of its beginning; 0 if it is not open */
	bool stopped; /* the node stopped in it, or its process stopped because of an error */
} OpenFunction;

/* read_long_word: read a time or SubTid, which may be longer than 32 bits. */
static uint64_t
read_long_word(const Lines *l, const InputWord *w, int base, const char *what)
{
	char digits[24], *end;
	uint64_t v;

	snprintf(digits, sizeof digits, "%.*s", (int)w->len, w->s);
	v = strtoull(digits, &end, base);
	if (w->len >= sizeof digits - 1 || *end || end == digits || *digits == '-'
		|| *digits == '+')
		lines_fatal(l, "'%.*s' is not a valid %s", w->len < 40 ? (int)w->len : 40, w->s,
			what);
	return v;
}

/* The functions of all nodes that have begun, while lines are read. */
typedef struct Reader {
	const Spec *spec;
	Arena *arena;
	TrekCauses c;
	uint32_t lost_cap;
	OpenFunction *open;    /* [nnodes * MAX_FUNCTIONS] */
	bool *stopped; /* [nnodes] stopped outside of user functions */
	TrekCause *latest; /* [nnodes] the function that began or ended last; line 0 if none did */
} Reader;

/*
 * note_progress: note that the function has begun to process this task, if it is the generator or
 * the receiver of the model.
 */
static void
note_progress(Reader *r, uint32_t function, uint32_t task)
{
	const Machine *m = r->spec->machine;
	const MachineProcess *process = m->function[function];

	r->c.has_root_functions |= process == m->missing.process;
	if (process && process == m->untaken.process && task < r->spec->ntasks)
		r->c.ntaken[task]++;
}

/* read_lost: read a line <time> <node> lost <peer> <link> <the peer's link>. */
static void
read_lost(const Lines *l, Reader *r)
{
	trek_add_lost_link(r->arena, &r->c, &r->lost_cap, (TrekLink){
		.since = read_long_word(l, &l->word[0], 10, "time"),
		.node = word_number(l, &l->word[1], "node", 0, r->spec->nnodes - 1),
		.peer = word_number(l, &l->word[3], "node", 0, NODE_HOST),
		.link = word_number(l, &l->word[4], "link", 0, 3),
		.peer_link = word_number(l, &l->word[5], "link", 0, 3),
	});
}

/*
 * read_function: read the number of a function of the model, or FN_NONE for none; any other number
 * is fatal.
 */
static uint32_t
read_function(const Machine *m, const Lines *l)
{
	uint32_t function = word_number(l, &l->word[3], "function of the user's", 0,
		MAX_FUNCTIONS - 1);

	if (function != FN_NONE && !m->function[function])
		lines_fatal(l, "a %s has no function %u", m->name, function);
	return function;
}

/*
 * is_unreliable: true if the record is from a node that stopped, and names a function or task that
 * does not exist.
 */
static bool
is_unreliable(const Lines *l, const Reader *r, uint32_t node, bool stop)
{
	const Machine *m = r->spec->machine;
	uint32_t function = FN_NONE;
	bool good = word_fits(&l->word[3], 10, MAX_FUNCTIONS - 1);

	if (good)
		function = strtoul(l->word[3].s, NULL, 10);
	good = good && (function == FN_NONE ? stop : m->function[function] != NULL)
		&& word_fits(&l->word[4], 10, MAX_TASKS)
		&& word_fits(&l->word[5], 16, UINT64_MAX);
	if (good || !r->c.halted[node])
		return false;
	warning_at(l->file, l->line, "left out, as node %u stopped and its memory may be "
		"destroyed: function %.*s, task %.*s", node, (int)l->word[3].len, l->word[3].s,
		(int)l->word[4].len, l->word[4].s);
	return true;
}

/*
 * read_line: parse <time> <node> start|end|stop <function> <task> <SubTid>; other events, except
 * lost, are ignored.
 */
static void
read_line(const Lines *l, Reader *r)
{
	bool again, start = l->n > 2 && word_is(&l->word[2], "start"),
		stop = l->n > 2 && word_is(&l->word[2], "stop");
	uint32_t node, function;
	OpenFunction now, *at;

	if (l->n != 6)
		lines_fatal(l, "%u words; an event has 6: time, node, kind, peer, task, SubTid",
			l->n);
	r->c.nevents++;
	if (word_is(&l->word[2], "lost"))
		read_lost(l, r);
	if (!start && !stop && !word_is(&l->word[2], "end"))
		return;
	now.began = read_long_word(l, &l->word[0], 10, "time");
	node = word_number(l, &l->word[1], "node", 0, r->spec->nnodes - 1);
	if (is_unreliable(l, r, node, stop)) {
		r->stopped[node] |= stop;
		return;
	}
	function = read_function(r->spec->machine, l);
	if (function == FN_NONE && !stop)
		lines_fatal(l, "function 0 is none, and cannot start or end");
	now.task = word_number(l, &l->word[4], "task", 0, MAX_TASKS);
	now.sub = read_long_word(l, &l->word[5], 16, "SubTid");
	now.line = start || stop ? l->line : 0;
	now.stopped = stop;
	at = &r->open[node * MAX_FUNCTIONS + function];
	again = stop && at->line > 0 && at->task == now.task && at->sub == now.sub;
	if (start || (stop && !again))
		note_progress(r, function, now.task);
	if (!stop)
		r->latest[node] = (TrekCause){.task = now.task, .sub = now.sub, .line = l->line,
			.process = r->spec->machine->function[function]};
	if (stop && function == FN_NONE)
		r->stopped[node] = true;
	else if (again)
		at->stopped = true; /* the function's start is known */
	else
		*at = now;
}

/*
 * compare_causes: order two causes, for qsort: functions in which a node stopped come first; then
 * lower ranks, earlier beginnings and lower nodes come first.
 */
static int
compare_causes(const void *a, const void *b)
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

/*
 * cause_rank: how many unfinished functions of the node are more likely causes than this one. These
 * are the function in which the node stopped, and the functions that began later.
 */
static uint32_t
cause_rank(const OpenFunction *node, uint32_t function)
{
	const OpenFunction *f = &node[function];
	uint32_t n = 0;

	for (uint32_t i = 0; i < MAX_FUNCTIONS; i++)
		n += node[i].stopped != f->stopped ? node[i].stopped : node[i].line > f->line;
	return n;
}

/* A growing list of causes. */
typedef struct CauseList {
	TrekCause *cause;
	uint32_t n, cap;
} CauseList;

/* add_cause: append a cause to the list. */
static void
add_cause(Arena *a, CauseList *list, TrekCause k)
{
	list->cause = arena_grow(a, list->cause, list->n, &list->cap, sizeof *list->cause);
	list->cause[list->n++] = k;
}

/* list_causes: list the functions that have not ended, the most likely cause first. */
static void
list_causes(Reader *r)
{
	CauseList causes = {0}, unseen = {0};

	for (uint32_t i = 0; i < r->spec->nnodes * MAX_FUNCTIONS; i++) {
		uint32_t function = i % MAX_FUNCTIONS, node = i / MAX_FUNCTIONS;
		const OpenFunction *o = &r->open[i];

		if (o->line == 0 || function == FN_NONE)
			continue;
		add_cause(r->arena,
			!o->stopped && trek_is_cut_off(r->spec, &r->c, node) ? &unseen : &causes,
			(TrekCause){.task = o->task,
				.sub = o->sub,
				.node = node,
				.process = r->spec->machine->function[function],
				.began = o->began,
				.line = o->line,
				.stopped = o->stopped,
				.rank = cause_rank(o - function, function)});
	}
	if (causes.n > 0)
		qsort(causes.cause, causes.n, sizeof *causes.cause, compare_causes);
	r->c.cause = causes.cause;
	r->c.n = causes.n;
	r->c.unseen = unseen.cause;
	r->c.nunseen = unseen.n;
}

/* list_stopped: list the nodes that stopped outside of user functions. */
static void
list_stopped(Reader *r)
{
	TrekCauses *c = &r->c;
	uint32_t cap = 0, before_cap = 0;

	for (uint32_t i = 0; i < r->spec->nnodes; i++) {
		if (!r->stopped[i])
			continue;
		c->stopped = arena_grow(r->arena, c->stopped, c->nstopped, &cap,
			sizeof *c->stopped);
		c->last_function = arena_grow(r->arena, c->last_function, c->nstopped, &before_cap,
			sizeof *c->last_function);
		c->last_function[c->nstopped] = r->latest[i];
		c->stopped[c->nstopped++] = i;
	}
}

/* find_halted: mark the nodes that have a record of their stop, before any record is trusted. */
static void
find_halted(Reader *r, Lines l)
{
	while (lines_next(&l))
		if (l.n == 6 && word_is(&l.word[2], "stop")
			&& word_fits(&l.word[1], 10, r->spec->nnodes - 1))
			r->c.halted[strtoul(l.word[1].s, NULL, 10)] = true;
}

TrekCauses
trek_causes(Arena *a, const Spec *s, const char *file, const char *text, size_t len)
{
	Reader r = {
		.spec = s,
		.arena = a,
		.c = {.file = file,
			.ntaken = arena_alloc(a, s->ntasks, sizeof(uint32_t)),
			.halted = arena_alloc(a, s->nnodes, sizeof(bool))},
		.open = arena_alloc(a, (size_t)s->nnodes * MAX_FUNCTIONS, sizeof(OpenFunction)),
		.stopped = arena_alloc(a, s->nnodes, sizeof(bool)),
		.latest = arena_alloc(a, s->nnodes, sizeof(TrekCause)),
	};
	Lines l = lines_start(a, file, text, len);

	if (len > 0 && text[len - 1] != '\n')
		fatal_at(file, 0, "the last line is cut off; remove it to read the file");
	find_halted(&r, l);
	while (lines_next(&l))
		read_line(&l, &r);
	list_stopped(&r);
	list_causes(&r);
	return r.c;
}

uint32_t
trek_first_untaken(const TvmTrace *t, const TrekCauses *c)
{
	const Machine *m = t->spec->machine;
	uint32_t *arrived, left = NONE;

	if (!c || !c->has_root_functions || !m->untaken.process
		|| (c->nstopped > 0 && c->stopped[0] == 0))
		return NONE;
	arrived = xcalloc(t->spec->ntasks, sizeof *arrived);
	for (uint32_t i = 0; i < t->n && left == NONE; i++) {
		const TvmEvent *e = &t->event[i];

		if (e->node == 0 && m->root_ends >> e->kind & 1
			&& ++arrived[e->task] > c->ntaken[e->task])
			left = e->task;
	}
	free(arrived);
	return left;
}

void
trek_add_receiver_cause(Arena *a, TrekCauses *c, const TvmTrace *t)
{
	uint32_t left = trek_first_untaken(t, c);

	if (c->n > 0 || trek_is_broken(c) || left == NONE)
		return;
	c->cause = arena_alloc(a, 1, sizeof *c->cause);
	*c->cause = (TrekCause){.task = left, .process = t->spec->machine->untaken.process};
	c->n = 1;
}

/* put_causes: append a table of n causes below the heading. */
static void
put_causes(Buf *b, const Spec *s, const char *heading, const TrekCause *cause, uint32_t n)
{
	buf_printf(b, "%s\nTASK SUBTASK NODE PROCESS\n", heading);
	for (uint32_t i = 0; i < n; i++) {
		const TrekCause *k = &cause[i];

		buf_printf(b, "%u ", k->task);
		spec_put_subtid(s, k->sub, b);
		buf_printf(b, " %u %s\n", k->node, k->process->name);
	}
}

void
trek_cause_table(Buf *b, const Spec *s, const TrekCauses *c)
{
	trek_put_ends(b, c);
	if (c->n > 0)
		put_causes(b, s, "Cause", c->cause, c->n);
	else
		buf_printf(b, "No function began without ending\n");
	if (c->nunseen > 0)
		put_causes(b, s, "Cut off, and not seen to end", c->unseen, c->nunseen);
}

json_t *
trek_cause_json(const Spec *s, const TrekCauses *c)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < c->n; i++) {
		const TrekCause *k = &c->cause[i];
		Buf sub = {0};

		spec_put_subtid(s, k->sub, &sub);
		json_array_append_new(list,
			json_pack("{si ss% si ss ss sI si sb}", "task", (int)k->task, "subtask",
				sub.data, sub.len, "node", (int)k->node, "process",
				k->process->name, "class", k->process->class, "time",
				(json_int_t)k->began, "line", (int)k->line, "stopped", k->stopped));
		buf_free(&sub);
	}
	return list;
}
