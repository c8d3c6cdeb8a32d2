/*
 * events.c - events that span nodes: the meaning of their text, and the places where they hold.
 *
 * Argument: a recording of a run with chatter on every node. The test executes the run one
 * instruction at a time, on all nodes, reads the programs' memory before each instruction, and
 * computes all places at which the local events hold together. The product's observer must find
 * exactly these places, and take the machine to them.
 */
#include "detrek/events/events.h"
#include "detrek/sync/operations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- texts ---- */

static void
is(const char *text, const char *expected)
{
	char mistake[EVENT_MISTAKE] = "";
	Arena a = {0};
	EventQuery *q = event_parse(&a, text, mistake);
	Buf b = {0};

	for (uint32_t i = 0; q && i < q->nterms; i++)
		buf_printf(
			&b, "%s{%s} at %s", i ? "; " : "", q->term[i].expression, q->term[i].place);
	buf_byte(&b, '\0');
	assert_string_equal(q ? (char *)b.data : mistake, expected);
	buf_free(&b);
	arena_free(&a);
}

static void
test_texts(void **state)
{
	(void)state;
	is("{x > 3}@n1", "{x > 3} at n1");
	is(" { a == b } @ slave == {c}@n1-3,5=={'}' == d}@slave:leaf",
		"{ a == b } at slave; {c} at n1-3,5; {'}' == d} at slave:leaf");
	is("", "'': a local event is written {C EXPRESSION}@PLACE");
	is("x > 3", "'x > 3': a local event is written {C EXPRESSION}@PLACE");
	is("{x > 3", "'{x > 3': the closing brace is missing");
	is("{x > 3}",
		"{x > 3}: @PLACE must follow: a program, root, inner, leaf, nodes or a node's "
		"name");
	is("{x}@ == {y}@n1", "{x}@: a place must follow");
	is("{x}@n1 ==", "'': a local event is written {C EXPRESSION}@PLACE");
	is("{x}@n1 || {y}@n2||{z}@n1-3", "{x} at n1; {y} at n2; {z} at n1-3");
	is("{x->y}@n1->{y}@n2", "{x->y} at n1; {y} at n2");
	is("{x}@n1 & {y}@n2",
		"'& {y}@n2': an operator must stand there: == (simultaneous), || (concurrent), -> "
		"(ordered)");
	is("{x}@n1 || {y}@n2 == {z}@n3", "'== {z}@n3': one operator joins all local events");
}

/* ---- the programs' memory ---- */

enum { MAX_CHATTERS = 16, ALIVE = 0x600D };

/* chatter's variables on a node. */
typedef struct Chatter {
	int32_t level, door, sent, heard;
} Chatter;

typedef struct Machine {
	Past *past;
	Network *w;
	Target *target;
	ProgramInfo *program;
	Addr data[MAX_CHATTERS]; /* address of the program's data; 0: not loaded yet */
	int32_t pid[MAX_CHATTERS];
} Machine;

static int32_t
variable(const Machine *m, NodeId n, const char *name)
{
	return target_word(m->target, n,
		image_symbol(&m->program->image, name)->addr - m->program->data + m->data[n]);
}

static void
find_program(Machine *m, NodeId n)
{
	Loaded loaded[MAX_LOADED];
	uint32_t count = target_loaded_programs(m->target, n, loaded);

	for (uint32_t i = 0; i < count; i++)
		if (loaded[i].program == m->program) {
			m->data[n] = loaded[i].data;
			m->pid[n] = loaded[i].pid;
		}
}

static Chatter
chatter_on(const Machine *m, NodeId n)
{
	if (m->data[n] == 0 || variable(m, n, "alive") != ALIVE)
		return (Chatter){0};
	return (Chatter){variable(m, n, "level"), variable(m, n, "door"), variable(m, n, "sent"),
		variable(m, n, "heard")};
}

/* ---- the events, as text and by hand ---- */

static bool
two_nodes(const Chatter *c)
{
	return c[1].level > 5 && c[2].door;
}

static bool
any_three(const Chatter *c)
{
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			for (int k = 0; k < 4; k++)
				if (i != j && j != k && i != k && c[i].level > 5 && c[j].level > 5
					&& c[k].door == 1)
					return true;
	return false;
}

static bool
sets(const Chatter *c)
{
	return ((c[0].level == 3 && c[0].door) || (c[1].level == 3 && c[1].door))
		&& (c[2].heard > c[2].sent || c[3].heard > c[3].sent);
}

static bool
one_node(const Chatter *c)
{
	return c[3].level == 2;
}

static bool
same_level(const Chatter *c)
{
	return c[0].level == 4 && c[1].level == 4;
}

static const struct {
	const char *text;
	bool (*holds)(const Chatter *c);
} cases[] = {
	{"{level > 5}@n1 == {door}@n2", two_nodes},
	{"{level > 5}@chatter == {level > 5}@N == {door == 1}@chatter:n0-3", any_three},
	{"{level == 3 && door}@n0-1 == {heard > sent}@n2,3", sets},
	{"{level == 2}@n3", one_node},
	{"{level == 4}@n0-1 == {level == 4}@n0-1", same_level},
};
enum { NCASES = sizeof cases / sizeof *cases };

/* ---- an instruction at a time ---- */

/* An instruction after which a node's variables are others. */
typedef struct Step {
	Time at;        /* of its stretch */
	NodeId node;
	uint64_t count; /* instructions before it */
	Chatter after;
} Step;

typedef struct Steps {
	Machine *m;
	Watcher *watcher;
	Step *steps;
	uint32_t n, cap;
	Step last[MAX_CHATTERS]; /* by node: the instruction before */
} Steps;

static void
add_step(Steps *s, Step step)
{
	if (s->n == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 1024;
		s->steps = xrealloc(s->steps, s->cap * sizeof *s->steps);
	}
	s->steps[s->n++] = step;
}

static void
before_instruction(void *steps, NodeId n)
{
	Steps *s = steps;
	const T800 *c = s->m->w->nodes[n];
	Step *last = &s->last[n];
	Chatter now;

	if (s->m->data[n] == 0 && t800_count(c) % 64 == 0)
		find_program(s->m, n);
	now = chatter_on(s->m, n);
	if (memcmp(&now, &last->after, sizeof now) != 0) {
		last->after = now;
		add_step(s, *last);
	}
	*last = (Step){node_time(s->m->w, n, c->checkpoint), n, t800_count(c), now};
}

static void
no_accesses(void *steps, NodeId n, const Access *a, uint32_t naccesses)
{
	(void)steps, (void)n, (void)a, (void)naccesses;
}

static void
step_begin(void *steps, Network *w)
{
	Steps *s = steps;

	s->watcher = watcher_new(w,
		&(WatcherOptions){
			.report_accesses = no_accesses, .report_marked = before_instruction, .context = s});
	for (NodeId n = 0; n < w->nnodes; n++)
		for (uint32_t i = 0; i < w->nodes[n]->r.size; i++)
			watcher_mark(s->watcher, n, MOSTNEG + i);
}

static void
step_end(void *steps, Network *w)
{
	Steps *s = steps;

	(void)w;
	watcher_free(s->watcher);
}

static int
by_place(const void *a, const void *b)
{
	const Step *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	return x->count < y->count ? -1 : x->count > y->count;
}

static Steps
all_steps(Machine *m)
{
	Steps s = {.m = m};

	past_goto(m->past, place_at(past_beginning(m->past)));
	past_forward(m->past, &(Search){step_begin, step_end, &s}, NEVER, NULL);
	qsort(s.steps, s.n, sizeof *s.steps, by_place);
	return s;
}

/* ---- the product ---- */

typedef struct Found {
	EventWatch *watch;
	Watcher *watcher;
	EventHit *hits;
	uint32_t n, cap;
} Found;

static void
observe_begin(void *found, Network *w)
{
	Found *f = found;

	f->watcher = event_watch_attach(f->watch, w);
}

static void
observe_end(void *found, Network *w)
{
	Found *f = found;
	EventHit hit;

	(void)w;
	watcher_free(f->watcher);
	while (event_watch_next(f->watch, &hit)) {
		if (f->n == f->cap) {
			f->cap = f->cap ? 2 * f->cap : 256;
			f->hits = xrealloc(f->hits, f->cap * sizeof *f->hits);
		}
		f->hits[f->n++] = hit;
	}
}

/* ---- both ---- */

/*
 * A run of places at which an event holds: from the place after one instruction to the place after
 * another; last NULL: to the end.
 */
typedef struct Interval {
	const Step *first, *last;
} Interval;

static uint32_t
intervals_of(const Steps *s, bool (*holds)(const Chatter *c), Interval *found)
{
	Chatter now[MAX_CHATTERS] = {0};
	bool held = false;
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n; i++) {
		now[s->steps[i].node] = s->steps[i].after;
		if (holds(now) == held)
			continue;
		held = !held;
		if (held)
			found[n++] = (Interval){&s->steps[i], NULL};
		else
			found[n - 1].last = &s->steps[i];
	}
	return n;
}

static bool
all_hold(const Machine *m, bool (*holds)(const Chatter *c))
{
	Chatter now[MAX_CHATTERS];

	for (NodeId n = 0; n < m->w->nnodes; n++)
		now[n] = chatter_on(m, n);
	return holds(now);
}

/*
 * check_stop: the machine goes to the place where an event holds, and stops between the
 * instructions that start and end it.
 */
static void
check_stop(Machine *m, const EventQuery *q, const EventHit *hit, const Interval *v,
	bool (*holds)(const Chatter *c))
{
	Step here;
	Place at;

	assert_true(past_goto(m->past, place_before(v->first->node, v->first->count)));
	assert_int_equal(past_place(m->past).time, v->first->at);
	assert_true(event_goto(m->past, m->target, q, hit));
	assert_true(all_hold(m, holds));
	at = past_place(m->past);
	here = (Step){.at = at.time, .node = at.node, .count = at.count};
	if (at.node == NOWHERE) {
		assert_true(at.time > v->first->at && (!v->last || at.time <= v->last->at));
		return;
	}
	assert_true(by_place(&here, v->first) > 0);
	assert_true(!v->last || by_place(&here, v->last) <= 0);
}

static uint32_t
check_case(Machine *m, const Steps *s, const char *text, bool (*holds)(const Chatter *c))
{
	char mistake[EVENT_MISTAKE];
	Arena a = {0};
	EventQuery *q = event_parse(&a, text, mistake);
	Found f = {.watch = event_watch_new(m->target, q, mistake)};
	Interval *expected = xcalloc(s->n + 1, sizeof *expected);
	uint32_t n = intervals_of(s, holds, expected);

	past_goto(m->past, place_at(past_beginning(m->past)));
	past_forward(m->past, &(Search){observe_begin, observe_end, &f}, NEVER, NULL);
	assert_int_equal(f.n, n);
	for (uint32_t i = 0; i < n; i++) {
		assert_int_equal(f.hits[i].made.node, expected[i].first->node);
		assert_int_equal(f.hits[i].made.count, expected[i].first->count);
		if (i < 4 || i % 16 == 0)
			check_stop(m, q, &f.hits[i], &expected[i], holds);
	}
	event_watch_free(f.watch);
	free(f.hits);
	free(expected);
	arena_free(&a);
	return n;
}

/*
 * ---- concurrent and ordered: by the ways that lead from one to another in the graph of operations
 * ----
 */

enum { MAX_TERMS = 3, MAX_VERTICES = 20000 };

static bool
is_high(const Chatter *c)
{
	return c->level > 5;
}

static bool
is_seven(const Chatter *c)
{
	return c->level == 7;
}

static bool
is_open(const Chatter *c)
{
	return c->door != 0;
}

typedef struct Term {
	uint32_t nodes; /* a bit for each */
	bool (*holds)(const Chatter *c);
} Term;

static const struct {
	const char *text;
	EventOperator op;
	uint32_t nterms;
	Term term[MAX_TERMS];
} relations[] = {
	{"{level > 5}@n1 || {door}@n2", EVENT_CONCURRENT, 2, {{2, is_high}, {4, is_open}}},
	{"{level > 5}@n1 -> {door}@n2", EVENT_ORDERED, 2, {{2, is_high}, {4, is_open}}},
	{"{level == 7}@n0,1 || {door}@n1-2", EVENT_CONCURRENT, 2, {{3, is_seven}, {6, is_open}}},
	{"{level == 7}@n1 || {level == 7}@n2 || {level == 7}@n3", EVENT_CONCURRENT, 3,
		{{2, is_seven}, {4, is_seven}, {8, is_seven}}},
	{"{level == 7}@n1 -> {level == 7}@n2 -> {level == 7}@n3", EVENT_ORDERED, 3,
		{{2, is_seven}, {4, is_seven}, {8, is_seven}}},
};
enum { NRELATIONS = sizeof relations / sizeof *relations };

/* An operation, or an occurrence of a term. */
typedef struct Vertex {
	NodeId node;
	int32_t pid;
	uint64_t count; /* instructions before it */
	uint32_t object, term; /* NOWHERE if there is none */
	/* the next one of the process and of the object; NOWHERE if there is none */
	uint32_t to[2];
	bool *reaches;  /* of an occurrence: [nvertices] */
} Vertex;

typedef struct Ways {
	Vertex v[MAX_VERTICES];
	uint32_t n;
	int32_t *pids; /* by thread */
	uint32_t npids;
} Ways;

static void
way_thread(void *ways, uint32_t thread, const SyncThreadInfo *t)
{
	Ways *g = ways;

	g->pids = xrealloc(g->pids, (thread + 1) * sizeof *g->pids);
	g->pids[thread] = t->pid;
}

static void
way_object(void *ways, uint32_t object, const SyncObjectInfo *o)
{
	(void)ways, (void)object, (void)o;
}

static Vertex *
add_vertex(Ways *g, Vertex v)
{
	assert_true(g->n < MAX_VERTICES);
	g->v[g->n] = v;
	return &g->v[g->n++];
}

static void
way_operation(void *ways, const Operation *o)
{
	Ways *g = ways;

	add_vertex(g,
		(Vertex){o->node, g->pids[o->thread], o->count, o->object, NOWHERE,
			{NOWHERE, NOWHERE}, NULL});
}

/* add_occurrences: adds those of a term; chatter's pid is the same on all nodes. */
static void
add_occurrences(Ways *g, const Machine *m, const Steps *s, uint32_t term, const Term *t)
{
	bool held[MAX_CHATTERS] = {false};

	for (uint32_t i = 0; i < s->n; i++) {
		const Step *step = &s->steps[i];
		bool holds = t->nodes >> step->node & 1 && t->holds(&step->after);

		if (holds && !held[step->node])
			add_vertex(g,
				(Vertex){step->node, m->pid[step->node], step->count + 1, NOWHERE,
					term, {NOWHERE, NOWHERE}, NULL});
		held[step->node] = holds;
	}
}

/*
 * is_behind: is b later than a in their process? Occurrences are earlier than operations with the
 * same count.
 */
static bool
is_behind(const Ways *g, uint32_t a, uint32_t b)
{
	const Vertex *x = &g->v[a], *y = &g->v[b];

	if (x->node != y->node || x->pid != y->pid || a == b)
		return false;
	if (x->count != y->count)
		return x->count < y->count;
	if ((x->term == NOWHERE) != (y->term == NOWHERE))
		return x->term != NOWHERE;
	return a < b;
}

static void
join_vertices(Ways *g)
{
	for (uint32_t a = 0; a < g->n; a++)
		for (uint32_t b = 0; b < g->n; b++) {
			if (is_behind(g, a, b)
				&& (g->v[a].to[0] == NOWHERE || is_behind(g, b, g->v[a].to[0])))
				g->v[a].to[0] = b;
			if (b > a && g->v[a].to[1] == NOWHERE && g->v[a].object != NOWHERE
				&& g->v[b].object == g->v[a].object)
				g->v[a].to[1] = b;
		}
}

static void
reach(const Ways *g, uint32_t from, bool *reaches)
{
	uint32_t *waiting = xcalloc(2 * g->n + 1, sizeof *waiting), n = 0;

	waiting[n++] = from;
	while (n > 0) {
		const Vertex *v = &g->v[waiting[--n]];

		for (int i = 0; i < 2; i++)
			if (v->to[i] != NOWHERE && !reaches[v->to[i]]) {
				reaches[v->to[i]] = true;
				waiting[n++] = v->to[i];
			}
	}
	free(waiting);
}

/* related: vertices of the terms, the first ones of them `chosen`, are as the operator says. */
static bool
related(const Ways *g, EventOperator op, uint32_t n, const uint32_t *chosen)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = i + 1; k < n; k++) {
			const Vertex *a = &g->v[chosen[i]], *b = &g->v[chosen[k]];

			if (a->node == b->node)
				return false;
			if (op == EVENT_CONCURRENT
				&& (a->reaches[chosen[k]] || b->reaches[chosen[i]]))
				return false;
			if (op == EVENT_ORDERED && k == i + 1 && !a->reaches[chosen[k]])
				return false;
		}
	return true;
}

static bool
any_related(const Ways *g, EventOperator op, uint32_t nterms, uint32_t last)
{
	uint32_t chosen[MAX_TERMS];

	chosen[nterms - 1] = last;
	for (uint32_t a = 0; a < g->n; a++)
		for (uint32_t b = 0; b < (nterms == 3 ? g->n : 1); b++) {
			if (g->v[a].term != 0 || (nterms == 3 && g->v[b].term != 1))
				continue;
			chosen[0] = a;
			if (nterms == 3)
				chosen[1] = b;
			if (related(g, op, nterms, chosen))
				return true;
		}
	return false;
}

static uint32_t
check_relation(Machine *m, const Steps *s, int k)
{
	Ways *g = xcalloc(1, sizeof *g);
	char mistake[EVENT_MISTAKE];
	Arena a = {0};
	EventQuery *q = event_parse(&a, relations[k].text, mistake);
	EventsFound f = events_find_recorded(m->past, m->target, q);
	uint32_t n = 0, op = relations[k].op, last = relations[k].nterms - 1;

	sync_observe(m->past, m->target,
		&(SyncCalls){.thread = way_thread,
			.object = way_object,
			.operation = way_operation,
			.context = g});
	for (uint32_t t = 0; t < relations[k].nterms; t++)
		add_occurrences(g, m, s, t, &relations[k].term[t]);
	join_vertices(g);
	for (uint32_t i = 0; i < g->n; i++)
		if (g->v[i].term != NOWHERE)
			reach(g, i, g->v[i].reaches = xcalloc(g->n, 1));
	for (uint32_t i = 0; i < g->n; i++) {
		if (g->v[i].term != last || !any_related(g, op, relations[k].nterms, i))
			continue;
		assert_true(n < f.nfound[op]);
		assert_int_equal(f.found[op][n].node, g->v[i].node);
		assert_int_equal(f.found[op][n].count, g->v[i].count);
		n++;
	}
	assert_int_equal(f.nfound[op], n);
	for (uint32_t i = 0; i < g->n; i++)
		free(g->v[i].reaches);
	events_found_free(&f);
	arena_free(&a);
	free(g->pids);
	free(g);
	return n;
}

static const char *recording;

static Machine
open_recording(void)
{
	Machine m = {.past = past_open(recording)};
	ProgramInfo *const *programs;
	uint32_t n;

	m.w = past_network(m.past);
	m.target = target_new(m.w);
	target_add_recorded(m.target, m.past);
	past_go_present(m.past);
	target_store_kernels(m.target);
	n = target_programs(m.target, &programs);
	for (uint32_t i = 0; i < n; i++)
		if (strcmp(programs[i]->name, "chatter") == 0)
			m.program = programs[i];
	assert_non_null(m.program);
	assert_true(m.w->nnodes <= MAX_CHATTERS);
	return m;
}

static void
test_recording(void **state)
{
	Machine m = open_recording();
	Steps s = all_steps(&m);

	(void)state;
	print_message("# %u steps;", s.n);
	for (int i = 0; i < NCASES; i++)
		print_message(" %u places of %s;",
			check_case(&m, &s, cases[i].text, cases[i].holds), cases[i].text);
	for (int i = 0; i < NRELATIONS; i++)
		print_message(" %u places of %s;", check_relation(&m, &s, i), relations[i].text);
	print_message("\n");
	free(s.steps);
	target_free(m.target);
	past_free(m.past);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest texts[] = {cmocka_unit_test(test_texts)};
	const struct CMUnitTest recorded[] = {cmocka_unit_test(test_recording)};

	if (argc == 1)
		return cmocka_run_group_tests_name("events", texts, NULL, NULL);
	recording = argv[1];
	return cmocka_run_group_tests_name("events of a recording", recorded, NULL, NULL);
}
