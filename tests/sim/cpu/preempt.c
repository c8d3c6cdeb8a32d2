/*
 * High-priority processes interrupt low-priority ones within the latency given in the data sheet;
 * long messages take their full time; timeslices have their specified lengths (processor.md,
 * section 7).
 */
#include "alone.h"

enum {
	SLICE = 20480, /* cycles of a timeslice period at 20 MHz */
	LATENCY = 58,  /* most cycles from a ready high process to its first instruction */
	LATENCY_FPU = 78, /* the same with the floating-point unit busy (section 7.5) */
};

/* with_waiter: a high process waits for the event pin; then it spins. */
static T800 *
with_waiter(const char *code)
{
	T800 *c = fresh(code);

	code_put(c, HIGH_CODE, "mint ldnlp:8 ldc:0 in j:-2");
	set_word(c, HIGH_WORKSPACE + W_IPTR, HIGH_CODE);
	process_ready(c, HIGH_WORKSPACE);
	process_reschedule(c);
	while (c->event_waiter != EVENT_INPUT)
		go(c, 1);
	return c;
}

/* What the low process does for ever, without and with long instructions. */
static const struct {
	const char *code;
	Cycles at_most;
} preempted[] = {
	{"ldc:0", LATENCY},
	{"ldl:1 ldl:2 add stl:3 ldl:4 cj:1 ldlp:2", LATENCY},
	{"mint ldnlp:0x400 mint ldnlp:0x1000 ldc:8000 move", LATENCY},
	{"ldc:64 ldc:64 ldc:200 move2dinit mint ldnlp:0x400 mint ldnlp:0x1000 ldc:50 move2dall",
		LATENCY},
	{"fpldzerodb fpldzerodb fpdiv", LATENCY_FPU},
	{"ldtimer adc:-1 tin", LATENCY},
};

/* for_ever: the code, and a jump back to it. */
static void
for_ever(T800 *c, const char *code)
{
	Addr end = code_put(c, CODE, code);

	code_function(c, end, 0, -(int32_t)(end + 2 - CODE));
}

/*
 * latency: cycles from the event, `after` cycles from now, to the high process's first instruction.
 */
static Cycles
latency(const char *code, Cycles after)
{
	T800 *c = with_waiter("ldc:0 ldc:0 ldc:0");
	Cycles rises, taken;

	for_ever(c, code);
	c->r.iptr = CODE;
	rises = c->r.cycles + after;
	t800_run(c, rises);
	assert_int_equal(c->stop, STOP_NONE);
	assert_int_equal(c->priority, LOW);
	event(c);
	assert_int_equal(c->priority, HIGH);
	taken = c->r.cycles - rises;
	t800_free(c);
	return taken;
}

/* Does the same during a message of 4000 bytes between low-priority processes. */
static Cycles
latency_message(const char *code, Cycles after)
{
	T800 *c = with_waiter("ldc:0 ldc:0 ldc:0");
	Cycles rises, taken;

	code_put(c, CODE, code);
	set_word(c, CHANNEL, OTHER | LOW);
	set_word(c, OTHER + W_POINTER, EXTERNAL);
	c->r.iptr = CODE;
	rises = c->r.cycles + after;
	t800_run(c, rises);
	assert_int_equal(c->r.wptr, WORKSPACE);
	event(c);
	assert_int_equal(c->priority, HIGH);
	taken = c->r.cycles - rises;
	t800_free(c);
	return taken;
}

static void
judge(const char *code, Cycles worst, Cycles most)
{
	if (worst > most || worst < CYCLES_PREEMPT)
		fail_msg("'%s' holds a high process up for %llu cycles, %llu is the most", code,
			(unsigned long long)worst, (unsigned long long)most);
}

static Cycles
larger(Cycles a, Cycles b)
{
	return a > b ? a : b;
}

static void
test_latency(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof preempted / sizeof *preempted; i++) {
		Cycles worst = 0;

		for (Cycles after = 100; after < 400; after++)
			worst = larger(worst, latency(preempted[i].code, after));
		judge(preempted[i].code, worst, preempted[i].at_most);
	}
}

static void
test_latency_message(void **state)
{
	static const char *const code[] = {"mint ldnlp:0x800 mint ldnlp:0x13c ldc:4000 in",
		"mint ldnlp:0x800 mint ldnlp:0x13c ldc:4000 out"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		Cycles worst = 0;

		for (Cycles after = 30; after < 330; after++)
			worst = larger(worst, latency_message(code[i], after));
		judge(code[i], worst, LATENCY);
	}
}

/*
 * The process at the other end of a long message continues when the whole message has been moved.
 */
static void
test_message_takes_its_time(void **state)
{
	(void)state;
	for (int partner = HIGH; partner <= LOW; partner++) {
		T800 *c = fresh("ldlp:64 mint ldnlp:0x13c ldc:4000 out stopp");
		Cycles from = c->r.cycles;
		Addr w = partner == HIGH ? HIGH_WORKSPACE : OTHER;

		set_word(c, CHANNEL, w | partner);
		set_word(c, w + W_POINTER, EXTERNAL);
		set_word(c, w + W_IPTR, HIGH_CODE);
		code_put(c, HIGH_CODE, "ldc:0 " END);
		go(c, 1000);
		assert_int_equal(c->priority, LOW);
		assert_int_equal(c->r.wptr, WORKSPACE);
		go(c, 10000);
		assert_int_equal(c->stop, STOP_ILLEGAL);
		assert_int_equal(c->r.wptr, w);
		assert_in_range(c->r.cycles - from, 2 * 1000 + 19, 2 * 1000 + 19 + 60);
		t800_free(c);
	}
}

/*
 * A breakpoint may switch to the other priority; each priority is charged for its own instructions.
 */
static void
test_break_is_accounted(void **state)
{
	T800 *c = fresh("ldc:1 ldc:2 mul break");

	(void)state;
	set_word(c, memstart(CHIP_T805) + 8, HIGH_CODE);
	set_word(c, memstart(CHIP_T805) + 12, HIGH_WORKSPACE);
	code_put(c, HIGH_CODE, "ldc:1 ldc:2 div stopp");
	go(c, 1000);
	assert_true(c->idle);
	assert_int_equal(c->busy[LOW], 2 + 39 + 12);
	assert_int_equal(c->busy[HIGH], 2 + 40 + 12);
	t800_free(c);
}

/* ---- timeslices ---- */

static void
test_timeslice(void **state)
{
	T800 *c = fresh("j:-2");
	Cycles last = 0, shortest = NEVER, longest = 0;
	Word w;

	(void)state;
	set_word(c, OTHER + W_IPTR, CODE);
	process_ready(c, OTHER | LOW);
	w = c->r.wptr;
	for (int changes = 0; changes < 20;) {
		go(c, 7);
		if (c->r.wptr == w)
			continue;
		w = c->r.wptr;
		changes++;
		if (changes > 1) {
			Cycles length = c->r.cycles - last;

			shortest = length < shortest ? length : shortest;
			longest = length > longest ? length : longest;
		}
		last = c->r.cycles;
	}
	assert_true(shortest > SLICE - 10);
	assert_true(longest < 2 * SLICE + 10);
	t800_free(c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_latency),
		cmocka_unit_test(test_latency_message),
		cmocka_unit_test(test_message_takes_its_time),
		cmocka_unit_test(test_break_is_accounted),
		cmocka_unit_test(test_timeslice),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("preempt", tests, NULL, NULL);
}
