/*
 * lone.c - single nodes replayed alone from recordings of random networks: each reaches the same
 * states as in the whole network.
 *
 * Only faults, resets or a crossbar may prevent that a node is replayed alone. Arguments: the
 * number of networks; the number of the first. If LONG is set, ten times the default number.
 */
#include "story.h"

#include "sim/past/lone.h"
#include "tests/random.h"

enum {
	CUTS = 4,   /* of each network */
	PLACES = 5, /* compared in each cut */
};

static uint64_t first = 1, count = 40;
static uint64_t ncut, nrefused;

/*
 * same_states: at the beginning, at random places and at the end of the interval, the node has the
 * same state in both runs.
 */
static bool
same_states(Past *p, const Lone *lone, NodeId node, uint64_t low, uint64_t high, uint64_t *random)
{
	for (int i = 0; i < PLACES; i++) {
		uint64_t at = i == 0 ? low
			: i == 1     ? high
			: low + random_next(random) % (high - low + 1);

		if (!past_goto(lone->past, place_before(node, at))
			|| !past_goto(p, place_before(node, at)))
			return false;
		if (network_node_hash(lone->network, node)
			!= network_node_hash(past_network(p), node))
			return false;
	}
	return true;
}

/* cut: a node between two of its places. */
static bool
cut(const Story *s, Past *p, const uint64_t *counts, uint64_t *random)
{
	NodeId node = random_below(random, s->plan.nnodes);
	uint64_t a = random_next(random) % (counts[node] + 1),
		b = random_next(random) % (counts[node] + 1);
	uint64_t low = a < b ? a : b, high = a < b ? b : a;
	bool plain = s->plan.faults.len == 0 && !s->plan.crossbar && !s->plan.resets;
	Lone lone;
	bool good;

	for (int i = 0; i < ACTS; i++)
		plain &= s->deeds[i].kind >= 4;
	if (high - low < 2)
		return true;
	good = lone_cut(p, place_before(node, low), place_before(node, high - 1), &lone);
	ncut += good;
	nrefused += !good;
	good = good ? same_states(p, &lone, node, low, high - 1, random) : !plain;
	lone_free(&lone);
	return good;
}

static bool
one(uint64_t number)
{
	uint64_t counts[MAX_SIZE], random = number;
	Story s;
	Machine m;
	Past *p;
	bool good = true;

	story_make(&s, number);
	plan_open(&s.plan, &m, (Way){0});
	p = past_new(m.w);
	straight(&s, &m, p, s.plan.until);
	for (NodeId n = 0; n < m.w->nnodes; n++)
		counts[n] = t800_count(m.w->nodes[n]);
	for (int i = 0; i < CUTS; i++)
		good &= cut(&s, p, counts, &random);
	past_free(p);
	machine_close(&m);
	plan_free(&s.plan);
	return good;
}

static void
cuts(void **state)
{
	uint64_t bad = 0;

	(void)state;
	for (uint64_t i = first; i < first + count; i++) {
		bool good = one(i);

		if (!good)
			print_message("# network %" PRIu64 ": another state\n", i);
		bad += !good;
	}
	print_message("# %" PRIu64 " nodes cut out, %" PRIu64 " that cannot be\n", ncut, nrefused);
	assert_int_equal(bad, 0);
	assert_true(ncut > nrefused);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {cmocka_unit_test(cuts)};

	return random_main(argc, argv, &count, &first, 10, tests, sizeof tests / sizeof *tests);
}
