/*
 * past.c - random movements in the past of random networks, with external changes between two runs:
 * every state equals that of a straight run to the same place, and every search finds the same hit
 * as a list of all hits.
 *
 * Arguments: the number of networks; the number of the first. If LONG is set, ten times the default
 * number.
 */
#include "story.h"

#include "sim/cpu/watcher.h"
#include "tests/random.h"

enum {
	WALK = 20,      /* steps */
	MOST_HITS = 4096,
};

static uint64_t first = 1, count = 50;

/* ---- walks ---- */

/* A walk: the run, its past, and how it ended. */
typedef struct Walk {
	Story story;
	Machine m;
	Past *p;
	uint64_t number, end_hash;
	uint64_t counts[MAX_SIZE]; /* instructions at the end */
	Time end;
	bool good;
} Walk;

static void
check(Walk *k, bool ok, const char *what)
{
	Place at = past_place(k->p);

	if (ok)
		return;
	print_message("# network %" PRIu64 ": %s; it is at %" PRIu64 " ps, node %d, %" PRIu64
		" instructions\n",
		k->number, what, at.time, (int)at.node, at.count);
	k->good = false;
}

/* check_state: the network is what a straight run is there. */
static void
check_state(Walk *k)
{
	uint64_t hash = network_hash(k->m.w);

	if (past_is_present(k->p))
		check(k, hash == k->end_hash, "the present is another one");
	else
		check(k, hash == state_at(&k->story, past_place(k->p)), "another state");
}

static void
walk_open(Walk *k, uint64_t number)
{
	*k = (Walk){.number = number, .good = true};
	story_make(&k->story, number);
	plan_open(&k->story.plan, &k->m, (Way){0});
	k->p = past_new(k->m.w);
	straight(&k->story, &k->m, k->p, k->story.plan.until);
	k->end = k->m.w->now;
	k->end_hash = network_hash(k->m.w);
	for (NodeId n = 0; n < k->m.w->nnodes; n++)
		k->counts[n] = t800_count(k->m.w->nodes[n]);
}

static void
walk_close(Walk *k)
{
	past_go_present(k->p);
	check_state(k);
	past_free(k->p);
	machine_close(&k->m);
	plan_free(&k->story.plan);
}

/* before: the order of places; a time comes before what begins at it. */
static bool
before(Place a, Place b)
{
	NodeId x = a.node + 1, y = b.node + 1; /* NOWHERE: 0 */

	return a.time != b.time ? a.time < b.time : x != y ? x < y : x != 0 && a.count < b.count;
}

/* step: to any place, or forward by a little. */
static void
step(Walk *k)
{
	uint64_t *random = &k->story.random;
	NodeId n = random_below(random, k->m.w->nnodes);
	Place from = past_place(k->p);

	switch (random_below(random, 5)) {
	case 0:
		check(k, past_goto(k->p, place_at(random_next(random) % (k->end + 1))),
			"a time is not there");
		break;
	case 1:
		past_run(k->p, k->m.w->now + random_next(random) % (k->end - k->m.w->now + 1));
		break;
	case 2:
		check(k, !past_goto(k->p, place_before(n, k->counts[n] + 1)),
			"a place that is none");
		check(k, !before(from, past_place(k->p)) && !before(past_place(k->p), from),
			"it has moved");
		break;
	default:
		if (k->counts[n] > 0)
			check(k,
				past_goto(
					k->p, place_before(n, random_next(random) % k->counts[n])),
				"a place is not there");
	}
	check_state(k);
}

static void
walks(void **state)
{
	uint64_t bad = 0;

	(void)state;
	for (uint64_t i = first; i < first + count; i++) {
		Walk k;

		walk_open(&k, i);
		for (int j = 0; j < WALK && k.good; j++)
			step(&k);
		walk_close(&k);
		bad += !k.good;
	}
	assert_int_equal(bad, 0);
}

/* ---- searches ---- */

/* The target of a search: writes to a range of the memories of all nodes. */
typedef struct Writes {
	Walk *k;
	Watcher *watcher;
	Addr low;
	bool listing;
	Place list[MOST_HITS]; /* in the straight run, in no order */
	uint32_t n;
} Writes;

/*
 * written: by an instruction. What the scheduler writes between two instructions has no place
 * before it.
 */
static void
written(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	Writes *w = context;

	for (uint32_t i = 0; i < naccesses; i++) {
		if (a[i].kind != ACCESS_WRITE || a[i].scheduling)
			continue;
		if (!w->listing)
			past_report_hit(w->k->p, place_before(n, a[i].count));
		else if (w->n < MOST_HITS
			&& (w->n == 0 || w->list[w->n - 1].node != n
				|| w->list[w->n - 1].count != a[i].count))
			w->list[w->n++] = place_before(n, a[i].count);
	}
}

static void
attach(void *context, Network *w)
{
	Writes *s = context;

	s->watcher = watcher_new(w, &(WatcherOptions){.report_accesses = written, .context = s});
	for (NodeId n = 0; n < w->nnodes; n++)
		watcher_range(s->watcher, n, ACCESS_WRITES, s->low, 64);
}

static void
detach(void *context, Network *w)
{
	Writes *s = context;

	(void)w;
	watcher_free(s->watcher);
}

/* neighbour: the entry of the list next to a place, or NULL. */
static const Place *
neighbour(const Writes *s, Place at, bool backward)
{
	const Place *found = NULL;

	for (uint32_t i = 0; i < s->n; i++) {
		const Place *e = &s->list[i];

		if (backward ? before(*e, at) && (!found || before(*found, *e))
			: before(at, *e) && (!found || before(*e, *found)))
			found = e;
	}
	return found;
}

/* list_all: list all writes of one watched run, and find the time of each by going there. */
static void
list_all(Writes *s)
{
	Walk *k = s->k;
	Machine m;

	plan_open(&k->story.plan, &m, (Way){0});
	s->listing = true;
	attach(s, m.w);
	straight(&k->story, &m, NULL, k->end);
	detach(s, m.w);
	s->listing = false;
	machine_close(&m);
	for (uint32_t i = 0; i < s->n; i++) {
		check(k, past_goto(k->p, s->list[i]), "a write is not there");
		s->list[i] = past_place(k->p);
	}
}

static void
search(Writes *s)
{
	Walk *k = s->k;
	uint64_t *random = &k->story.random;
	bool backward = random_below(random, 2), there;
	const Place *expected;
	Place found;

	if (random_below(random, 3) == 0)
		check(k, past_goto(k->p, place_at(random_next(random) % (k->end + 1))),
			"a time is not there");
	else if (random_below(random, 3) == 0)
		check(k, past_goto(k->p, s->list[random_below(random, s->n)]),
			"a write is not there");
	expected = neighbour(s, past_place(k->p), backward);
	there = backward ? past_backward(k->p, &(Search){attach, detach, s}, &found)
		: past_forward(k->p, &(Search){attach, detach, s}, k->end, &found);
	check(k, there == (expected != NULL),
		backward ? "backward: found or not" : "forward: found or not");
	if (there && expected)
		check(k,
			found.node == expected->node && found.count == expected->count
				&& found.time == expected->time,
			backward ? "backward: another place" : "forward: another place");
	check_state(k);
}

static void
searches(void **state)
{
	uint64_t bad = 0;

	(void)state;
	for (uint64_t i = first; i < first + count; i++) {
		Walk k;
		Writes *s = xcalloc(1, sizeof *s);

		walk_open(&k, i);
		*s = (Writes){.k = &k, .low = MOSTNEG + 4 * (SOFT_WORD + random_below(&k.story.random, 3000))};
		list_all(s);
		for (int j = 0; j < WALK && k.good && s->n > 0 && s->n < 300; j++)
			search(s);
		walk_close(&k);
		free(s);
		bad += !k.good;
	}
	assert_int_equal(bad, 0);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(walks), cmocka_unit_test(searches)};

	return random_main(argc, argv, &count, &first, 10, tests, sizeof tests / sizeof *tests);
}
