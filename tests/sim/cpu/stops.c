/*
 * Why a node stops: every undefined operation of every chip, accesses and jumps outside memory,
 * Error, endless lists.
 */
#include "alone.h"

enum { FPENTRY_CODE = 0xAB };

/* legal: does the chip have the operation (or the entry of the floating-point unit)? */
static bool
legal(Word code, bool entry, Chip chip)
{
	for (int i = 0; i < NINSTRUCTIONS; i++)
		if (instructions[i].kind == (entry ? IS_ENTRY : IS_OPER)
			&& instructions[i].code == code)
			return instructions[i].chips >> chip & 1;
	return false;
}

static void
try_operation(T800 *c, Word code, bool entry)
{
	char *text = entry ? xasprintf("ldc:%u fpentry", code) : xasprintf("opr:%u", code);
	bool told = !entry && code == 0x17C && (c->chip == CHIP_T414 || c->chip == CHIP_T800
		|| c->chip == CHIP_T212 || c->chip == CHIP_T222);
	Addr low = lowest_address(c->chip) - MOSTNEG;
	bool expected = (!told && !legal(entry ? FPENTRY_CODE : code, false, c->chip))
		|| (entry && !legal(code, true, c->chip));
	Addr at;

	node_start(c, low + CODE, low + WORKSPACE, LOW);
	c->r.areg = c->r.breg = c->r.creg = low + DATA;
	at = code_put(c, low + CODE, text);
	for (int i = 0; i < 10; i++)
		at = code_put(c, at, "ldc:0");
	t800_run(c, c->r.cycles + 1);
	if ((c->stop == STOP_ILLEGAL) != expected)
		fail_msg("%s on chip %d: %s", text, c->chip, stop_text(c->stop));
	if (expected && !entry)
		assert_int_equal(c->fault, code);
	free(text);
}

static void
test_operations(void **state)
{
	(void)state;
	for (int chip = 0; chip < NCHIPS; chip++) {
		T800 *c = new_node(chip, UNMAPPED_STOP);

		for (Word code = 0; code < 0x400; code++)
			if (code != FPENTRY_CODE)
				try_operation(c, code, false);
		for (Word code = 0; code < 0x200; code++)
			try_operation(c, code, true);
		if (!is_16bit(chip)) {
			try_operation(c, 0x7FFFFFFF, false);
			try_operation(c, 0xFFFFFFFF, false);
		}
		t800_free(c);
	}
}

static void
stops(const char *code, Unmapped unmapped, Stop why, Addr fault)
{
	T800 *c = new_node(CHIP_T800, unmapped);

	node_start(c, CODE, WORKSPACE, LOW);
	code_put(c, CODE, code);
	go(c, 100000000);
	if (c->stop != why)
		fail_msg("%s: %s", code, stop_text(c->stop));
	assert_int_equal(c->fault, fault);
	t800_free(c);
}

static void
test_stops(void **state)
{
	(void)state;
	stops("ldc:0x100 ldnl:0 " END, UNMAPPED_STOP, STOP_OUTSIDE, 0x100);
	stops("ldc:0x100 ldnl:0 " END, UNMAPPED_FLOAT, STOP_ILLEGAL, UNDEFINED);
	stops("ldc:1 ldc:0x100 stnl:0 " END, UNMAPPED_STOP, STOP_OUTSIDE, 0x100);
	stops("ldc:0x101 lb " END, UNMAPPED_STOP, STOP_OUTSIDE, 0x101);
	stops("ldc:0x101 sb " END, UNMAPPED_STOP, STOP_OUTSIDE, 0x101);
	stops("ldc:0x100 gcall", UNMAPPED_FLOAT, STOP_OUTSIDE, 0x100);
	stops("ldc:0x100 gajw ret", UNMAPPED_STOP, STOP_OUTSIDE, 0x100);
	stops("mint ldc:0x100 ldc:4 move", UNMAPPED_STOP, STOP_OUTSIDE, 0x100);
	stops("ldc:0x100 mint ldnlp:0x100 ldc:4 move", UNMAPPED_STOP, STOP_OUTSIDE, 0x100);
	stops("mint ldnlp:0x100 mint ldc:0x10000 move", UNMAPPED_STOP, STOP_OUTSIDE,
		MOSTNEG + MEMORY);
	stops("ldc:0x100 mint ldnlp:1 ldc:4 out", UNMAPPED_STOP, STOP_OUTSIDE, 0x100);
	stops("ldc:0x100 runp stopp", UNMAPPED_STOP, STOP_OUTSIDE, 0xFC);
	stops("sethalterr seterr", UNMAPPED_STOP, STOP_ERROR, CODE + 4);
}

/* A timer queue that leads back into itself: inserting, removing and expiring end. */
static void
test_hang(void **state)
{
	static const char *const code[] = {
		"ldc:1000 tin",               /* insert */
		"ldc:0 ldc:1 ldc:0 dist",     /* remove */
	};

	(void)state;
	for (int i = 0; i < 2; i++) {
		T800 *c = fresh(code[i]);

		set_word(c, TPTRLOC1, OTHER);
		set_word(c, OTHER + W_TLINK, OTHER);
		set_word(c, OTHER + W_TIME, 500);
		set_word(c, WORKSPACE + W_TLINK, OTHER);
		c->tvalid[LOW] = true;
		c->tnext[LOW] = 500;
		go(c, 1000);
		assert_int_equal(c->stop, STOP_HANG);
		t800_free(c);
	}
}

/* Expiry from a queue without end: a head whose time is always past, on a bus that floats. */
static void
test_hang_expiry(void **state)
{
	T800 *c = new_node(CHIP_T800, UNMAPPED_FLOAT);

	(void)state;
	node_start(c, CODE, WORKSPACE, LOW);
	code_put(c, CODE, "ldc:5 sttimer j:-2");
	set_word(c, TPTRLOC0, 0x100);
	c->tvalid[HIGH] = true;
	c->tnext[HIGH] = -1;
	go(c, 1000);
	assert_int_equal(c->stop, STOP_HANG);
	t800_free(c);
}

/* A node that has stopped stays as it is. */
static void
test_stopped_stays(void **state)
{
	T800 *c = fresh("ldc:1 " END);
	Regs r;

	(void)state;
	go(c, 1000);
	r = c->r;
	go(c, 1000);
	assert_memory_equal(&r, &c->r, sizeof r);
	t800_free(c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_operations),
		cmocka_unit_test(test_stops),
		cmocka_unit_test(test_hang),
		cmocka_unit_test(test_hang_expiry),
		cmocka_unit_test(test_stopped_stays),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("stops", tests, NULL, NULL);
}
