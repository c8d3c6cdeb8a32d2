/*
 * rests.c - threads that rest (wait, or have not begun, or have ended) do not keep segments from
 * being obsolete. Random traces have the same races and parallel segments with this rule and
 * without it, and the stored segments of a barrier loop are bounded.
 */
#include "detrek/races/races.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TRACES = 3000, THREADS = 7, SEMAPHORES = 4, VARIABLES = 40, STEPS = 120 };

/* A machine of threads and semaphores, which makes traces. */
typedef struct Machine {
	Trace *trace;
	uint32_t line;
	int value[SEMAPHORES];
	int waits[THREADS]; /* on which semaphore, or -1 */
	int released[SEMAPHORES]; /* waiting threads that have been released */
	bool begun[THREADS];
} Machine;

static void
wait_for(Machine *m, uint32_t thread, uint32_t semaphore)
{
	if (m->value[semaphore] > 0) {
		m->value[semaphore]--;
		trace_sync(m->trace, ++m->line, thread, SYNC_P, semaphore);
		return;
	}
	m->waits[thread] = semaphore;
	trace_block(m->trace, ++m->line, thread, semaphore);
}

static void
release(Machine *m, uint32_t thread, uint32_t semaphore)
{
	int waiting = 0;

	for (int i = 0; i < THREADS; i++)
		waiting += m->waits[i] == (int)semaphore;
	if (waiting > m->released[semaphore])
		m->released[semaphore]++;
	else
		m->value[semaphore]++;
	trace_sync(m->trace, ++m->line, thread, SYNC_V, semaphore);
}

static void
step(Machine *m, uint32_t thread, unsigned accesses)
{
	if (m->waits[thread] >= 0) {
		uint32_t semaphore = m->waits[thread];

		if (m->released[semaphore] == 0)
			return;
		m->released[semaphore]--;
		m->waits[thread] = -1;
		trace_sync(m->trace, ++m->line, thread, SYNC_P, semaphore);
	} else if (rand() % 100 < (int)accesses) {
		trace_access(m->trace, ++m->line, thread, rand() % VARIABLES, rand() % 3 == 0);
	} else if (rand() % 2) {
		wait_for(m, thread, rand() % SEMAPHORES);
	} else {
		release(m, thread, rand() % SEMAPHORES);
	}
}

static Trace *
trace_begin(Arena *a)
{
	Trace *t = trace_new(a, "random");

	for (int i = 0; i < THREADS; i++)
		trace_thread(t, (char[]){'A' + i}, 1);
	for (int i = 0; i < SEMAPHORES; i++)
		trace_object(t, (char[]){'a' + i}, 1);
	for (int i = 0; i < VARIABLES; i++) {
		char name[8];

		trace_variable(t, name, snprintf(name, sizeof name, "x%d", i));
	}
	return t;
}

static Trace *
made(Arena *a, unsigned seed)
{
	Machine m = {.trace = trace_begin(a)};
	unsigned accesses;

	srand(seed);
	accesses = 30 + rand() % 60;
	for (int i = 0; i < THREADS; i++)
		m.waits[i] = -1;
	for (int i = 0; i < SEMAPHORES; i++) {
		m.value[i] = rand() % 2;
		trace_declare(m.trace, 1, i, m.value[i]);
	}
	for (int i = 0; i < STEPS; i++)
		step(&m, rand() % THREADS, accesses);
	trace_finish(m.trace);
	return m.trace;
}

static void
same_races(void **state)
{
	uint32_t fewer = 0, found = 0;

	(void)state;
	for (unsigned seed = 1; seed <= TRACES; seed++) {
		Arena a = {0};
		Trace *t = made(&a, seed);
		RecPlay *all = recplay_run(t, &(KeptParts){0});
		RecPlay *rests = recplay_run(t, &(KeptParts){.rests = true});

		assert_int_equal(all->races->n, rests->races->n);
		assert_int_equal(all->races->total, rests->races->total);
		assert_int_equal(all->races->parallel, rests->races->parallel);
		for (uint32_t i = 0; i < all->races->n; i++)
			assert_memory_equal(&all->races->race[i], &rests->races->race[i],
				offsetof(Race, bops) + 1);
		assert_true(rests->max_stored <= all->max_stored + 2 * THREADS);
		fewer += rests->max_stored < all->max_stored;
		found += all->races->n;
		arena_free(&a);
	}
	assert_true(fewer > TRACES / 4);
	assert_true(found > TRACES);
}

/* barrier: all but the first wait for it, and continue one after the other. */
static void
barrier(Machine *m)
{
	for (uint32_t i = 2; i < THREADS; i++) {
		release(m, i, 0);
		wait_for(m, i, 1);
	}
	for (uint32_t i = 2; i < THREADS; i++)
		wait_for(m, 1, 0);
	for (uint32_t i = 2; i < THREADS; i++) {
		release(m, 1, 1);
		step(m, i, 0);
	}
}

/* Thread 0 begins the others, and waits for their end: the least of both figures. */
static void
bounded(void **state)
{
	Arena a = {0};
	Machine m = {.trace = trace_begin(&a)};
	RecPlay *r;

	(void)state;
	for (int i = 0; i < THREADS; i++)
		m.waits[i] = -1;
	for (uint32_t i = 1; i < THREADS; i++) {
		trace_access(m.trace, ++m.line, 0, 0, true);
		release(&m, 0, 2);
		wait_for(&m, i, 2);
	}
	wait_for(&m, 0, 3);
	for (int loop = 0; loop < 2000; loop++) {
		for (uint32_t i = 1; i < THREADS; i++)
			trace_access(m.trace, ++m.line, i, i, true);
		barrier(&m);
	}
	release(&m, 1, 3);
	step(&m, 0, 0);
	trace_access(m.trace, ++m.line, 0, 1, true);
	trace_finish(m.trace);
	r = recplay_run(m.trace, &(KeptParts){.rests = true, .samples = true});
	assert_true(r->max_stored <= 8 * THREADS);
	for (uint32_t i = 0; i < m.trace->nops; i++)
		assert_true(r->sample[i].bytes <= 8 * THREADS * sizeof(AccessWord));
	assert_int_equal(r->races->total, 0);
	r = recplay_run(m.trace, &(KeptParts){0});
	assert_true(r->max_stored > 2000);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_races),
		cmocka_unit_test(bounded),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
