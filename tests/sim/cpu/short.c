/*
 * The cycles of instructions on words of 16 bits, where they differ from those of 32 bits or depend
 * on operands (docs/t800/processor.md, section 16); the results have a model of their own
 * (model.t). Also the ends of the address space, timers and the registers of an interrupted
 * process.
 */
#include "alone.h"

enum {
	LOW_END = MOSTNEG_16,
	AT = MOSTNEG_16 + 0x100,
	W = MOSTNEG_16 + 0x300,
	BYTES = MOSTNEG_16 + 0x500,
	END_CYCLES = 2, /* its two prefixes */
};

/* measure: the cycles of code on a chip with these registers, without wait states. */
static Cycles
measure(Chip chip, const char *code, Word a, Word b, Word creg)
{
	T800 *c = new_node(chip, UNMAPPED_STOP);
	Cycles n;
	Addr at;

	node_start(c, AT, W, LOW);
	c->r.areg = a;
	c->r.breg = b;
	c->r.creg = creg;
	at = code_put(c, AT, code);
	code_put(c, at, END " " END " " END);
	n = c->r.cycles;
	t800_run(c, n + 100000);
	if (c->stop != STOP_ILLEGAL || c->fault != UNDEFINED)
		fail_msg("%s: %s", code, stop_text(c->stop));
	n = c->r.cycles - n - END_CYCLES;
	t800_free(c);
	return n;
}

static void
test_fixed(void **state)
{
	/* cycles: with those of the prefixes */
	static const struct {
		const char *code;
		Word a, b, c;
		Cycles cycles;
	} rows[] = {
		{"mul", 7, 300, 0, 24}, {"div", 7, 300, 0, 25}, {"rem", 7, 300, 0, 22},
		{"lmul", 7, 300, 1, 18}, {"ldiv", 7, 300, 1, 20}, {"add", 1, 2, 0, 1},
		{"prod", 0x100, 3, 0, 12}, {"prod", 1, 3, 0, 4}, {"prod", -1, 3, 0, 19},
		{"shl", 5, 1, 0, 8}, {"shr", 1000, 1, 0, 1003}, {"xword", 0x80, 1, 0, 5},
		{"bcnt", 3, 0, 0, 3}, {"wcnt", 3, 0, 0, 6}, {"ldl:1", 0, 0, 0, 2},
		{"lb", BYTES, 0, 0, 5}, {"sb", BYTES, 0, 0, 5}, {"csub0", 5, 3, 0, 3},
		{"move", 8, BYTES, BYTES + 0x100, 17}, {"move", 8, BYTES + 1, BYTES + 0x100, 19},
		{"move", 0, BYTES, BYTES + 0x100, 9}, {"mint", 0, 0, 0, 2},
	};
	static const char *const later[] = {"crcword", "crcbyte", "bitrevword"};
	static const Cycles expected[] = {20, 12, 21};

	(void)state;
	for (Chip chip = CHIP_T212; chip <= CHIP_T225; chip++)
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			if (measure(chip, rows[i].code, rows[i].a, rows[i].b, rows[i].c)
				!= rows[i].cycles)
				fail_msg("%s, A %x: %d cycles, not %d", rows[i].code, rows[i].a,
					(int)measure(chip, rows[i].code, rows[i].a, rows[i].b,
						rows[i].c), (int)rows[i].cycles);
	for (int i = 0; i < 3; i++)
		assert_int_equal(measure(CHIP_T225, later[i], 0x1234, 5, 0x1021), expected[i]);
}

static void
test_places(void **state)
{
	(void)state;
	for (Word n = 0; n < 40; n++) {
		Cycles spent = n < 16 ? n + 3 : n < 32 ? n - 12 : 20;

		assert_int_equal(measure(CHIP_T225, "lshl", n, 1, 1), 1 + spent);
		assert_int_equal(measure(CHIP_T225, "lshr", n, 1, 1), 1 + spent);
		assert_int_equal(measure(CHIP_T225, "bitrevnbits", n, 1, 1), 1 + n + 4);
	}
	for (int bit = 0; bit < 32; bit++) {
		Word v = 1u << bit, n = 31 - bit;

		assert_int_equal(measure(CHIP_T222, "norm", (int16_t)v, (int16_t)(v >> 16), 0),
			1 + (n < 16 ? n + 5 : n - 10));
	}
	assert_int_equal(measure(CHIP_T222, "norm", 0, 0, 0), 1 + 3);
	for (int bit = 0; bit < 16; bit++) {
		assert_int_equal(measure(CHIP_T225, "bitcnt", (int16_t)(1 << bit), 0, 0), 1 + 2 + bit);
		assert_int_equal(measure(CHIP_T225, "prod", (int16_t)(1 << bit), 3, 0), 4 + bit);
	}
}

/* The address after #7FFF is #8000; code does not run over the end. */
static void
test_ends(void **state)
{
	T800 *c = new_node(CHIP_T225, UNMAPPED_STOP);

	(void)state;
	node_start(c, AT, W, LOW);
	code_put(c, AT, "ldc:0x7fff ldnlp:1 stl:1 ldc:0x5a ldc:0x7fff sb ldc:0x7fff lb stl:2 " END);
	go(c, 1000);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	assert_int_equal(t800_get(c, memory(c, W + 2)), LOW_END + 1);
	assert_int_equal(c->r.mem[MEMORY - 1], 0x5A);
	assert_int_equal(t800_get(c, memory(c, W + 4)), 0x5A);
	t800_free(c);
}

/* A timer wait over the end of the clock's 16 bits. */
static void
test_timer(void **state)
{
	T800 *c = new_node(CHIP_T222, UNMAPPED_STOP);

	(void)state;
	node_start(c, AT, W, HIGH);
	code_put(c, AT, "ldc:0x7ff0 sttimer ldc:-0x7ff0 tin ldtimer stl:1 " END);
	t800_run(c, c->r.cycles + 10000);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	assert_in_range(t800_get(c, memory(c, W + 2)), (Word)-0x7FEF, (Word)-0x7FE0);
	assert_in_range(c->r.cycles, 33 * 20, 40 * 20);
	t800_free(c);
}

/* interrupted: the clock after a long move, which a process of high priority interrupts or not. */
static Cycles
interrupted(bool yes)
{
	T800 *c = new_node(CHIP_T225, UNMAPPED_STOP);
	Cycles n;

	node_start(c, AT, W, LOW);
	c->r.wait = 5;
	code_put(c, AT, "move " END);
	code_put(c, AT + 0x40, "stopp");
	c->r.areg = 0x5000;
	c->r.breg = LOW_END + 0x2000;
	c->r.creg = LOW_END + 0x8000;
	t800_run(c, c->r.cycles + 100);
	assert_true(c->ereg > 0x10000);
	if (yes) {
		Word iptr = AT + 0x40;

		memcpy(memory(c, W + 0x100 - 2), &iptr, 2);
		process_ready(c, W + 0x100);
		process_reschedule(c);
	}
	t800_run(c, c->r.cycles + 10000000);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	n = c->r.cycles;
	t800_free(c);
	return n;
}

/* The rest of a move that takes more cycles than a word of 16 bits holds. */
static void
test_interrupt(void **state)
{
	(void)state;
	assert_in_range(interrupted(true) - interrupted(false), CYCLES_PREEMPT + CYCLES_RESUME, 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fixed),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_timer),
		cmocka_unit_test(test_interrupt),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("short", tests, NULL, NULL);
}
