/*
 * branch.c - what-ifs in random networks: every state of a branch equals that of a straight run
 * with the same changes at the same places and the same acts at the same times, and the original run
 * stays unchanged.
 *
 * Arguments: the number of networks; the number of the first. If LONG is set, ten times the default
 * number.
 */
#include "story.h"
#include "tests/random.h"

enum {
	STEPS = 10,
	MOST = 8, /* changes */
};

static uint64_t first = 1, count = 40;
static uint64_t nchanges, nstates;

/* A change that was made, and where. */
typedef struct Made {
	Place at;
	Change change;
	uint8_t bytes[4];
} Made;

typedef struct Walk {
	Story story;
	Machine m;
	Past *p, *b;
	Made made[MOST];
	int nmade;
	uint64_t *random;
} Walk;

/* before: of two places; a time comes before what begins at it. */
static bool
before(Place a, Place b)
{
	NodeId x = a.node + 1, y = b.node + 1; /* NOWHERE: 0 */

	return a.time != b.time ? a.time < b.time : x != y ? x < y : x != 0 && a.count < b.count;
}

/*
 * expected: the state of a straight run with the changes up to a place; quiet: no event is left
 * there.
 */
static uint64_t
expected(Walk *k, Place at, bool quiet)
{
	Machine m;
	uint64_t hash;

	plan_open(&k->story.plan, &m, (Way){0});
	straight(&k->story, &m, NULL,
		k->nmade > 0 && before(k->made[0].at, at) ? k->made[0].at.time : at.time);
	for (int i = 0; i < ACTS; i++)
		if (k->story.deeds[i].at == m.w->now
			&& (at.node != NOWHERE || at.time > m.w->now || quiet))
			do_deed(&m, &k->story.deeds[i]);
	for (int i = 0; i < k->nmade && !before(at, k->made[i].at); i++) {
		if (m.w->now < k->made[i].at.time)
			straight(&k->story, &m, NULL, k->made[i].at.time);
		assert_true(network_hold(m.w, k->made[i].at.node, k->made[i].at.count));
		change_apply(m.w, &k->made[i].change);
	}
	if (m.w->now < at.time)
		straight(&k->story, &m, NULL, at.time);
	if (at.node != NOWHERE)
		assert_true(network_hold(m.w, at.node, at.count));
	if (quiet)
		network_run(m.w, NEVER);
	hash = network_hash(m.w);
	machine_close(&m);
	return hash;
}

/* change: a word of some node, where the branch is. */
static void
change(Walk *k)
{
	Place at = past_place(k->b);
	Network *w = past_network(k->b);
	Made *made;

	if (at.node == NOWHERE)
		return;
	while (k->nmade > 0 && before(at, k->made[k->nmade - 1].at))
		k->nmade--;
	if (k->nmade == MOST)
		return;
	made = &k->made[k->nmade++];
	*made = (Made){.at = at, .change = {.node = random_below(k->random, w->nnodes),
		.addr = MOSTNEG + 4 * (0x1400 + random_below(k->random, 0x1000)), .nbytes = 4}};
	made->change.bytes = made->bytes;
	made->bytes[0] = random_below(k->random, 256);
	made->bytes[1] = random_below(k->random, 2);
	assert_true(past_change(k->b, &made->change));
	nchanges++;
}

static void
move(Walk *k)
{
	Network *w = past_network(k->b);
	Time begin = past_beginning(k->b), end = past_present(k->b);
	NodeId n = random_below(k->random, w->nnodes);
	uint64_t count = t800_count(w->nodes[n]);

	switch (random_below(k->random, 5)) {
	case 0:
		past_goto(k->b,
			place_at(later(1, begin + random_next(k->random) % (end - begin + 1))));
		break;
	case 1:
		past_go_present(k->b);
		past_run(k->b, past_present(k->b) + random_below(k->random, 100000000));
		break;
	case 2:
		past_goto(k->b, place_before(n, count + random_below(k->random, 20)));
		break;
	default:
		past_goto(k->b,
			place_before(n,
				count > 3000 ? count - random_below(k->random, 3000)
				: random_next(k->random) % (count + 1)));
	}
}

static bool
branch(Walk *k)
{
	NodeId n = random_below(k->random, k->story.plan.nnodes);
	uint64_t hash;
	bool good = true, quiet;

	past_go_present(k->p);
	past_goto(k->p,
		place_before(n,
			random_next(k->random) % (t800_count(past_network(k->p)->nodes[n]) + 1)));
	if (past_place(k->p).node == NOWHERE)
		return true;
	hash = network_hash(past_network(k->p));
	k->nmade = 0;
	k->b = past_branch(k->p);
	assert_int_equal(past_beginning(k->b), past_beginning(k->p));
	for (int i = 0; i < STEPS && good; i++) {
		if (random_below(k->random, 3) == 0)
			change(k);
		else
			move(k);
		quiet = past_is_present(k->b) && past_run(k->b, past_present(k->b)) == RUN_QUIET;
		good = network_hash(past_network(k->b)) == expected(k, past_place(k->b), quiet);
		nstates++;
		if (!good)
			print_message("# step %d, %d changes, %" PRIu64 " ps, node %d, %" PRIu64
				"\n",
				i, k->nmade, past_place(k->b).time, (int)past_place(k->b).node,
				past_place(k->b).count);
	}
	past_free(k->b);
	return good && network_hash(past_network(k->p)) == hash;
}

static bool
one(uint64_t number)
{
	Walk k;
	bool good;

	story_make(&k.story, number);
	k.random = &k.story.random;
	plan_open(&k.story.plan, &k.m, (Way){0});
	k.p = past_new(k.m.w);
	straight(&k.story, &k.m, k.p, k.story.plan.until);
	good = branch(&k);
	past_free(k.p);
	machine_close(&k.m);
	plan_free(&k.story.plan);
	return good;
}

static void
branches(void **state)
{
	uint64_t bad = 0;

	(void)state;
	for (uint64_t i = first; i < first + count; i++) {
		bool good = one(i);

		if (!good)
			print_message("# network %" PRIu64 ": another state\n", i);
		bad += !good;
	}
	print_message("# %" PRIu64 " changes, %" PRIu64 " states\n", nchanges, nstates);
	assert_int_equal(bad, 0);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {cmocka_unit_test(branches)};

	return random_main(argc, argv, &count, &first, 10, tests, sizeof tests / sizeof *tests);
}
