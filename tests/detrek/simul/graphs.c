/*
 * graphs.c - do the graphs of programs (trellis cc --graph) contain what the programs do?
 *
 * Arguments: a recording, the graph of its programs, and queries of the graph. The kernel's
 * operations that the simulator observes, of each process, must be a path through the process's
 * graph. Where a variable differs from its value at the operation before, the path must pass a node
 * that may change it.
 *
 * A query's events are variables; each is true if its variable is odd. The values are carried along
 * the recorded messages. At each sure dep or gdep point at which all values are true, each event
 * must stay true until its process hears of what happened after the point.
 *
 * A thread is a process of the graph. The k-th signal of a semaphore goes to the k-th wait. A
 * meeting at a channel is a message from the thread that outputs, and an answer.
 *
 * Without arguments, the search for a path is tested.
 */
#include "base/files.h"
#include "detrek/simul/simul.h"
#include "detrek/sync/operations.h"
#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* An operation of a process. */
typedef struct Act {
	bool sends;
	uint32_t peer; /* its kernel's number; with a channel, the process of the graph, or NONE */
	int32_t event;
	const char *channel; /* of the graph, for threads; NULL: a message of the kernel */
	Word *value;   /* [variables of the process] */
	uint64_t order;  /* number of operations before, of all processes */
	uint32_t object; /* the message is one of those */
	bool lost;       /* a send of a message that was not received: a graph may lack it */
} Act;

/* ---- a path through a graph ---- */

static uint32_t
number_of(const char *process)
{
	return strtoul(strrchr(process, ':') + 2, NULL, 10);
}

static bool
is_act(const Dcfg *d, uint32_t node, const Act *a)
{
	const DcfgNode *n = &d->node[node];
	const char *channel = d->channel.text[n->channel];

	if (n->kind != (a->sends ? DCFG_SEND : DCFG_RECV))
		return false;
	if (a->channel || strchr(channel, '/'))
		return a->channel && strcmp(channel, a->channel) == 0
			&& (n->peer == a->peer || a->peer == NONE);
	if (number_of(d->process.text[n->peer]) != a->peer)
		return false;
	return strcmp(channel, "any") == 0 || atoi(channel) == a->event;
}

static bool
may_change(const Dcfg *d, uint32_t event, uint32_t node)
{
	const LocalEvent *e = event == NONE ? NULL : &d->local_event[event];

	for (uint32_t i = 0; e && i < e->n; i++)
		if (e->change[i] == node)
			return true;
	return false;
}

/*
 * Positions after an operation: [node][0]; and [node][1] if the variable has changed since, in
 * operations that the graph lacks.
 */
typedef bool (*Positions)[2];

/* is_passed: a computation, or a signal that a semaphore has at the beginning */
static bool
is_passed(const Dcfg *d, uint32_t node)
{
	const DcfgNode *n = &d->node[node];

	return n->kind == DCFG_COMP || (n->kind == DCFG_SEND && !n->source
		&& strncmp(d->channel.text[n->channel], "semaphore/", 10) == 0);
}

/* reach: add the positions after one more operation. need: the path must change the variable */
static bool
reach(const Dcfg *d, Positions at, int from_row, const Act *a, uint32_t event, bool need,
	Positions next)
{
	Positions met = calloc(d->name.n, sizeof *met);
	uint32_t *waiting = calloc(2 * d->name.n + 1, sizeof *waiting), n = 0;
	bool some = false;

	for (uint32_t i = 0; i < d->name.n; i++)
		if (at[i][from_row]) {
			met[i][0] = true;
			waiting[n++] = 2 * i;
		}
	while (n > 0) {
		uint32_t from = waiting[--n] / 2;
		bool flag = waiting[n] % 2;

		for (uint32_t e = d->flow.first[from]; e < d->flow.first[from + 1]; e++) {
			uint32_t to = d->flow.to[e];
			bool now = flag || may_change(d, event, to);

			if (is_act(d, to, a) && (now || !need))
				next[to][0] = some = true;
			if (is_passed(d, to) && !met[to][now]) {
				met[to][now] = true;
				waiting[n++] = 2 * to + now;
			}
		}
	}
	free(met);
	free(waiting);
	return some;
}

/*
 * step: those after one more operation. event: the variable's, or NONE; changed: it differs from
 * its value at the operation before. false if there is no position.
 */
static bool
step(const Dcfg *d, Positions at, const Act *a, uint32_t event, bool changed)
{
	Positions next = calloc(d->name.n, sizeof *next);
	bool some = a->lost;

	for (int row = 0; row < 2; row++)
		some |= reach(d, at, row, a, event, changed || row == 1, next);
	for (uint32_t i = 0; a->lost && i < d->name.n; i++) {
		next[i][changed] |= at[i][0];
		next[i][1] |= at[i][1];
	}
	memcpy(at, next, d->name.n * sizeof *at);
	free(next);
	return some;
}

/* all_in: is each position in the set of nodes of a process? */
static bool
all_in(const Dcfg *d, Positions at, uint32_t process, const bool *set)
{
	for (uint32_t i = 0; i < d->name.n; i++)
		if (at[i][0] && !(d->node[i].process == process
			&& set[i - d->range[process].start]))
			return false;
	return true;
}

/* accepted: how many operations of the process are a path; variable: index of its values */
static uint32_t
accepted(const Dcfg *d, uint32_t process, const Act *a, uint32_t n, uint32_t event,
	uint32_t variable)
{
	Positions at = calloc(d->name.n, sizeof *at);
	uint32_t i = 0;

	at[d->range[process].start][0] = true;
	while (i < n && step(d, at, &a[i], event, i > 0 && event != NONE
		&& a[i].value[variable] != a[i - 1].value[variable]))
		i++;
	free(at);
	return i;
}

static const char text[] =
	"process p:n0\nnode 0/start comp\nnode S send p:n1 on 3\nnode c comp\nnode R recv p:n1 on 4\n"
	"node 0/stop comp\nflow 0/start S c R S\nflow S R 0/stop\nevent x@p:n0 p:n0 changes c\n"
	"process p:n1\nnode 1/start comp\nnode r recv p:n0 on 3\nnode s send p:n0 on 4\n"
	"node 1/stop comp\nflow 1/start r s r\nflow s 1/stop\n";

static void
test_paths(void **state)
{
	Arena arena = {0};
	Dcfg *d = dcfg_read(&arena, "text", text, sizeof text - 1);
	Word value[4] = {0, 1, 1, 2};
	Act a[] = {{true, 1, 3, NULL, &value[0]}, {false, 1, 4, NULL, &value[1]},
		{true, 1, 3, NULL, &value[2]}, {false, 1, 4, NULL, &value[2]}};
	const Act *r = &a[1];

	(void)state;
	assert_int_equal(accepted(d, 0, a, 4, NONE, 0), 4);
	assert_int_equal(accepted(d, 0, a, 4, 0, 0), 4);
	assert_int_equal(accepted(d, 0, r, 1, NONE, 0), 0);
	a[2].value = &value[3]; /* x changes between R and S, where c is not passed */
	assert_int_equal(accepted(d, 0, a, 4, 0, 0), 2);
	a[2].event = 5;
	assert_int_equal(accepted(d, 0, a, 4, NONE, 0), 2);
	a[1].peer = 2;
	assert_int_equal(accepted(d, 0, a, 4, NONE, 0), 1);
	arena_free(&arena);
}

/* ---- a recording ---- */

enum {
	MAX_THREADS = 64,
	MAX_OBJECTS = 16384,
	FIRST_SIGNAL = 4096, /* objects from here on are messages between threads */
	MAX_VARIABLES = 16,
};

/* A process of the recording, and what it did. */
typedef struct Run {
	uint32_t process; /* of the graph; NONE: not in it */
	NodeId node;
	int32_t pid;
	Addr low; /* of its stack */
	bool known;
	char program[64];
	Act *act;
	uint32_t n, cap;
} Run;

/* A semaphore's signals that no thread has taken; of a channel, the threads that have arrived. */
typedef struct Signals {
	struct {
		uint32_t run, act; /* act: UINT32_MAX: it was there at the beginning */
	} *signal;
	uint32_t first, n;
} Signals;

typedef struct Observed {
	const Dcfg *d;
	Target *t;
	Run run[MAX_THREADS];
	SyncObjectInfo object[FIRST_SIGNAL];
	Signals signals[FIRST_SIGNAL];
	uint32_t nmessages; /* between threads */
	uint64_t noperations;
	uint32_t *event[MAX_THREADS]; /* [process] the events of its variables */
	uint32_t nevents[MAX_THREADS];
	Arena arena;
} Observed;

static void
observe_thread(void *to, uint32_t thread, const SyncThreadInfo *t)
{
	Observed *o = to;

	assert_true(thread < MAX_THREADS);
	o->run[thread] = (Run){
		.process = NONE, .node = t->node, .pid = t->pid, .low = t->low};
}

static void
observe_object(void *to, uint32_t object, const SyncObjectInfo *info)
{
	Observed *o = to;

	assert_true(object < FIRST_SIGNAL);
	o->object[object] = *info;
}

/* rank_of: how many threads of the program on the node began before */
static uint32_t
rank_of(const Observed *o, const Run *r)
{
	uint32_t rank = 0;

	for (const Run *q = o->run; q < r; q++)
		rank += q->known && q->node == r->node && strcmp(q->program, r->program) == 0;
	return rank;
}

/* process_of: the thread's process in the graph: they are in the order of their beginnings */
static uint32_t
process_of(const Observed *o, const Run *r)
{
	uint32_t rank = rank_of(o, r), p, k = 0;
	char name[100];
	int n = snprintf(name, sizeof name, "%s:n%u", r->program, target_number(o->t, r->node));

	p = symbols_find(&o->d->process, name, n);
	if (p != NONE)
		return rank == 0 ? p : NONE;
	n = snprintf(name, sizeof name, "%s:n%u/", r->program, target_number(o->t, r->node));
	for (p = 0; p < o->d->process.n; p++)
		if (strncmp(o->d->process.text[p], name, n) == 0 && k++ == rank)
			return p;
	return NONE;
}

/* find_process: the program of a process, and so its graph's name */
static const Loaded *
find_process(Observed *o, Run *r, Loaded loaded[MAX_LOADED])
{
	uint32_t n = target_loaded_programs(o->t, r->node, loaded);

	for (uint32_t i = 0; i < n; i++) {
		if (loaded[i].pid != r->pid || !loaded[i].program)
			continue;
		if (!r->known) {
			r->known = true;
			snprintf(r->program, sizeof r->program, "%s", loaded[i].name);
			r->process = process_of(o, r);
		}
		return r->process == NONE ? NULL : &loaded[i];
	}
	return NULL;
}

/* read_variables: those of the process that are a word */
static Word *
read_variables(Observed *o, const Run *r, const Loaded *in)
{
	Word *value = arena_alloc(&o->arena, MAX_VARIABLES, sizeof *value);

	for (uint32_t i = 0; i < o->nevents[r->process]; i++) {
		const char *name = o->d->event.text[o->event[r->process][i]];
		char *plain = strndup(name, strcspn(name, "@")), *colons = strstr(plain, "::");
		const Symbol *s;

		if (colons) { /* the symbol is FUNCTION.NAME */
			memmove(colons, colons + 1, strlen(colons));
			*colons = '.';
		}
		s = image_symbol(&in->program->image, plain);
		if (s) /* a variable that is not used is not in the program */
			value[i] = target_word(o->t, r->node,
				s->addr - in->program->data + in->data);
		free(plain);
	}
	return value;
}

static Act *
add_act(Observed *o, Run *r, const Loaded *in, Act a)
{
	a.value = read_variables(o, r, in);
	a.order = o->noperations++;
	r->act = arena_grow(&o->arena, r->act, r->n, &r->cap, sizeof *r->act);
	r->act[r->n++] = a;
	return &r->act[r->n - 1];
}

/* ---- operations of threads ---- */

static const char *
thread_name(const Observed *o, const Run *r)
{
	return strrchr(o->d->process.text[r->process], '/') + 1;
}

static const char *
keep(Observed *o, char *s)
{
	const char *kept = arena_strndup(&o->arena, s, strlen(s));

	free(s);
	return kept;
}

/* address_of: of an object as the graph names it: VARIABLE, VARIABLE[INDEX], VARIABLE+BYTES */
static Addr
address_of(const Loaded *in, const char *object, uint32_t nbytes)
{
	char *plain = strndup(object, strcspn(object, "[+"));
	const Symbol *s = image_symbol(&in->program->image, plain);
	const char *rest = object + strlen(plain);
	uint32_t offset = *rest ? strtoul(rest + 1, NULL, 10) : 0;

	assert_non_null(s);
	free(plain);
	return s->addr - in->program->data + in->data + offset * (*rest == '[' ? nbytes : 1);
}

/* object_name: the graph's name of the object; NULL: it is none of the program's */
static const char *
object_name(const Observed *o, const Loaded *in, const char *kind, Addr addr, uint32_t nbytes)
{
	for (uint32_t i = 0; i < o->d->channel.n; i++) {
		const char *s = o->d->channel.text[i];

		if (strncmp(s, kind, strlen(kind)) == 0
			&& address_of(in, s + strlen(kind), nbytes) == addr)
			return s;
	}
	return NULL;
}

static const char *
start_channel(Observed *o, const char *thread)
{
	const char *clone = keep(o, xasprintf("clone/%s", thread));

	return symbols_find(&o->d->channel, clone, strlen(clone)) == NONE
		? keep(o, xasprintf("start/%s", thread)) : clone;
}

/* signal_channel: the channel of a semaphore, or of a thread's start or end; NULL: no such */
static const char *
signal_channel(Observed *o, const Loaded *in, const SyncObjectInfo *m, const Operation *op)
{
	static uint32_t starter = NONE;

	if (m->kind == OBJECT_RUN) {
		if (op->kind == OPERATION_V) {
			starter = op->thread;
			return "start/"; /* the name comes with the thread */
		}
		return starter == NONE ? NULL
			: start_channel(o, thread_name(o, &o->run[op->thread]));
	}
	for (uint32_t i = 0; i < MAX_THREADS; i++)
		if (o->run[i].known && o->run[i].process != NONE && o->run[i].node == m->node
			&& o->run[i].low - STACK_ZONE - sizeof(Semaphore) == m->addr)
			return keep(o, xasprintf("end/%s", thread_name(o, &o->run[i])));
	return object_name(o, in, "semaphore/", m->addr, sizeof(Semaphore));
}

static void
put_signal(Observed *o, const Operation *op, const Loaded *in, const char *channel)
{
	Signals *s = &o->signals[op->object];
	Run *r = &o->run[op->thread];

	s->signal = arena_more(&o->arena, s->signal, s->n, sizeof *s->signal);
	s->signal[s->n].run = op->thread;
	s->signal[s->n++].act = r->n;
	add_act(o, r, in, (Act){.sends = true, .peer = NONE, .channel = channel,
		.object = FIRST_SIGNAL + o->nmessages++, .lost = true});
	assert_true(FIRST_SIGNAL + o->nmessages < MAX_OBJECTS);
}

/* main_of: the main thread of a thread's process */
static uint32_t
main_of(const Observed *o, uint32_t thread)
{
	for (uint32_t i = 0; i < MAX_THREADS; i++)
		if (o->run[i].known && o->run[i].process != NONE
			&& o->run[i].pid == o->run[thread].pid
			&& o->run[i].node == o->run[thread].node)
			return i;
	return thread;
}

/* take_signal: the thread gets the oldest signal. The graph has no operation for its own signals. */
static void
take_signal(Observed *o, const Operation *op, const Loaded *in, const char *channel)
{
	Signals *s = &o->signals[op->object];
	Run *r = &o->run[op->thread], *from = &o->run[main_of(o, op->thread)];
	Act *a = add_act(o, r, in, (Act){.channel = channel}), *sent = NULL;

	if (s->first < s->n) {
		from = &o->run[s->signal[s->first].run];
		sent = s->signal[s->first].act == NONE ? NULL
			: &from->act[s->signal[s->first].act];
		s->first++;
	}
	a->peer = from->process;
	a->object = sent ? sent->object : FIRST_SIGNAL + o->nmessages++;
	a->lost = from == r;
	if (sent) {
		sent->channel = channel;
		sent->peer = r->process;
		sent->lost = from == r;
	}
}

/* begin_signals: those that a semaphore has at the beginning come from main. */
static void
begin_signals(Observed *o, const Operation *op)
{
	Signals *s = &o->signals[op->object];

	for (uint32_t i = 0; !s->signal && i < o->object[op->object].value; i++) {
		s->signal = arena_more(&o->arena, s->signal, s->n, sizeof *s->signal);
		s->signal[s->n].run = main_of(o, op->thread);
		s->signal[s->n++].act = NONE;
	}
}

static bool
outputs(const Observed *o, const Run *r, const char *channel)
{
	const DcfgProcess *p = &o->d->range[r->process];

	for (uint32_t i = p->start; i <= p->stop; i++)
		if (o->d->node[i].kind == DCFG_SEND
			&& strcmp(o->d->channel.text[o->d->node[i].channel], channel) == 0)
			return true;
	return false;
}

static void
exchange(Observed *o, const Loaded *in, Run *from, Run *to, const char *channel)
{
	uint32_t object = FIRST_SIGNAL + o->nmessages++;

	add_act(o, from, in, (Act){.sends = true, .peer = to->process, .channel = channel,
		.object = object});
	add_act(o, to, in, (Act){.peer = from->process, .channel = channel, .object = object});
}

/* meet: the second thread has come to a channel. Threads of a process are loaded together. */
static void
meet(Observed *o, const Operation *op, const Loaded *in, const char *channel)
{
	Signals *s = &o->signals[op->object];
	Run *first = &o->run[s->first], *second = &o->run[op->thread];
	bool forth = outputs(o, first, channel);
	const char *answer = keep(o, xasprintf("answer/%s", strchr(channel, '/') + 1));

	exchange(o, in, forth ? first : second, forth ? second : first, channel);
	exchange(o, in, forth ? second : first, forth ? first : second, answer);
}

static void
observe_signal(Observed *o, const Operation *op, const Loaded *in)
{
	const SyncObjectInfo *m = &o->object[op->object];
	const char *channel;

	if (m->kind == OBJECT_CHANNEL) {
		channel = object_name(o, in, "channel/", m->addr, sizeof(Word));
		if (!channel || m->serial != 0)
			return;
		if (op->kind == OPERATION_V)
			o->signals[op->object].first = op->thread;
		else
			meet(o, op, in, channel);
		return;
	}
	channel = signal_channel(o, in, m, op);
	if (!channel)
		return;
	if (m->kind == OBJECT_SEMAPHORE)
		begin_signals(o, op);
	if (op->kind == OPERATION_V)
		put_signal(o, op, in, channel);
	else if (op->kind == OPERATION_P)
		take_signal(o, op, in, channel);
}

static void
observe_operation(void *to, const Operation *op)
{
	Observed *o = to;
	const SyncObjectInfo *m = &o->object[op->object];
	Run *r = &o->run[op->thread];
	Loaded loaded[MAX_LOADED];
	const Loaded *in;
	bool sends = op->kind == OPERATION_SEND;

	if (m->kind == OBJECT_SEMAPHORE || m->kind == OBJECT_CHANNEL || m->kind == OBJECT_RUN) {
		in = find_process(o, r, loaded);
		if (in && strchr(o->d->process.text[r->process], '/'))
			observe_signal(o, op, in);
		return;
	}
	if (m->kind != OBJECT_MESSAGE || m->event <= 0 || m->node == m->from
		|| (!sends && op->kind != OPERATION_RECV))
		return; /* a message to oneself is no operation of the graph */
	in = find_process(o, r, loaded);
	if (in)
		add_act(o, r, in, (Act){.sends = sends,
			.peer = target_number(o->t, sends ? m->node : m->from),
			.event = m->event, .object = op->object});
}

/* find_lost: the sends of messages that were not received */
static void
find_lost(Observed *o)
{
	uint32_t *received = arena_alloc(&o->arena, MAX_OBJECTS, sizeof *received);

	for (uint32_t r = 0; r < MAX_THREADS; r++)
		for (uint32_t i = 0; i < o->run[r].n; i++)
			received[o->run[r].act[i].object] += !o->run[r].act[i].sends;
	for (uint32_t r = 0; r < MAX_THREADS; r++)
		for (uint32_t i = 0; i < o->run[r].n; i++) {
			Act *a = &o->run[r].act[i];

			if (a->channel)
				continue;
			if (a->sends && received[a->object] == 0)
				a->lost = true;
			else if (a->sends)
				received[a->object]--;
		}
}

static void
find_events(Observed *o)
{
	for (uint32_t i = 0; i < o->d->event.n; i++) {
		uint32_t p = o->d->local_event[i].process;

		assert_true(p < MAX_THREADS && o->nevents[p] < MAX_VARIABLES);
		o->event[p] = arena_more(&o->arena, o->event[p], o->nevents[p], sizeof(uint32_t));
		o->event[p][o->nevents[p]++] = i;
	}
}

/* ---- points ---- */

enum { MAX_TERMS = 8, MAX_MESSAGES = 20000 };

/* The newest operations that a process knows, by messages: of each term, and of the recogniser. */
typedef struct Knowledge {
	uint32_t term[MAX_TERMS]; /* 1 + index of the operation; 0: none */
	uint32_t recogniser;
} Knowledge;

/* A message under way. */
typedef struct Sent {
	uint32_t object;
	bool received;
	Knowledge known;
} Sent;

typedef struct Recognition {
	const Observed *o;
	const Query *q;
	const Run *of[MAX_TERMS], *recogniser;
	uint32_t variable[MAX_TERMS];
	Knowledge known[MAX_THREADS];
	Knowledge *after[MAX_THREADS]; /* [operations of the run] */
	Sent *sent;
	uint32_t nsent, nrecognised;
} Recognition;

static void
learn(Knowledge *k, const Knowledge *from, uint32_t nterms)
{
	for (uint32_t t = 0; t < nterms; t++)
		if (from->term[t] > k->term[t])
			k->term[t] = from->term[t];
	if (from->recogniser > k->recogniser)
		k->recogniser = from->recogniser;
}

/* carry: take operation i of a run into account */
static void
carry(Recognition *g, uint32_t run, uint32_t i)
{
	const Run *r = &g->o->run[run];
	const Act *a = &r->act[i];
	Knowledge *k = &g->known[run];

	for (uint32_t t = 0; t < g->q->n; t++)
		if (g->of[t] == r)
			k->term[t] = i + 1;
	if (r == g->recogniser)
		k->recogniser = i + 1;
	if (a->sends) {
		assert_true(g->nsent < MAX_MESSAGES);
		g->sent[g->nsent++] = (Sent){a->object, false, *k};
	}
	for (uint32_t m = 0; !a->sends && m < g->nsent; m++)
		if (g->sent[m].object == a->object && !g->sent[m].received) {
			g->sent[m].received = true;
			learn(k, &g->sent[m].known, g->q->n);
			break;
		}
	g->after[run][i] = *k;
}

static bool
holds(const Recognition *g, uint32_t term, uint32_t operation)
{
	return g->of[term]->act[operation].value[g->variable[term]] % 2 == 1;
}

/* stays: does the event hold from the operation known until its process hears of the next one? */
static bool
stays(const Recognition *g, uint32_t term, uint32_t known, uint32_t at)
{
	const Run *r = g->of[term];
	const Knowledge *after = g->after[r - g->o->run];

	for (uint32_t i = known; i < r->n; i++) {
		if (!holds(g, term, i))
			return false;
		if (after[i].recogniser > at + 1)
			return true;
	}
	return true;
}

/* check_point: operation i of the recognising process is at a point */
static void
check_point(Recognition *g, uint32_t i)
{
	const Knowledge *k = &g->after[g->recogniser - g->o->run][i];

	for (uint32_t t = 0; t < g->q->n; t++)
		if (k->term[t] == 0 || !holds(g, t, k->term[t] - 1))
			return;
	g->nrecognised++;
	for (uint32_t t = 0; t < g->q->n; t++)
		if (g->of[t] != g->recogniser)
			assert_true(stays(g, t, k->term[t] - 1, i));
}

static const Run *
run_of(const Observed *o, uint32_t process)
{
	for (uint32_t i = 0; i < MAX_THREADS; i++)
		if (o->run[i].n > 0 && o->run[i].process == process)
			return &o->run[i];
	return NULL;
}

/* find_terms: false if one of the processes did nothing */
static bool
find_terms(Recognition *g)
{
	const Observed *o = g->o;
	bool all = true;

	g->recogniser = run_of(o, g->q->process);
	for (uint32_t t = 0; t < g->q->n; t++) {
		uint32_t process = o->d->local_event[g->q->event[t]].process;

		g->of[t] = run_of(o, process);
		all &= g->of[t] != NULL;
		while (o->event[process][g->variable[t]] != g->q->event[t])
			g->variable[t]++;
	}
	return all && g->recogniser;
}

/* carry_all: all operations, in the order in which they happened */
static void
carry_all(Recognition *g)
{
	uint32_t next[MAX_THREADS] = {0};

	for (uint64_t order = 0; order < g->o->noperations; order++)
		for (uint32_t r = 0; r < MAX_THREADS; r++)
			if (next[r] < g->o->run[r].n && g->o->run[r].act[next[r]].order == order)
				carry(g, r, next[r]++);
}

/* check_query: returns how often the query's events were recognised */
static uint32_t
check_query(Observed *o, const Query *q, const Points *points)
{
	Recognition g = {.o = o, .q = q, .sent = calloc(MAX_MESSAGES, sizeof *g.sent)};
	Positions at = calloc(o->d->name.n, sizeof *at);
	bool found;

	found = find_terms(&g);
	for (uint32_t r = 0; r < MAX_THREADS; r++)
		g.after[r] = arena_alloc(&o->arena, o->run[r].n, sizeof **g.after);
	carry_all(&g);
	at[o->d->range[q->process].start][0] = true;
	for (uint32_t i = 0; found && i < g.recogniser->n; i++) {
		step(o->d, at, &g.recogniser->act[i], NONE, false);
		if (all_in(o->d, at, q->process, points->valid[DEP])
			|| all_in(o->d, at, q->process, points->valid[GDEP]))
			check_point(&g, i);
	}
	free(g.sent);
	free(at);
	return g.nrecognised;
}

static const char *recording, *graph, **query;
static int nqueries;

static void
check_queries(Observed *o, Dcfg *d)
{
	Relations r = relations_find(d);

	for (int i = 0; i < nqueries; i++)
		dcfg_query(d, "query", query[i]);
	for (uint32_t i = 0; i < d->nqueries; i++) {
		Points points = points_find(d, &r, &d->query[i]);

		points_remove_unsure(d, &r, &d->query[i], &points);
		print_message("# %u recognised\n", check_query(o, &d->query[i], &points));
	}
}

static uint32_t
check_run(const Observed *o, const Run *r)
{
	uint32_t checks = 0;

	if (r->process == NONE || r->n == 0)
		return 0;
	assert_int_equal(accepted(o->d, r->process, r->act, r->n, NONE, 0), r->n);
	for (uint32_t i = 0; i < o->nevents[r->process]; i++) {
		uint32_t event = o->event[r->process][i];

		assert_int_equal(accepted(o->d, r->process, r->act, r->n, event, i), r->n);
		checks++;
	}
	return checks;
}

static void
test_recording(void **state)
{
	static Observed o;
	Past *p = past_open(recording);
	Arena a = {0};
	Buf b = file_read(graph, SIZE_MAX);
	uint32_t nacts = 0, nchecks = 0;
	Dcfg *d;

	(void)state;
	o.d = d = dcfg_read(&a, graph, (char *)b.data, b.len);
	o.t = sync_target(p);
	find_events(&o);
	sync_observe(p, o.t, &(SyncCalls){.thread = observe_thread, .object = observe_object,
		.operation = observe_operation, .context = &o});
	find_lost(&o);
	for (uint32_t i = 0; i < MAX_THREADS; i++) {
		nacts += o.run[i].n;
		nchecks += check_run(&o, &o.run[i]);
	}
	assert_true(nacts > 0);
	print_message("# %u operations, %u variables\n", nacts, nchecks);
	check_queries(&o, d);
	target_free(o.t);
	past_free(p);
	arena_free(&o.arena);
	arena_free(&a);
	buf_free(&b);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest paths[] = {cmocka_unit_test(test_paths)};
	const struct CMUnitTest recorded[] = {cmocka_unit_test(test_recording)};

	if (argc == 1)
		return cmocka_run_group_tests_name("paths", paths, NULL, NULL);
	recording = argv[1];
	graph = argv[2];
	query = (const char **)argv + 3;
	nqueries = argc - 3;
	return cmocka_run_group_tests_name("graphs", recorded, NULL, NULL);
}
