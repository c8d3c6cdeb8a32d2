/*
 * The operations of each chip, executed one by one, compared with the list in INMOS's own compiler
 * (chips.txt); how programs find out on which chip they run; the node option undefined=.
 */
#include "alone.h"

#include "base/files.h"

static const char *const chips[NCHIPS] = {
#define X(name) [CHIP_##name] = #name,
	CHIPS(X)
#undef X
};

/*
 * Production-test operations of which only the name is published; they are undefined operations
 * here.
 */
static bool
unpublished(const char *name)
{
	return strcmp(name, "testhardchan") == 0 || strcmp(name, "fpsttest") == 0
		|| strcmp(name, "fpldtest") == 0;
}

/* place: an address of a node with words of 32 bits, as the same offset on this node. */
static Addr
place(const T800 *c, Addr a)
{
	return lowest_address(c->chip) + (a - MOSTNEG);
}

/* executes: does the node continue after the instruction? */
static bool
executes(T800 *c, const char *name)
{
	Addr at;

	node_start(c, place(c, CODE), place(c, WORKSPACE), LOW);
	c->r.areg = c->r.breg = c->r.creg = place(c, DATA);
	if (strcmp(name, "fpentry") == 0)
		c->r.areg = instruction("fpurz")->code;
	at = code_put(c, place(c, CODE), name);
	for (int i = 0; i < 10; i++)
		at = code_put(c, at, "ldc:0");
	t800_run(c, c->r.cycles + 1);
	return c->stop != STOP_ILLEGAL;
}

/* told: some chips do not have lddevid, and execute it in their own way. */
static bool
told(const char *name, int chip)
{
	return strcmp(name, "lddevid") == 0 && (chip == CHIP_T414 || chip == CHIP_T800
		|| chip == CHIP_T212 || chip == CHIP_T222);
}

static void
check_row(T800 *const nodes[], const char *name, const char *on)
{
	for (int i = 0; i < NCHIPS; i++)
		if (executes(nodes[i], name) != (strstr(on, chips[i]) || told(name, i)))
			fail_msg("%s on a %s: %s", name, chips[i], stop_text(nodes[i]->stop));
}

static void
test_table(void **state)
{
	Buf b = file_read("tests/sim/cpu/chips.txt", 1 << 16);
	T800 *nodes[NCHIPS];
	bool found[NINSTRUCTIONS] = {false};
	char *rest, *line;

	(void)state;
	for (int i = 0; i < NCHIPS; i++)
		nodes[i] = new_node(i, UNMAPPED_STOP);
	buf_byte(&b, 0);
	rest = (char *)b.data;
	while ((line = strsep(&rest, "\n"))) {
		char *on = strchr(line, ' ');

		if (*line == '#' || !on)
			continue;
		*on++ = '\0';
		if (unpublished(line))
			assert_null(instruction(line));
		else
			check_row(nodes, line, on);
		if (instruction(line))
			found[instruction(line) - instructions] = true;
	}
	for (int i = 0; i < NINSTRUCTIONS; i++) /* the functions are on all chips */
		if (!found[i] && instructions[i].kind != IS_DIRECT)
			fail_msg("no row of %s: tests/sim/cpu/chips.txt", instructions[i].name);
	for (int i = 0; i < NCHIPS; i++)
		t800_free(nodes[i]);
	buf_free(&b);
}

/* local: the word of the workspace with this number. */
static Word
local(T800 *c, int n)
{
	return t800_get(c, memory(c, place(c, WORKSPACE) + n * chip_word_bytes(c->chip)));
}

/* INMOS's programs distinguish all chips by one sequence: its two results. */
static void
test_probe(void **state)
{
	static const struct {
		Chip chip;
		int32_t top, next;
	} expected[] = {
		{CHIP_T414, 0, -19}, {CHIP_T800, -19, -7}, {CHIP_T425, 0, 0},
		{CHIP_T805, 10, 0}, {CHIP_T801, 20, 0}, {CHIP_T400, 50, 0},
		{CHIP_T225, 40, 0}, {CHIP_T212, 0, -19}, {CHIP_T222, 0, -19},
	};

	(void)state;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		T800 *c = new_node(expected[i].chip, UNMAPPED_STOP);

		node_start(c, place(c, CODE), place(c, WORKSPACE), LOW);
		code_put(c, place(c, CODE), "ldc:-7 ldc:-19 ldc:0 lddevid stl:5 stl:4 " END);
		go(c, 100);
		assert_int_equal(local(c, 5), (Word)expected[i].top);
		assert_int_equal(local(c, 4), (Word)expected[i].next);
		assert_int_equal(c->stop, STOP_ILLEGAL);
		assert_int_equal(c->fault, UNDEFINED);
		t800_free(c);
	}
}

/* INMOS's bootstrap executes fptesterr on every chip whose MemStart is 80000070. */
static void
test_bootstrap(void **state)
{
	(void)state;
	for (int chip = 0; chip < NCHIPS; chip++) {
		T800 *c = new_node(chip, UNMAPPED_STOP);

		node_start(c, place(c, CODE), place(c, WORKSPACE), LOW);
		code_put(c, place(c, CODE), "ldc:7 fptesterror stl:1 stl:2 " END);
		go(c, 100);
		assert_int_equal(c->stop, STOP_ILLEGAL);
		if (memstart(chip) == 0x80000070) {
			assert_int_equal(word_at(c, WORKSPACE + 4), 1);
			assert_int_equal(word_at(c, WORKSPACE + 8), 7);
		} else {
			assert_int_equal(c->fault, 0x9C);
		}
		t800_free(c);
	}
}

/* The number of an fpentry operation is not an operation code: 0x17C is unknown on all chips. */
static void
test_entry(void **state)
{
	T800 *c = new_node(CHIP_T800, UNMAPPED_STOP);

	(void)state;
	node_start(c, CODE, WORKSPACE, LOW);
	code_put(c, CODE, "ldc:0x17c fpentry");
	go(c, 100);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	assert_int_equal(c->fault, 0x17C);
	t800_free(c);
}

static void
test_ignore(void **state)
{
	NodeSpec spec = {.name = "n",
		.chip = CHIP_T414,
		.khz = 20000,
		.mem = MEMORY,
		.onchip = PAGE,
		.undefined = UNDEFINED_IGNORE};
	T800 *c = t800_new(&spec);

	(void)state;
	node_start(c, CODE, WORKSPACE, LOW);
	code_put(c, CODE, "ldc:1 ldc:2 ldc:3 " END " fpadd fpusqrtfirst stl:1 stl:2 j:-2");
	go(c, 100);
	assert_int_equal(c->stop, STOP_NONE);
	/* fpusqrtfirst is ldc 1 and fpentry, and a T414 ignores fpentry */
	assert_int_equal(word_at(c, WORKSPACE + 4), 1);
	assert_int_equal(word_at(c, WORKSPACE + 8), 3);
	t800_free(c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_probe),
		cmocka_unit_test(test_bootstrap),
		cmocka_unit_test(test_entry),
		cmocka_unit_test(test_ignore),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("chips", tests, NULL, NULL);
}
