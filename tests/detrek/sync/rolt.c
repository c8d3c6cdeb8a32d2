/*
 * rolt.c - logs of Lamport times of random runs give the same times, messages and values from
 * outside when read; logs that are cut or damaged, or in another format, are refused.
 */
#include "detrek/sync/sync_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RUNS = 300, THREADS = 6, OPS = 400, OBJECTS = 5 };

/* A message that has not been received. */
typedef struct Sent {
	uint32_t object;
	uint32_t node;
	uint64_t time;
} Sent;

/*
 * step: an operation on a semaphore, or a send, or the receive of some message. Returns what it
 * receives; node UINT32_MAX: nothing.
 */
static Sent
step(Lamport *l, uint32_t thread, Sent *sent, uint32_t *nsent, uint32_t object)
{
	Sent none = {.node = UINT32_MAX}, *got;
	int kind = rand() % 4;

	if (kind == 0) {
		uint64_t time = lamport_step(l, OPERATION_SEND, thread, object, true);

		sent[(*nsent)++] = (Sent){object, l->thread[thread].node, time};
	} else if (kind == 1 && *nsent > 0) {
		got = &sent[rand() % *nsent];
		none = *got;
		lamport_step(l, OPERATION_RECV, thread, got->object, true);
		*got = sent[--*nsent];
	} else {
		lamport_step(l, OPERATION_V, thread, rand() % OBJECTS, true);
	}
	return none;
}

/* outside: perhaps the thread gets something from outside. */
static void
outside(LamportThread *t)
{
	uint8_t bytes[5];

	while (rand() % 4 == 0) {
		bool clock = rand() % 2;

		for (uint32_t i = 0; i < sizeof bytes; i++)
			bytes[i] = rand() % 2;
		lamport_add_input(t, &(Input){.kind = clock ? INPUT_CLOCK : INPUT_HOST,
			.value = clock ? rand() * 3u : 0,
			.bytes = clock ? NULL : bytes,
			.nbytes = clock ? 0 : rand() % sizeof bytes});
	}
}

static void
check_looks(LookReader *read, const LamportThread *t)
{
	for (uint64_t i = 0; i < t->nlooks; i++) {
		const LogLook *one = &t->looks[i];

		assert_true(read->more);
		assert_int_equal(read->next.after, one->after);
		assert_int_equal(read->next.misses, one->misses);
		assert_int_equal(read->next.seen, one->seen);
		assert_true(!one->seen || (read->next.from == one->from
			&& read->next.sent == one->sent));
		looks_next(read);
	}
	assert_false(read->more);
}

static void
check_inputs(InputReader *read, const LamportThread *t)
{
	for (uint64_t i = 0; i < t->ninputs; i++) {
		const Input *one = &t->inputs[i];

		assert_true(read->more);
		assert_int_equal(read->next.after, one->after);
		assert_int_equal(read->next.kind, one->kind);
		if (one->kind == INPUT_CLOCK)
			assert_int_equal(read->next.value, one->value);
		else
			assert_true(inputs_same(&read->next, one));
		inputs_next(read);
	}
	assert_false(read->more);
}

/*
 * made: some threads do many operations in a row. got: NULL, or THREADS lists of what each
 * operation receives.
 */
static void
made(Lamport *l, unsigned seed, Sent (*got)[OPS])
{
	uint32_t thread = 0, nsent = 0;
	Sent sent[OPS];

	srand(seed);
	for (int i = 0; i < THREADS; i++)
		lamport_add_thread(l, i / 2, i % 2 + 1);
	for (int i = 0; i < OPS; i++) {
		if (rand() % (1 + seed % 60) == 0)
			thread = rand() % THREADS;
		outside(&l->thread[thread]);
		while (rand() % 4 == 0)
			lamport_add_look(&l->thread[thread], rand() % 2 ? &(LogLook){.misses = 1}
				: &(LogLook){.seen = true, .from = rand() % 9, .sent = rand()});
		Sent one = step(l, thread, sent, &nsent, OBJECTS + i);

		if (got)
			got[thread][l->thread[thread].n - 1] = one;
	}
}

/* Sends of a node have different times. */
static void
check_sends(const Sent *sent, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < i; k++)
			assert_true(sent[i].node == UINT32_MAX || sent[i].node != sent[k].node
				|| sent[i].time != sent[k].time);
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
		static Sent got[THREADS][OPS];

		made(&l, seed, got);
		lamport_pack(&l, &b);
		log = sync_log_read(&a, "log", &b);
		assert_int_equal(log->n, THREADS);
		for (uint32_t i = 0; i < THREADS; i++) {
			SyncLogThread *t = &log->thread[i];

			assert_int_equal(t->node, i / 2);
			assert_int_equal(t->number, i % 2 + 1);
			check_sends(got[i], l.thread[i].n);
			for (uint64_t k = 0; k < l.thread[i].n; k++) {
				assert_true(t->more);
				assert_int_equal(t->receives, got[i][k].node != UINT32_MAX);
				assert_true(!t->receives || t->from == got[i][k].node);
				assert_true(!t->receives || t->sent == got[i][k].time);
				assert_int_equal(t->time, l.thread[i].times[k]);
				assert_int_equal(t->due, t->time);
				assert_int_equal(t->done, k);
				sync_log_next(t);
			}
			assert_false(t->more);
			check_inputs(&t->inputs, &l.thread[i]);
			check_looks(&t->looks, &l.thread[i]);
		}
		lamport_free(&l);
		buf_free(&b);
		arena_free(&a);
	}
}

/* Two misses; after time 3 one more, and a probe that saw a message. */
static void
finds_looks(void **state)
{
	static const uint8_t packed[] = {2, 6, 0, 4, 3, 3, 1, 2};
	const uint8_t *p = packed;
	const LogLook miss = {0}, seen = {.seen = true, .from = 1, .sent = 2};
	LookReader l;

	(void)state;
	assert_false(looks_open(&l, &p, packed + sizeof packed - 1));
	p = packed;
	assert_true(looks_open(&l, &p, packed + sizeof packed));
	assert_int_equal(looks_find(&l, 0)->misses, 2);
	assert_false(looks_check(&l, 0, &seen));
	assert_true(looks_check(&l, 0, &miss));
	assert_null(looks_find(&l, 2)); /* skips one */
	assert_int_equal(l.skipped, 1);
	assert_true(looks_check(&l, 3, &miss));
	assert_false(looks_check(&l, 3, &miss));
	assert_false(looks_check(&l, 3, &(LogLook){.seen = true, .from = 1, .sent = 3}));
	assert_true(looks_check(&l, 3, &seen));
	assert_null(looks_find(&l, 3));
}

static void
refuses_what_is_cut(void **state)
{
	static volatile size_t len; /* over longjmp */
	static Lamport l;
	static Buf b;

	(void)state;
	made(&l, 7, NULL);
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

/* The clock at 5, a message of three bytes, the same again; and after time 3 the clock at 9. */
static void
finds_inputs(void **state)
{
	static const uint8_t packed[] = {4, 10, 0, 5, 1, 3, 7, 7, 7, 2, 12, 4};
	const uint8_t *p = packed;
	InputReader i;

	(void)state;
	assert_false(inputs_open(&i, &p, packed + sizeof packed - 1));
	p = packed;
	assert_true(inputs_open(&i, &p, packed + sizeof packed));
	assert_int_equal(inputs_find(&i, 0, INPUT_CLOCK)->value, 5);
	inputs_next(&i);
	assert_null(inputs_find(&i, 0, INPUT_CLOCK)); /* bytes come before the next value */
	assert_int_equal(inputs_find(&i, 0, INPUT_HOST)->nbytes, 3);
	assert_int_equal(inputs_find(&i, 3, INPUT_CLOCK)->value, 9);
	inputs_next(&i);
	assert_null(inputs_find(&i, 3, INPUT_CLOCK));
	p = packed;
	inputs_open(&i, &p, packed + sizeof packed);
	assert_null(inputs_find(&i, 3, INPUT_HOST)); /* skips what is earlier */
	assert_false(i.more);
}

static void
refuses_other_formats(void **state)
{
	static const char text[] = "trellis sync 3\n\0";

	(void)state;
	fatal_catch(caught);
	assert_true(is_refused(&(Buf){(uint8_t *)text, sizeof text, sizeof text}));
	fatal_catch(NULL);
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
	assert_true(t[1].receives);
	assert_int_equal(t[1].from, 0);
	assert_int_equal(t[1].sent, 1);
	assert_false(t[0].receives);
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
		cmocka_unit_test(finds_inputs),
		cmocka_unit_test(finds_looks),
		cmocka_unit_test(refuses_other_formats),
		cmocka_unit_test(reads_schedules),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
