/*
 * methods.c - compares the methods for orders with a brute-force search, on random traces.
 */
#include "detrek/order/solve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lock_traces.h"

enum {
	NTRACES = 400,
	LOCK_TRACES = 3000,
};

/* One trace after another, of all shapes that brute force can still do quickly. */
static void
for_each_trace(void (*check)(const SemTrace *t))
{
	RandomTraces r = {.seed = 42, .mintasks = 1, .maxtasks = 6, .minsems = 1, .maxsems = 5};

	for (uint32_t i = 0; i < NTRACES; i++) {
		Arena a = {0};
		SemTrace t;

		r.nevents = 1 + i % 33;
		random_trace(&r, &t, &a);
		check(&t);
		arena_free(&a);
	}
}

static Orders
find(const SemTrace *t, OrderMethod m, uint32_t depth)
{
	OrderPlan plan = {.method = m, .depth = depth, .deadlocks = true};

	return orders_find(t, &plan);
}

static bool
all_leq(const SemTrace *t, const Count *a, const Count *b)
{
	return counts_leq(a, b, t->nevents * t->ntasks);
}

static void
check_exact(const SemTrace *t)
{
	Orders truth = find(t, METHOD_BRUTE, 0), o = find(t, METHOD_EXACT, 0);
	size_t size = (size_t)t->nevents * t->ntasks * sizeof(Count);

	assert_memory_equal(o.low, truth.low, size);
	assert_memory_equal(o.high, truth.low, size);
	assert_true(truth.deadlocks_known && o.deadlocks_known);
	assert_int_equal(o.ndeadlocks, truth.ndeadlocks);
	if (o.ndeadlocks > 0)
		assert_memory_equal(o.deadlock, truth.deadlock,
			(size_t)o.ndeadlocks * t->ntasks * sizeof(Count));
	orders_free(&o);
	orders_free(&truth);
}

/* Critical sections, in some of which tasks can deadlock. */
static void
locks(void **state)
{
	uint32_t seed = 1, ndeadlocks = 0, nlocks = 0;

	(void)state;
	for (uint32_t i = 0; i < LOCK_TRACES; i++) {
		Arena a = {0};
		SemTrace t;
		Orders o;
		Locks l;

		lock_trace(&t, &a, &seed);
		check_exact(&t);
		o = find(&t, METHOD_EXACT, 0);
		for (uint32_t k = 0; k < o.ndeadlocks; k++) {
			Schedule s = {0};

			assert_int_equal(witness_state(&t, o.deadlock + k * t.ntasks, 0, &s),
				ANSWER_YES);
			free(s.event);
		}
		ndeadlocks += o.ndeadlocks > 0;
		orders_free(&o);
		l = locks_find(&t);
		for (uint32_t e = 0; e < t.nevents; e++)
			nlocks += l.end[e] > 0;
		locks_free(&l);
		arena_free(&a);
	}
	print_message("# %u traces with deadlocks, %u sections\n", ndeadlocks, nlocks);
	assert_true(ndeadlocks > LOCK_TRACES / 20 && nlocks > LOCK_TRACES);
}

/*
 * Safe methods make no false claims, and lower and upper bounds are on the right sides of the exact
 * result.
 */
static void
check_safe(const SemTrace *t)
{
	Orders truth = find(t, METHOD_BRUTE, 0), bounds = find(t, METHOD_BOUNDS, 0);
	Orders original = find(t, METHOD_ORIGINAL, 0), deeper;

	assert_true(all_leq(t, bounds.low, truth.low));
	assert_true(all_leq(t, truth.low, bounds.high));
	assert_true(all_leq(t, original.low, truth.low));
	for (uint32_t depth = 0; depth < 4; depth++) {
		deeper = find(t, METHOD_PAPER, depth);
		assert_true(all_leq(t, original.low, deeper.low));
		assert_true(all_leq(t, deeper.low, truth.low));
		orders_free(&deeper);
	}
	orders_free(&original);
	orders_free(&bounds);
	orders_free(&truth);
}

/*
 * The observed order holds in one execution, so it contains every order that must hold; with both
 * kinds of clocks.
 */
static void
check_observed(const SemTrace *t)
{
	Orders truth = find(t, METHOD_BRUTE, 0), observed = find(t, METHOD_OBSERVED, 0), trees;
	OrderPlan plan = {.method = METHOD_OBSERVED, .clock = CLOCK_TREE};

	trees = orders_find(t, &plan);
	assert_true(all_leq(t, truth.low, observed.low));
	assert_memory_equal(trees.low, observed.low,
		(size_t)t->nevents * t->ntasks * sizeof(Count));
	orders_free(&trees);
	orders_free(&observed);
	orders_free(&truth);
}

/* A schedule in words, as the reader would have it. */
static SemTrace
as_trace(const SemTrace *t, const Schedule *s, Arena *a)
{
	SemTrace run = {.file = "schedule", .arena = a, .id = "0"};

	sem_name_by_digits(&run, t->ntasks, t->nsems);
	for (uint32_t i = 0; i < s->nevents; i++)
		sem_add(&run, t->event[s->event[i]]);
	sem_finish(&run);
	return run;
}

static void
check_witness(const SemTrace *t, Count *truth, EventPair p)
{
	bool must = sem_stamp_row(t, truth, p.after)[t->event[p.before].task] >= sem_event_number(t, p.before);
	Schedule s = {0};
	Answer answer = witness_pair(t, p, 0, &s);

	assert_int_equal(answer, must ? ANSWER_NO : ANSWER_YES);
	if (answer == ANSWER_YES) {
		Arena a = {0};
		SemTrace run = as_trace(t, &s, &a);

		assert_true(witness_run(NULL, t, &run, &p).shown);
		arena_free(&a);
	}
	free(s.event);
}

/* Every tenth pair or so: each is answered rightly, with a schedule that shows it. */
static void
check_witnesses(const SemTrace *t)
{
	Orders truth = find(t, METHOD_BRUTE, 0);
	uint32_t i = t->nevents;

	for (uint32_t e = 0; e < t->nevents; e++)
		for (uint32_t f = 0; f < t->nevents; f++)
			if (i++ % 11 == 0)
				check_witness(t, truth.low, (EventPair){e, f});
	orders_free(&truth);
}

/* Each search alone finds whether e can happen with at most k events of task. */
static void
check_search(Exact *x, uint32_t e, uint32_t task, Count k, Answer truth)
{
	Search *s = &x->search;

	s->limit = SEARCH_STATES;
	for (s->variant = 0; s->variant < 3; s->variant++) {
		assert_int_equal(search_before(s, e, task, k, &x->deadline), truth);
		assert_int_equal(demands_search(&x->demands, e, task, k, &x->deadline), truth);
		if (truth == ANSWER_YES)
			assert_true(s->state.done[task] <= k);
	}
}

/* Searches that start from empty stamps, so that little is known beforehand. */
static void
check_searches(const SemTrace *t)
{
	Orders truth = find(t, METHOD_BRUTE, 0);
	Exact x;

	exact_init(&x, t, (Deadline){0});
	bounds_claim_nothing(&x.bounds);
	for (uint32_t e = 0; e < t->nevents; e += 2) {
		for (uint32_t task = 0; task < t->ntasks; task++) {
			Count least = sem_stamp_row(t, truth.low, e)[task];

			if (task == t->event[e].task)
				continue;
			check_search(&x, e, task, least, ANSWER_YES);
			if (least > 0)
				check_search(&x, e, task, least - 1, ANSWER_NO);
		}
	}
	exact_free(&x);
	orders_free(&truth);
}

/* One round of closing: every event takes the time stamps of its predecessors in the reduction. */
static bool
close_once(const SemTrace *t, const Orders *o, Count *stamps)
{
	bool changed = false;

	for (uint32_t e = 0; e < t->nevents; e++) {
		Count *stamp = sem_stamp_row(t, stamps, e);

		for (uint32_t i = 0; i < t->ntasks; i++) {
			uint32_t before = orders_direct_predecessor(t, o, e, i);

			if (i == t->event[e].task && sem_event_number(t, e) > 1)
				before = e - 1;
			if (before != NO_EVENT)
				changed |= counts_join(stamp, sem_stamp_row(t, stamps, before),
					t->ntasks);
		}
	}
	return changed;
}

/* The transitive reduction, closed again, is the relation that it came from. */
static void
check_reduction(const SemTrace *t)
{
	Orders o = find(t, METHOD_BRUTE, 0);
	Count *again = calloc((size_t)t->nevents * t->ntasks, sizeof *again);

	assert_non_null(again);
	for (uint32_t e = 0; e < t->nevents; e++)
		sem_stamp_row(t, again, e)[t->event[e].task] = sem_event_number(t, e);
	while (close_once(t, &o, again))
		;
	assert_memory_equal(again, o.low, (size_t)t->nevents * t->ntasks * sizeof *again);
	free(again);
	orders_free(&o);
}

#define TEST_OF(check) \
	static void test_##check(void **state) { (void)state; for_each_trace(check); }

TEST_OF(check_exact)
TEST_OF(check_safe)
TEST_OF(check_observed)
TEST_OF(check_witnesses)
TEST_OF(check_searches)
TEST_OF(check_reduction)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_check_exact),
		cmocka_unit_test(locks),
		cmocka_unit_test(test_check_safe),
		cmocka_unit_test(test_check_observed),
		cmocka_unit_test(test_check_witnesses),
		cmocka_unit_test(test_check_searches),
		cmocka_unit_test(test_check_reduction),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("order methods", tests, NULL, NULL);
}
