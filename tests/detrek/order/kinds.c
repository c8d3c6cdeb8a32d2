/*
 * kinds.c - compares the kinds of deadlocks with those of all states, on random traces; and those
 * that are found without visiting all states.
 */
#include "detrek/order/solve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lock_traces.h"

enum {
	NTRACES = 3000,
	ALL = 1 << 20, /* states: more than any of the traces has */
	MOST_TRUE = 64,
};

/* A kind in a trace, and the number of its states. */
typedef struct True {
	uint32_t waits[MAX_TASKS];
	uint32_t nstates;
} True;

typedef struct Truth {
	True kind[MOST_TRUE];
	uint32_t n;
} Truth;

/* ---- knots, without what kinds.c uses ---- */

static const SemEvent *
next_of(const SemTrace *t, const Count *done, uint32_t task)
{
	return done[task] < sem_task_length(t, task) ? &t->event[t->first[task] + done[task]] : NULL;
}

/* could: do the task's remaining events give the semaphore more than they take, at some moment? */
static bool
could(const SemTrace *t, const Count *done, uint32_t task, uint32_t sem)
{
	int level = 0;

	for (uint32_t e = t->first[task] + done[task]; e < t->first[task + 1]; e++) {
		if (t->event[e].sem == sem)
			level += t->event[e].wait ? -1 : 1;
		if (level > 0)
			return true;
	}
	return false;
}

/* closure: bits of a task that waits, and of all to which its waits lead. */
static uint32_t
closure(const SemTrace *t, const Count *done, uint32_t task)
{
	uint32_t set = 1u << task, before;

	do {
		before = set;
		for (uint32_t i = 0; i < t->ntasks; i++)
			for (uint32_t j = 0; set >> i & 1 && j < t->ntasks; j++)
				if (i != j && could(t, done, j, next_of(t, done, i)->sem))
					set |= 1u << j;
	} while (set != before);
	return set;
}

static bool
is_knot(const SemTrace *t, const Count *done, uint32_t set)
{
	for (uint32_t i = 0; i < t->ntasks; i++)
		if (set >> i & 1 && closure(t, done, i) != set)
			return false;
	return true;
}

static void
add_truth(Truth *all, const SemTrace *t, const Count *done, uint32_t set)
{
	True x = {.nstates = 0};
	uint32_t i = 0;

	for (uint32_t k = 0; k < MAX_TASKS; k++)
		x.waits[k] = k < t->ntasks && set >> k & 1 ? next_of(t, done, k)->sem : NO_EVENT;
	while (i < all->n && memcmp(all->kind[i].waits, x.waits, sizeof x.waits) != 0)
		i++;
	assert_true(i < MOST_TRUE);
	if (i == all->n)
		all->kind[all->n++] = x;
	all->kind[i].nstates++;
}

static Truth
truth_of(const SemTrace *t)
{
	Orders o = orders_find(t, &(OrderPlan){.method = METHOD_BRUTE, .deadlocks = true});
	Truth all = {.n = 0};

	for (uint32_t k = 0; k < o.ndeadlocks; k++) {
		const Count *done = o.deadlock + (size_t)k * t->ntasks;

		for (uint32_t i = 0; i < t->ntasks; i++) {
			uint32_t set = next_of(t, done, i) ? closure(t, done, i) : 0;

			if (set && (set & ((1u << i) - 1)) == 0 && is_knot(t, done, set))
				add_truth(&all, t, done, set);
		}
	}
	orders_free(&o);
	return all;
}

/* ---- the answers ---- */

static const True *
true_kind(const Truth *all, const SemTrace *t, const DeadlockKind *k)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (memcmp(all->kind[i].waits, k->waits, t->ntasks * sizeof *k->waits) == 0)
			return &all->kind[i];
	return NULL;
}

/* stays: in all that can follow, the tasks of the knot do no further event. */
static bool
stays(const SemTrace *t, const DeadlockKind *k, SemState *s, StateSet *seen)
{
	uint32_t npath = s->npath;

	if (!stateset_add(seen, s->done))
		return true;
	for (uint32_t i = 0; i < t->ntasks; i++) {
		if (!semstate_enabled_event(s, i))
			continue;
		if (k->waits[i] != NO_EVENT)
			return false;
		semstate_step(s, i);
		if (!stays(t, k, s, seen))
			return false;
		semstate_undo(s, npath);
	}
	return true;
}

/* check_way: it is an execution, and then the tasks of the knot wait for ever, for that. */
static void
check_way(const SemTrace *t, const DeadlockKind *k, const Schedule *way)
{
	SemNet net = semnet_new(t);
	SemState s = semstate_new(&net);
	StateSet seen = {.width = t->ntasks};

	for (uint32_t i = 0; i < way->nevents; i++) {
		uint32_t task = t->event[way->event[i]].task;

		assert_ptr_equal(semstate_enabled_event(&s, task), &t->event[way->event[i]]);
		semstate_step(&s, task);
	}
	for (uint32_t i = 0; i < t->ntasks; i++)
		if (k->waits[i] != NO_EVENT)
			assert_int_equal(next_of(t, s.done, i)->sem, k->waits[i]);
	assert_true(stays(t, k, &s, &seen));
	stateset_free(&seen);
	semstate_free(&s);
	semnet_free(&net);
}

/* check_kinds: returns how many are found with so many states; all of them: exactly the truth. */
static uint32_t
check_kinds(const SemTrace *t, const Truth *all, uint32_t nstates)
{
	Orders o = orders_bounds(t);
	DeadlockKinds found = deadlock_kinds(t, &o, nstates);
	uint32_t n = found.n;

	if (nstates == ALL)
		assert_true(found.known && found.n == all->n);
	for (uint32_t i = 0; i < found.n; i++) {
		const DeadlockKind *k = &found.kind[i];
		const True *x = true_kind(all, t, k);

		assert_non_null(x);
		assert_true(nstates == ALL ? k->nstates == x->nstates : k->nstates <= x->nstates);
		assert_true(k->nways > 0);
		for (uint32_t w = 0; w < k->nways; w++)
			check_way(t, k, &k->way[w]);
	}
	deadlock_kinds_free(&found);
	orders_free(&o);
	return n;
}

/* Also with a search that gives up at once, so that only cycles are found. */
static void
kinds(void **state)
{
	uint32_t seed = 7, n = 0, ncycles = 0;

	(void)state;
	for (uint32_t i = 0; i < NTRACES; i++) {
		Arena a = {0};
		SemTrace t;
		Truth all;

		lock_trace(&t, &a, &seed);
		all = truth_of(&t);
		n += check_kinds(&t, &all, ALL);
		ncycles += check_kinds(&t, &all, 0);
		arena_free(&a);
	}
	print_message("# %u kinds, %u of them without visiting all states\n", n, ncycles);
	assert_true(n > NTRACES / 10 && ncycles > n / 10 * 9);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("kinds of deadlocks", tests, NULL, NULL);
}
