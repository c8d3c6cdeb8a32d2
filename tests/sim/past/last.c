/*
 * last.c - the last change of a word, in recordings of random networks: with the orders of links,
 * by nodes alone, it is found where a search through the whole network finds it.
 *
 * Arguments: how many networks; the number of the first. With LONG set, ten times as many as
 * without.
 */
#include "story.h"
#include "tests/random.h"
#include "tests/temp.h"

enum { TRIES = 6 };

static uint64_t first = 1, count = 25;
static uint64_t nfound, nfar;

/*
 * draw_word: a random word of a node's memory whose value differs from that at the beginning, or
 * any word if there is none.
 */
static Addr
draw_word(Past *p, NodeId n, uint64_t *random)
{
	Network *w = past_network(p);
	Word size = w->nodes[n]->r.size, word = random_below(random, size / 4) * 4;
	uint8_t *now = xmalloc(size);
	Place here = past_place(p);
	uint64_t seen = 0;

	memcpy(now, w->nodes[n]->r.mem, size);
	assert_true(past_goto(p, place_at(past_beginning(p))));
	for (Word a = 0; a < size; a += 4)
		if (memcmp(now + a, w->nodes[n]->r.mem + a, 4) != 0
			&& random_below(random, ++seen) == 0)
			word = a;
	assert_true(past_goto(p, here));
	free(now);
	return MOSTNEG + word;
}

/* try: a word's last change before a place, in both recordings. */
static void
try(Past *by_node, Past *by_all, uint64_t *random)
{
	Time end = past_present(by_all);
	Place at = place_at(1 + random_next(random) % (end - 1)), one = {0}, all = {0};
	NodeId n = random_below(random, past_network(by_all)->nnodes);
	uint64_t executed;
	Addr a;
	bool found;

	assert_true(past_goto(by_all, at));
	executed = t800_count(past_network(by_all)->nodes[n]);
	if (executed > 0 && random_below(random, 2)
		&& past_goto(by_all, place_before(n, random_below(random, executed))))
		at = past_place(by_all);
	assert_true(past_goto(by_node, at));
	a = draw_word(by_all, n, random);
	found = past_last_change(by_all, n, a, 4, &all);
	assert_int_equal(past_last_change(by_node, n, a, 4, &one), found);
	assert_int_equal(network_hash(past_network(by_node)), network_hash(past_network(by_all)));
	if (!found)
		return;
	assert_int_equal(one.node, all.node);
	assert_int_equal(one.node == NOWHERE ? one.time : one.count,
		all.node == NOWHERE ? all.time : all.count);
	nfound++;
	nfar += past_place(by_all).time + end / 10 < at.time;
}

static void
nodes_alone_tell_the_same(void **state)
{
	(void)state;
	for (uint64_t i = first; i < first + count; i++) {
		char with[TEMP_NAME], without[TEMP_NAME];
		Past *by_node, *by_all;
		Story s;

		story_make(&s, i);
		temp_file(with);
		temp_file(without);
		record_story(&s, with, 500 + i % 5 * 500);
		record_story(&s, without, 0);
		by_node = past_open(with);
		by_all = past_open(without);
		for (int j = 0; j < TRIES; j++)
			try(by_node, by_all, &s.random);
		past_free(by_node);
		past_free(by_all);
		unlink(with);
		unlink(without);
		plan_free(&s.plan);
	}
	print_message("# %" PRIu64 " changes, %" PRIu64 " of them far back\n", nfound, nfar);
	assert_true(nfound > count && nfar > count / 4);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {cmocka_unit_test(nodes_alone_tell_the_same)};

	return random_main(argc, argv, &count, &first, 10, tests, sizeof tests / sizeof *tests);
}
