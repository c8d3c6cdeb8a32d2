/* vclock.c - vector clocks and tree clocks: their laws, and that both kinds give equal results. */
#include "detrek/detrek.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { TASKS = 9, STEPS = 20000, MESSAGES = 16 };

static VClock
of(uint32_t *at)
{
	return (VClock){3, at};
}

static VClock
clock_new(void)
{
	return (VClock){TASKS, xcalloc(TASKS, sizeof(uint32_t))};
}

/* concurrent: neither happened before the other, and they are not the same. */
static bool
concurrent(const VClock *a, const VClock *b)
{
	return !vclock_leq(a, b) && !vclock_leq(b, a);
}

static void
test_comparisons(void **state)
{
	VClock zero = of((uint32_t[]){0, 0, 0}), a = of((uint32_t[]){2, 1, 0});
	VClock b = of((uint32_t[]){2, 3, 0}), c = of((uint32_t[]){0, 2, 5});

	(void)state;
	assert_true(vclock_leq(&a, &a));
	assert_false(vclock_before(&a, &a));
	assert_false(concurrent(&a, &a));
	assert_true(vclock_before(&zero, &a));
	assert_true(vclock_before(&a, &b));
	assert_false(vclock_before(&b, &a));
	assert_true(concurrent(&a, &c));
	assert_true(concurrent(&c, &b));
}

static void
test_changes(void **state)
{
	VClock a = of((uint32_t[]){0, 0, 0}), b = of((uint32_t[]){0, 4, 1});

	(void)state;
	vclock_tick(&a, 0);
	vclock_tick(&a, 2);
	vclock_tick(&a, 2);
	vclock_join(&a, &b);
	assert_int_equal(a.at[0], 1);
	assert_int_equal(a.at[1], 4);
	assert_int_equal(a.at[2], 2);
	vclock_copy(&a, &b);
	assert_true(vclock_leq(&a, &b) && vclock_leq(&b, &a));
}

static uint32_t
draw(uint32_t *seed, uint32_t below)
{
	*seed = *seed * 1664525 + 1013904223;
	return (uint64_t)*seed * below >> 32;
}

/* Some tasks, and messages that carry the clocks of their senders. */
typedef struct World {
	VClock plain[TASKS], sent[MESSAGES];
	TreeClock tree[TASKS], treesent[MESSAGES];
} World;

static void
world_init(World *w)
{
	for (int i = 0; i < TASKS; i++) {
		w->plain[i] = clock_new();
		w->tree[i] = treeclock_new(TASKS);
	}
	for (int i = 0; i < MESSAGES; i++) {
		w->sent[i] = clock_new();
		w->treesent[i] = treeclock_new(TASKS);
	}
}

static void
world_free(World *w)
{
	for (int i = 0; i < TASKS; i++) {
		vclock_free(&w->plain[i]);
		treeclock_free(&w->tree[i]);
	}
	for (int i = 0; i < MESSAGES; i++) {
		vclock_free(&w->sent[i]);
		treeclock_free(&w->treesent[i]);
	}
}

/* Messages are left, overwritten and read, some many times, some long after they were sent. */
static void
test_trees_agree(void **state)
{
	VClock read = clock_new();
	uint32_t seed = 7;
	World w;

	(void)state;
	world_init(&w);
	for (int i = 0; i < STEPS; i++) {
		uint32_t task = draw(&seed, TASKS), message = draw(&seed, MESSAGES);

		vclock_tick(&w.plain[task], task);
		treeclock_tick(&w.tree[task], task);
		if (draw(&seed, 2)) {
			vclock_join(&w.plain[task], &w.sent[message]);
			treeclock_join(&w.tree[task], &w.treesent[message]);
		} else {
			vclock_copy(&w.sent[message], &w.plain[task]);
			treeclock_copy(&w.treesent[message], &w.tree[task]);
		}
		treeclock_read(&w.tree[task], &read);
		assert_memory_equal(read.at, w.plain[task].at, TASKS * sizeof *read.at);
	}
	world_free(&w);
	vclock_free(&read);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_comparisons),
		cmocka_unit_test(test_changes),
		cmocka_unit_test(test_trees_agree),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("vclock", tests, NULL, NULL);
}
