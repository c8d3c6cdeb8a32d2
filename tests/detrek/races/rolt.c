/*
 * rolt.c - the packed log of Lamport times gives the times again, of random traces; what is cut or damaged is refused or bounded.
 */
#include "detrek/races/races.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TRACES = 300, THREADS = 6, OPS = 400, SEMAPHORES = 5 };

/* made: signals only, which any order can be had of; some threads do many in a row. */
static Trace *
made(Arena *a, unsigned seed)
{
	Trace *t = trace_new(a, "random");
	uint32_t thread = 0;

	srand(seed);
	for (int i = 0; i < THREADS; i++)
		trace_thread(t, (char[]){'A' + i}, 1);
	for (int i = 0; i < SEMAPHORES; i++)
		trace_object(t, (char[]){'a' + i}, 1);
	for (int i = 0; i < OPS; i++) {
		if (rand() % (1 + seed % 60) == 0)
			thread = rand() % THREADS;
		trace_sync(t, i + 1, thread, SYNC_V, rand() % SEMAPHORES);
	}
	trace_finish(t);
	return t;
}

static void
gives_times_again(void **state)
{
	(void)state;
	for (unsigned seed = 1; seed <= TRACES; seed++) {
		Arena a = {0};
		Trace *t = made(&a, seed);
		RecPlay *r = recplay_run(t, &(Keep){0});
		Buf b = {0};
		const uint8_t *p;

		rolt_pack(t, r, &b);
		p = b.data;
		for (uint32_t i = 0; i < THREADS; i++) {
			uint64_t *times, n, k = 0;

			assert_true(rolt_unpack(&a, &p, b.data + b.len, &times, &n));
			for (uint32_t o = 0; o < t->nops; o++)
				if (t->op[o].thread == i) {
					assert_true(k < n);
					assert_int_equal(times[k++], r->lamport[o]);
				}
			assert_int_equal(k, n);
		}
		assert_ptr_equal(p, b.data + b.len);
		for (size_t len = 0; len < b.len; len++) {
			uint64_t *times, n;
			uint32_t whole = 0;

			p = b.data;
			while (whole < THREADS && rolt_unpack(&a, &p, b.data + len, &times, &n))
				whole++;
			assert_true(whole < THREADS);
		}
		buf_free(&b);
		arena_free(&a);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_times_again),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
