/*
 * graphs.c - do the graphs of programs (trellis cc --graph) contain what the programs do?
 *
 * Arguments: a recording, and the graph of its programs. The kernel's operations that the simulator
 * observes, of each process, must be a path through the process's graph. Where a variable differs
 * from its value at the operation before, the path must pass a node that may change it.
 *
 * Without arguments, the search for such a path is tested.
 */
#include "detrek/simul/simul.h"
#include "detrek/sync/operations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* An operation of a process. */
typedef struct Act {
	bool sends;
	uint32_t peer; /* its kernel's number */
	int32_t event;
	Word *value;   /* [variables of the process] */
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

	if (n->kind != (a->sends ? DCFG_SEND : DCFG_RECV)
		|| number_of(d->process.text[n->peer]) != a->peer)
		return false;
	return strcmp(channel, "any") == 0 || atoi(channel) == a->event;
}

static bool
may_change(const Dcfg *d, uint32_t event, uint32_t node)
{
	const LocalEvent *e = event == NONE ? NULL : &d->local[event];

	for (uint32_t i = 0; e && i < e->n; i++)
		if (e->change[i] == node)
			return true;
	return false;
}

/* Positions after an operation: [node][0: nothing changed since, 1: the variable may have] */
typedef bool (*Positions)[2];

/*
 * step: those after one more operation. event: the variable's, or NONE; changed: it differs from
 * its value at the operation before. false if there is no position.
 */
static bool
step(const Dcfg *d, Positions at, const Act *a, uint32_t event, bool changed)
{
	Positions met = calloc(d->name.n, sizeof *met), next = calloc(d->name.n, sizeof *next);
	uint32_t *waiting = calloc(2 * d->name.n + 1, sizeof *waiting), n = 0;
	bool some = false;

	for (uint32_t i = 0; i < d->name.n; i++)
		if (at[i][0]) {
			met[i][0] = true;
			waiting[n++] = 2 * i;
		}
	while (n > 0) {
		uint32_t from = waiting[--n] / 2;
		bool flag = waiting[n] % 2;

		for (uint32_t e = d->flow.first[from]; e < d->flow.first[from + 1]; e++) {
			uint32_t to = d->flow.to[e];
			bool now = flag || may_change(d, event, to);

			if (is_act(d, to, a) && (now || !changed))
				next[to][0] = some = true;
			if (d->node[to].kind == DCFG_COMP && !met[to][now]) {
				met[to][now] = true;
				waiting[n++] = 2 * to + now;
			}
		}
	}
	memcpy(at, next, d->name.n * sizeof *at);
	free(met);
	free(next);
	free(waiting);
	return some;
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
	Act a[] = {{true, 1, 3, &value[0]}, {false, 1, 4, &value[1]}, {true, 1, 3, &value[2]},
		{false, 1, 4, &value[2]}};
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

enum { MAX_THREADS = 64, MAX_OBJECTS = 4096, MAX_VARIABLES = 16 };

/* A process of the recording, and what it did. */
typedef struct Run {
	uint32_t process; /* of the graph; NONE: not in it */
	NodeId node;
	int32_t pid;
	Act *act;
	uint32_t n, cap;
} Run;

typedef struct Observed {
	const Dcfg *d;
	Target *t;
	Run run[MAX_THREADS];
	SyncObjectInfo object[MAX_OBJECTS];
	uint32_t *event[MAX_THREADS]; /* [process] the events of its variables */
	uint32_t nevents[MAX_THREADS];
	Arena arena;
} Observed;

static void
observe_thread(void *to, uint32_t thread, const SyncThreadInfo *t)
{
	Observed *o = to;

	assert_true(thread < MAX_THREADS);
	o->run[thread] = (Run){.process = NONE, .node = t->node, .pid = t->pid};
}

static void
observe_object(void *to, uint32_t object, const SyncObjectInfo *info)
{
	Observed *o = to;

	assert_true(object < MAX_OBJECTS);
	o->object[object] = *info;
}

/* find_process: the program of a process, and so its graph's name */
static const Loaded *
find_process(Observed *o, Run *r, Loaded loaded[MAX_LOADED])
{
	uint32_t n = target_loaded(o->t, r->node, loaded);

	for (uint32_t i = 0; i < n; i++) {
		char name[64];

		if (loaded[i].pid != r->pid || !loaded[i].program)
			continue;
		snprintf(name, sizeof name, "%s:n%u", loaded[i].name, target_number(o->t, r->node));
		r->process = symbols_find(&o->d->process, name, strlen(name));
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
		char *plain = strndup(name, strcspn(name, "@"));
		const Symbol *s = image_symbol(&in->program->image, plain);

		assert_non_null(s);
		value[i] = target_word(o->t, r->node, s->addr - in->program->data + in->data);
		free(plain);
	}
	return value;
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

	if (m->kind != OBJECT_MESSAGE || m->event <= 0 || (!sends && op->kind != OPERATION_RECV))
		return;
	in = find_process(o, r, loaded);
	if (!in)
		return;
	r->act = arena_grow(&o->arena, r->act, r->n, &r->cap, sizeof *r->act);
	r->act[r->n++] = (Act){sends, target_number(o->t, sends ? m->node : m->from), m->event,
		read_variables(o, r, in)};
}

static void
find_events(Observed *o)
{
	for (uint32_t i = 0; i < o->d->event.n; i++) {
		uint32_t p = o->d->local[i].process;

		assert_true(p < MAX_THREADS && o->nevents[p] < MAX_VARIABLES);
		o->event[p] = arena_more(&o->arena, o->event[p], o->nevents[p], sizeof(uint32_t));
		o->event[p][o->nevents[p]++] = i;
	}
}

static const char *recording, *graph;

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

	(void)state;
	o.d = dcfg_read(&a, graph, (char *)b.data, b.len);
	o.t = sync_target(p);
	find_events(&o);
	sync_observe(p, o.t, &(SyncCalls){.thread = observe_thread, .object = observe_object,
		.operation = observe_operation, .context = &o});
	for (uint32_t i = 0; i < MAX_THREADS; i++) {
		nacts += o.run[i].n;
		nchecks += check_run(&o, &o.run[i]);
	}
	assert_true(nacts > 0);
	print_message("# %u operations, %u variables\n", nacts, nchecks);
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
	return cmocka_run_group_tests_name("graphs", recorded, NULL, NULL);
}
