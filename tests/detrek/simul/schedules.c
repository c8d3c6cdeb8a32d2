/*
 * schedules.c - compares recognition points with schedules of graphs: of small graphs, all
 * schedules up to a number of steps of each process; of larger graphs, random ones.
 *
 * The value of an event is the number of its changes. Each message carries, for each event, the
 * newest value that its sender knows. A point is unstable if in some schedule P is at it and knows
 * a value of each event, but at least one of these values is out of date.
 */
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
	SMALL_GRAPHS = 2000, /* ten times as many if LONG is set */
	LARGE_GRAPHS = 400,
	DRAWS = 60,       /* schedules of a large graph */
	DRAWN_STEPS = 200,
	MAX_PROCESSES = 5,
	MAX_STEPS = 9,    /* of a process */
	MAX_MESSAGES = MAX_STEPS,
	MAX_STATES = 60000,
};

typedef struct Message {
	uint8_t value[MAX_PROCESSES]; /* of the event of each process, plus one; 0: not known */
} Message;

/* Where a schedule has led; plain bytes, so that two can be compared. */
typedef struct State {
	uint8_t place[MAX_PROCESSES]; /* the node last executed, plus one */
	uint8_t steps[MAX_PROCESSES];
	uint8_t value[MAX_PROCESSES]; /* changes of its event */
	Message known[MAX_PROCESSES];
	uint8_t nqueue[MAX_PROCESSES][MAX_PROCESSES];
	Message queue[MAX_PROCESSES][MAX_PROCESSES][MAX_MESSAGES];
} State;

/* What the schedules of a graph have shown, by query and node of all. */
typedef struct Seen {
	const Dcfg *d;
	bool met[MAX_PROCESSES][256], unstable[MAX_PROCESSES][256];
} Seen;

static bool
changes(const Dcfg *d, uint32_t process, uint32_t node)
{
	for (uint32_t i = 0; i < d->local_event[process].n; i++)
		if (d->local_event[process].change[i] == node)
			return true;
	return false;
}

static void
look(Seen *seen, const State *s, uint32_t query)
{
	const Dcfg *d = seen->d;
	const Query *q = &d->query[query];
	uint32_t P = q->process;
	bool all = true, wrong = false;

	if (s->place[P] == 0)
		return;
	for (uint32_t i = 0; i < q->n; i++) {
		uint32_t e = q->event[i], v = s->known[P].value[e];

		if (d->local_event[e].process == P)
			continue;
		all &= v != 0;
		wrong |= v != s->value[e] + 1;
	}
	seen->met[query][s->place[P] - 1] |= all;
	seen->unstable[query][s->place[P] - 1] |= all && wrong;
}

/* Process p executes the node; false: it waits for a message. Events are numbered as processes. */
static bool
execute(const Dcfg *d, State *s, uint32_t p, uint32_t node)
{
	const DcfgNode *x = &d->node[node];

	if (x->kind == DCFG_RECV) {
		uint8_t *n = &s->nqueue[x->peer][p];
		Message *queue = s->queue[x->peer][p];

		if (*n == 0)
			return false;
		for (uint32_t i = 0; i < MAX_PROCESSES; i++)
			if (queue[0].value[i] > s->known[p].value[i])
				s->known[p].value[i] = queue[0].value[i];
		memmove(queue, queue + 1, --*n * sizeof *queue);
		memset(queue + *n, 0, sizeof *queue);
	}
	s->value[p] += changes(d, p, node);
	s->known[p].value[p] = s->value[p] + 1;
	s->place[p] = node + 1;
	if (x->kind == DCFG_SEND && s->nqueue[p][x->peer] < MAX_MESSAGES)
		s->queue[p][x->peer][s->nqueue[p][x->peer]++] = s->known[p];
	return true;
}

/* The nodes that can be next; returns their number. */
static uint32_t
next_nodes(const Dcfg *d, const State *s, uint32_t p, uint32_t *next)
{
	uint32_t n = 0, v = s->place[p] - 1;

	if (s->place[p] == 0) {
		next[0] = d->range[p].start;
		return 1;
	}
	for (uint32_t e = d->flow.first[v]; e < d->flow.first[v + 1]; e++)
		next[n++] = d->flow.to[e];
	return n;
}

typedef struct Explored {
	State *state;
	uint32_t n, *slot, nslots;
} Explored;

static void
add(Explored *x, const State *s)
{
	uint64_t word, h = 1469598103934665603;

	for (size_t i = 0; i + sizeof word <= sizeof *s; i += sizeof word) {
		memcpy(&word, (const char *)s + i, sizeof word);
		h = (h ^ word) * 1099511628211;
		h ^= h >> 32;
	}
	for (;; h++) {
		uint32_t i = x->slot[h & (x->nslots - 1)];

		if (i == 0)
			break;
		if (memcmp(&x->state[i - 1], s, sizeof *s) == 0)
			return;
	}
	x->state[x->n++] = *s;
	x->slot[h & (x->nslots - 1)] = x->n;
}

/* All schedules of at most MAX_STEPS steps of each process; false if there are too many. */
static bool
all_schedules(Seen *seen, Explored *x)
{
	const Dcfg *d = seen->d;
	static const State start;
	uint32_t next[MODEL_NODES];

	x->n = 0;
	memset(x->slot, 0, x->nslots * sizeof *x->slot);
	add(x, &start);
	for (uint32_t i = 0; i < x->n; i++) {
		for (uint32_t q = 0; q < d->nqueries; q++)
			look(seen, &x->state[i], q);
		for (uint32_t p = 0; p < d->process.n; p++) {
			uint32_t n = next_nodes(d, &x->state[i], p, next);

			for (uint32_t k = 0; k < n && x->state[i].steps[p] < MAX_STEPS; k++) {
				State s = x->state[i];

				if (x->n == MAX_STATES)
					return false;
				s.steps[p]++;
				if (execute(d, &s, p, next[k]))
					add(x, &s);
			}
		}
	}
	return true;
}

/* One schedule, drawn. */
static void
draw_schedule(Seen *seen, uint32_t *seed)
{
	const Dcfg *d = seen->d;
	uint32_t next[MODEL_NODES];
	State s = {0};

	for (uint32_t i = 0; i < DRAWN_STEPS; i++) {
		uint32_t p = draw(seed, d->process.n), n = next_nodes(d, &s, p, next);

		if (n > 0 && s.value[p] < 250)
			execute(d, &s, p, next[draw(seed, n)]);
		for (uint32_t q = 0; q < d->nqueries; q++)
			look(seen, &s, q);
	}
}

/* Points of dep and gdep. met: some schedule is there and knows a value of each event. */
typedef struct Tally {
	uint32_t graphs;
	uint32_t offered;  /* by the paper's conditions */
	uint32_t unstable;
	uint32_t stable;   /* met, and not unstable */
	uint32_t sure;     /* by points_remove_unsure */
	uint32_t both;     /* sure and met */
} Tally;

static void
count_points(const Seen *seen, const Relations *r, uint32_t query, const char *text, Tally *t)
{
	const Query *q = &seen->d->query[query];
	uint32_t start = seen->d->range[q->process].start;
	Points points = points_find(seen->d, r, q);

	points_remove_unsure(seen->d, r, q, &points);
	for (int mode = DEP; mode < NPOINT_MODES; mode++) {
		for (uint32_t v = start; v <= seen->d->range[q->process].stop; v++) {
			bool sure = points.valid[mode][v - start];

			if (!sure && !points.unsure[mode][v - start])
				continue;
			if (sure && seen->unstable[query][v])
				fail_msg("%s is not sure (query %u)\n%s", seen->d->name.text[v],
					query, text);
			t->offered++;
			t->unstable += seen->unstable[query][v];
			t->stable += !seen->unstable[query][v] && seen->met[query][v];
			t->sure += sure;
			t->both += sure && seen->met[query][v];
		}
	}
}

static void
check_graph(uint32_t *seed, const MadeShape *shape, Explored *x, Tally *t)
{
	static Seen seen;
	Buf b = made_dcfg(seed, shape);
	Arena a = {0};
	bool known = true;

	buf_byte(&b, 0);
	memset(&seen, 0, sizeof seen);
	seen.d = dcfg_read(&a, "made", (char *)b.data, b.len - 1);
	if (x)
		known = all_schedules(&seen, x);
	for (uint32_t i = 0; !x && i < DRAWS; i++)
		draw_schedule(&seen, seed);
	t->graphs += known;
	if (known) {
		Relations r = relations_find(seen.d);

		for (uint32_t q = 0; q < seen.d->nqueries; q++)
			count_points(&seen, &r, q, (char *)b.data, t);
	}
	arena_free(&a);
	buf_free(&b);
}

static void
tell(const Tally *t)
{
	print_message("# %u graphs: %u points offered, %u unstable, %u met and stable; %u sure, "
		"%u of them met\n",
		t->graphs, t->offered, t->unstable, t->stable, t->sure, t->both);
}

static bool
is_long(void)
{
	const char *s = getenv("LONG");

	return s && *s;
}

static void
small(void **state)
{
	static const MadeShape shape = {.minprocesses = 2, .maxprocesses = 3, .minnodes = 4,
		.maxnodes = 6, .comps = 2, .hub = 8, .extras = 2, .loops = true};
	Explored x = {.nslots = 1 << 17};
	Tally t = {0};
	uint32_t seed = 5;

	(void)state;
	x.state = xcalloc(MAX_STATES, sizeof *x.state);
	x.slot = xcalloc(x.nslots, sizeof *x.slot);
	for (int i = 0; i < (is_long() ? 10 : 1) * SMALL_GRAPHS; i++)
		check_graph(&seed, &shape, &x, &t);
	free(x.state);
	free(x.slot);
	tell(&t);
	assert_true(t.unstable > 0);
	assert_true(t.both * 10 >= t.stable * 9);
	assert_true(t.sure * 10 >= (t.offered - t.unstable) * 9);
}

static void
large(void **state)
{
	static const MadeShape shape = {.minprocesses = 3, .maxprocesses = 5, .minnodes = 5,
		.maxnodes = 9, .comps = 2, .hub = 8, .extras = 2, .loops = true};
	Tally t = {0};
	uint32_t seed = 6;

	(void)state;
	for (int i = 0; i < LARGE_GRAPHS; i++)
		check_graph(&seed, &shape, NULL, &t);
	tell(&t);
	assert_true(t.sure > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small),
		cmocka_unit_test(large),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
