/*
 * feed.c - nodes alone in recordings of random networks, with the orders and moments of the
 * recording: each reaches the same states as in the whole network, from wherever it comes.
 *
 * Some recordings are cut, as if the run had been interrupted. Arguments: how many networks; the
 * number of the first. With LONG set, ten times as many as without.
 */
#include "story.h"

#include "base/files.h"
#include "sim/past/feed.h"
#include "tests/random.h"
#include "tests/temp.h"

enum {
	PLACES = 6,   /* of each node */
	SMALL = 6000, /* bytes of a recording */
};

static uint64_t first = 1, count = 25;
static uint64_t nalone, nrefused;

/* cut: take up to a quarter of the recording from its end, unless it has hardly a beginning. */
static void
cut(const char *name, uint64_t *random)
{
	Buf bytes = file_read(name, 1 << 30);

	if (bytes.len > SMALL)
		file_write(name, bytes.data, bytes.len - 1 - random_below(random, bytes.len / 4));
	buf_free(&bytes);
}

static bool
is_plain(const Story *s)
{
	bool plain = s->plan.faults.len == 0 && !s->plan.crossbar && !s->plan.resets;

	for (int i = 0; i < ACTS; i++)
		plain &= s->deeds[i].kind >= 4;
	return plain;
}

/* same_state: at a place or a time. */
static void
same_state(Past *p, const Lone *lone, NodeId n, Place at)
{
	assert_true(past_goto(p, at));
	assert_true(past_goto(lone->past, at));
	assert_int_equal(network_node_hash(lone->network, n),
		network_node_hash(past_network(p), n));
}

/* follow: a node at its end, and at places and times in no order. */
static void
follow(Past *p, const Lone *lone, NodeId n, uint64_t *random)
{
	uint64_t executed;

	past_go_present(p);
	past_go_present(lone->past);
	executed = t800_count(past_network(p)->nodes[n]);
	assert_int_equal(network_node_hash(lone->network, n),
		network_node_hash(past_network(p), n));
	for (int i = 0; i < PLACES; i++) {
		if (executed > 0 && random_below(random, 2))
			same_state(p, lone, n, place_before(n, random_below(random, executed)));
		else
			same_state(p, lone, n, place_at(random_next(random) % past_present(p)));
	}
}

/* make: a story; most are without faults and resets from outside. */
static void
make(Story *s, uint64_t number)
{
	story_make(s, number);
	if (number % 5 == 0)
		return;
	s->plan.faults.len = 0;
	for (int i = 0; i < ACTS; i++)
		s->deeds[i].kind |= 4;
}

static void
one(uint64_t number)
{
	char name[TEMP_NAME];
	Story s;
	Past *p, *fed;
	Feed *f;

	make(&s, number);
	temp_file(name);
	record_story(&s, name, 500 + number % 5 * 500);
	if (number % 4 == 0)
		cut(name, &s.random);
	p = past_open(name);
	fed = past_open(name);
	f = feed_new(fed);
	for (NodeId n = 0; n < past_network(p)->nnodes; n++) {
		Lone lone;
		bool alone = feed_lone(f, n, &lone);

		assert_true(alone || !is_plain(&s));
		nalone += alone;
		nrefused += !alone;
		if (alone)
			follow(p, &lone, n, &s.random);
		lone_free(&lone);
	}
	feed_free(f);
	past_free(fed);
	past_free(p);
	unlink(name);
	plan_free(&s.plan);
}

static void
nodes_alone_reach_the_same_states(void **state)
{
	(void)state;
	for (uint64_t i = first; i < first + count; i++)
		one(i);
	print_message("# %" PRIu64 " nodes alone, %" PRIu64 " refused\n", nalone, nrefused);
	assert_true(nalone > count);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(nodes_alone_reach_the_same_states)};

	return random_main(argc, argv, &count, &first, 10, tests, sizeof tests / sizeof *tests);
}
