/*
 * rolt.c - logs of Lamport times of random runs give the same times when read; logs that are cut or
 * damaged are refused.
 */
#include "detrek/sync/sync_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RUNS = 300, THREADS = 6, OPS = 400, OBJECTS = 5 };

/* made: some threads do many operations in a row. */
static void
made(Lamport *l, unsigned seed)
{
	uint32_t thread = 0;

	srand(seed);
	for (int i = 0; i < THREADS; i++)
		lamport_thread(l, i / 2, i % 2 + 1);
	for (int i = 0; i < OPS; i++) {
		if (rand() % (1 + seed % 60) == 0)
			thread = rand() % THREADS;
		lamport_step(l, thread, rand() % OBJECTS, true);
	}
}

static jmp_buf refused;

static void
caught(int status)
{
	longjmp(refused, status);
}

static bool
is_refused(const Buf *b)
{
	Arena a = {0};
	bool was = setjmp(refused) != 0;

	if (!was)
		sync_log_read(&a, "log", b);
	arena_free(&a);
	return was;
}

static void
gives_times_again(void **state)
{
	(void)state;
	for (unsigned seed = 1; seed <= RUNS; seed++) {
		Lamport l = {0};
		Arena a = {0};
		Buf b = {0};
		SyncLog *log;

		made(&l, seed);
		lamport_pack(&l, &b);
		log = sync_log_read(&a, "log", &b);
		assert_int_equal(log->n, THREADS);
		for (uint32_t i = 0; i < THREADS; i++) {
			SyncLogThread *t = &log->thread[i];

			assert_int_equal(t->node, i / 2);
			assert_int_equal(t->number, i % 2 + 1);
			for (uint64_t k = 0; k < l.thread[i].n; k++) {
				assert_true(t->more);
				assert_int_equal(t->time, l.thread[i].times[k]);
				assert_int_equal(t->due, t->time);
				assert_int_equal(t->done, k);
				sync_log_next(t);
			}
			assert_false(t->more);
		}
		lamport_free(&l);
		buf_free(&b);
		arena_free(&a);
	}
}

static void
refuses_what_is_cut(void **state)
{
	static volatile size_t len; /* over longjmp */
	static Lamport l;
	static Buf b;

	(void)state;
	made(&l, 7);
	lamport_pack(&l, &b);
	fatal_catch(caught);
	for (len = 15; len < b.len; len++)
		assert_true(is_refused(&(Buf){b.data, len, len}));
	buf_byte(&b, 0);
	assert_true(is_refused(&b));
	fatal_catch(NULL);
	lamport_free(&l);
	buf_free(&b);
}

/* A schedule: a message's receive is one operation, in two lines; the others are due in turn. */
static void
reads_schedules(void **state)
{
	static const char text[] = "# found\nstart S 0.sem-a\n0.1 S 0>0.5.1.9\n0.2 W 0>0.5.1.9\n"
		"0.2 S 0>0.5.1.9.back\n0.1 W 0.sem-a\n0.1 W 0>0.5.1.9.back\n";
	Arena a = {0};
	SyncLog *log = sync_log_read(&a, "text", &(Buf){(uint8_t *)text, strlen(text), 0});
	SyncLogThread *t = log->thread;

	(void)state;
	assert_int_equal(log->n, 2);
	assert_int_equal(t[0].n, 3);
	assert_int_equal(t[1].n, 1);
	assert_int_equal(t[0].due, 1);
	assert_int_equal(t[0].time, 1);
	assert_int_equal(t[1].due, 2);
	assert_int_equal(t[1].time, 2);
	sync_log_next(&t[0]);
	assert_int_equal(t[0].due, 3);
	assert_int_equal(t[0].time, 2);
	sync_log_next(&t[0]);
	assert_int_equal(t[0].due, 4);
	assert_int_equal(t[0].time, 3);
	sync_log_next(&t[0]);
	assert_false(t[0].more);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_times_again),
		cmocka_unit_test(refuses_what_is_cut),
		cmocka_unit_test(reads_schedules),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
