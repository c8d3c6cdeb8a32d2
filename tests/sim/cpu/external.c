/*
 * The cost of external memory (processor.md, section 6): e extra cycles per access; code fetches as
 * far as execution does not hide them; jumps, block moves, scheduling.
 */
#include "code.h"

enum {
	CODE = 0x80000100,
	WORKSPACE = 0x80000300,
	DATA = 0x80000400,
	EXTERNAL = 0x80002000,
	MEMORY = 64 << 10,
	END_CYCLES = 2, /* its two prefixes */
};

static T800 *node;

static void
set_registers(T800 *c, Word a, Word b, Word creg)
{
	c->r.areg = a;
	c->r.breg = b;
	c->r.creg = creg;
}

/* measure: the cycles of code, until the undefined operation after it or until the node is idle. */
static Cycles
measure(T800 *c, const char *code)
{
	Cycles from = c->r.cycles;
	Addr at = code_put(c, c->r.iptr, code);

	for (int i = 0; i < 8; i++)
		at = code_put(c, at, END);
	t800_run(c, from + 1000000);
	if (!c->idle && (c->stop != STOP_ILLEGAL || c->fault != UNDEFINED))
		fail_msg("%s: %s at %08x", code, stop_text(c->stop), c->r.iptr);
	return c->r.cycles - from - (c->idle ? 0 : END_CYCLES);
}

/* begin_outside: code, workspace or both in memory with e extra cycles an access. */
static T800 *
begin_outside(Word e, bool code, bool workspace)
{
	T800 *c = node;

	memset(memory(c, CODE), 0, MEMORY - (CODE - MOSTNEG));
	c->r.wait = e;
	node_start(c, code ? EXTERNAL : CODE, workspace ? EXTERNAL + 0x1000 : WORKSPACE, LOW);
	return c;
}

static void
test_external_data(void **state)
{
	(void)state;
	for (Word e = 0; e <= 5; e++) {
		assert_int_equal(measure(begin_outside(e, false, true), "ldl:1"), 2 + e);
		assert_int_equal(measure(begin_outside(e, false, true), "stl:1"), 1 + e);
		assert_int_equal(measure(begin_outside(e, false, true), "ldlp:1 ldnl:1"), 3 + e);
		assert_int_equal(measure(begin_outside(e, false, true), "ldlp:1 lb"), 6 + e);
		assert_int_equal(measure(begin_outside(e, false, true), "ldlp:1 sb"), 6 + e);
		assert_int_equal(measure(begin_outside(e, false, true), "call:3"), 7 + 4 * e);
		assert_int_equal(measure(begin_outside(e, false, false), "ldl:1"), 2);
	}
}

/* Straight code: (e + 1) / 4 a byte, as far as execution does not hide it. */
static void
test_external_straight(void **state)
{
	(void)state;
	for (Word e = 0; e <= 8; e++) {
		T800 *c = begin_outside(e, true, false);
		Addr at = EXTERNAL;
		Cycles from = c->r.cycles, executing = 40 + 12, fetching = 42 * (e + 1) / 4;

		for (int i = 0; i < 40; i++)
			at = code_put(c, at, "ldc:1");
		code_put(c, at, "stopp");
		t800_run(c, from + 100000);
		assert_true(c->idle);
		assert_int_equal(c->r.cycles - from, fetching > executing ? fetching : executing);
	}
	for (Word e = 0; e <= 8; e++) { /* divisions hide the fetching of themselves */
		T800 *c = begin_outside(e, true, false);
		Cycles from = c->r.cycles;

		code_put(c, EXTERNAL, "ldc:1 div div div stopp");
		t800_run(c, from + 100000);
		assert_int_equal(c->r.cycles - from, 1 + 3 * 40 + 12);
	}
}

/* A jump to external code waits for its first word; a jump back costs nothing more. */
static void
test_external_jump(void **state)
{
	(void)state;
	for (Word e = 0; e <= 5; e++) {
		T800 *c = begin_outside(e, false, false);
		Cycles from = c->r.cycles;

		c->r.areg = EXTERNAL;
		code_put(c, CODE, "gcall");
		code_put(c, EXTERNAL, "ldc:1 div stopp");
		t800_run(c, from + 100000);
		assert_int_equal(c->r.cycles - from, 4 + (e + 1) + 1 + 40 + 12);
		c = begin_outside(e, true, false);
		from = c->r.cycles;
		c->r.areg = c->r.breg = c->r.creg = CODE;
		code_put(c, EXTERNAL, "div div gcall");
		code_put(c, CODE, "stopp");
		t800_run(c, from + 100000);
		assert_int_equal(c->r.cycles - from, 80 + 4 + 12);
	}
}

/* A conditional jump ends the stretch also if it is not taken: no division hides what was before. */
static void
test_external_conditional(void **state)
{
	(void)state;
	for (Word e = 0; e <= 8; e++) {
		T800 *c = begin_outside(e, true, false);
		Cycles from = c->r.cycles, executing = 8 + 2, fetching = 9 * (e + 1) / 4;

		code_put(c, EXTERNAL,
			"ldc:1 ldc:1 ldc:1 ldc:1 ldc:1 ldc:1 ldc:1 ldc:1 cj:4 div stopp");
		t800_run(c, from + 100000);
		assert_true(c->idle);
		assert_int_equal(c->r.cycles - from,
			(fetching > executing ? fetching : executing) + 40 + 12);
	}
}

static void
test_external_move(void **state)
{
	(void)state;
	for (Word e = 0; e <= 5; e++) {
		T800 *c = begin_outside(e, false, false);

		set_registers(c, 400, EXTERNAL, EXTERNAL + 0x800);
		assert_int_equal(measure(c, "move"), 1 + 2 * 100 * (1 + e) + 8);
		c = begin_outside(e, false, false);
		set_registers(c, 400, DATA, EXTERNAL);
		assert_int_equal(measure(c, "move"), 1 + 100 * (2 + e) + 8);
		c = begin_outside(e, false, false);
		set_registers(c, 400, EXTERNAL, DATA);
		assert_int_equal(measure(c, "move"), 1 + 100 * (2 + e) + 8);
	}
}

/* A process with an external workspace: e for each word that its start and stop touch. */
static void
test_external_scheduling(void **state)
{
	(void)state;
	for (Word e = 0; e <= 5; e++) {
		T800 *c = begin_outside(e, false, true);

		assert_int_equal(measure(c, "stopp"), 12 + e);
		c = begin_outside(e, false, false); /* front of the queue: Link and Iptr are read */
		c->fptr[LOW] = EXTERNAL;
		c->bptr[LOW] = EXTERNAL + 0x100;
		set_word(c, EXTERNAL + W_IPTR, CODE + 2);
		set_word(c, EXTERNAL + W_LINK, EXTERNAL + 0x100);
		assert_int_equal(measure(c, "stopp"), 12 + 2 * e);
	}
}

/* loop_cycles: an ordinary loop of loads, sums and stores, 100 times. */
static Cycles
loop_cycles(Word e)
{
	T800 *c = begin_outside(e, e > 0, e > 0);
	Cycles from = c->r.cycles;
	Addr body = code_put(c, c->r.iptr, "ldc:0 stl:0 ldc:100 stl:1");
	Addr lend = code_put(c, body,
		"ldl:2 ldl:3 add stl:2 ldl:2 ldc:1 sum stl:4 ldl:0 ldlp:8 wsub "
		"ldnl:0 ldl:5 add stl:5 ldlp:0");
	char *last = xasprintf("ldc:%u lend stopp", lend + 4 - body);

	code_put(c, lend, last);
	free(last);
	t800_run(c, from + 1000000);
	assert_true(c->idle);
	return c->r.cycles - from;
}

/* "at e=2 about 1.5, at e=5 about 2.5 (use only as a sanity check)" */
static void
test_external_factor(void **state)
{
	double inside = loop_cycles(0), two = loop_cycles(2) / inside,
		five = loop_cycles(5) / inside;

	(void)state;
	printf("# a loop outside: %.2f times as long at e=2, %.2f at e=5\n", two, five);
	assert_true(two > 1.3 && two < 1.9);
	assert_true(five > 2.0 && five < 3.0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_external_data),
		cmocka_unit_test(test_external_straight),
		cmocka_unit_test(test_external_jump),
		cmocka_unit_test(test_external_conditional),
		cmocka_unit_test(test_external_move),
		cmocka_unit_test(test_external_scheduling),
		cmocka_unit_test(test_external_factor),
	};
	NodeSpec spec = {
		.name = "n", .chip = CHIP_T800, .khz = 20000, .mem = MEMORY, .onchip = PAGE};
	int failures;

	node = t800_new(&spec);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	failures = cmocka_run_group_tests_name("external", tests, NULL, NULL);
	t800_free(node);
	return failures;
}
