/*
 * estimate.c - the part of a search that is done, against the sum over the leaves of random trees of
 * their probabilities, which a recursion adds up: after each leaf, and 1 at the end.
 */
#include "detrek/outcomes/explore_parts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { DEEPEST = 6, WIDEST = 4, TREES = 200 };

static Level level[DEEPEST];
static Explorer explorer;
static uint32_t seed;
static double sum; /* of the leaves that were visited */

static uint32_t
random_below(uint32_t n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 16) % n;
}

/* check: what the explorer has after a leaf: levels that are done are left, the next one begins. */
static void
check(void)
{
	uint32_t n = explorer.n;

	while (explorer.n > 0 && ++level[explorer.n - 1].at == level[explorer.n - 1].nwanted)
		explorer.n--;
	assert_true(fabs((explorer.n > 0 ? estimate_done(&explorer) : 1) - sum) < 1e-9);
	/* go back: the recursion counts by itself */
	for (uint32_t i = explorer.n > 0 ? explorer.n - 1 : 0; i < n; i++)
		level[i].at--;
	explorer.n = n;
}

static void
visit(uint32_t depth, double probability)
{
	uint32_t width = depth == DEEPEST ? 0 : random_below(WIDEST + 1);

	if (width == 0) {
		sum += probability;
		check();
		return;
	}
	for (uint32_t i = 0; i < width; i++) {
		level[depth] = (Level){.nwanted = width, .at = i};
		explorer.n = depth + 1;
		visit(depth + 1, probability / width);
	}
}

static void
trees(void **state)
{
	ExploreOptions options = {.delays = NO_LIMIT};
	Exploration x = {.options = &options};

	(void)state;
	for (seed = 1; seed < TREES; seed++) {
		uint32_t tree = seed;

		explorer = (Explorer){.x = &x, .level = level};
		sum = 0;
		visit(0, 1);
		assert_true(fabs(sum - 1) < 1e-9);
		seed = tree;
	}
}

/* bounded: where no other choice is allowed any more, one is all that is run. */
static void
bounded(void **state)
{
	ExploreOptions options = {.delays = 1};
	Exploration x = {.options = &options};

	(void)state;
	explorer = (Explorer){.x = &x, .level = level, .n = 2};
	level[0] = (Level){.nwanted = 2, .at = 1};
	level[1] = (Level){.nwanted = 5, .at = 0, .delays = 1};
	assert_true(fabs(estimate_done(&explorer) - 0.5) < 1e-9);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(trees), cmocka_unit_test(bounded)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
