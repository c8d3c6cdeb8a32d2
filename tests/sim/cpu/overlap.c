/*
 * overlap.c - move and the two-dimensional moves with overlapping source and destination, against a
 * model of the order that docs/machine.md documents: rows in order; in each row the words of the
 * destination upwards, each written when its bytes have been read. Interpreted, translated, and
 * interrupted by a process of high priority.
 *
 * Arguments: the number of cases; the seed.
 */
#include "alone.h"
#include "sim/cpu/translate.h"
#include "tests/random.h"

enum {
	AREA = 256,            /* bytes that the blocks lie in */
	FIRST = DATA - MOSTNEG, /* the first of them */
};

/* One move: rows of n bytes; move has one row. */
typedef struct Case {
	int what; /* index of moves[] */
	Word n, rows, from, to, from_stride, to_stride;
} Case;

static bool
all(uint8_t byte)
{
	(void)byte;
	return true;
}

static bool
nonzero(uint8_t byte)
{
	return byte != 0;
}

static bool
zero(uint8_t byte)
{
	return byte == 0;
}

static const struct {
	const char *name;
	bool (*moves)(uint8_t byte);
} moves[] = {
	{"move", all},
	{"move2dall", all},
	{"move2dnonzero", nonzero},
	{"move2dzero", zero},
};

static uint64_t cases = 3000, seed = 1;
static T800 *node, *translated; /* the second: NULL where nothing is translated */

/* model_row: a row in a copy of the memory. */
static void
model_row(uint8_t *mem, const Case *k, Word from, Word to)
{
	for (Word word = to & ~3u; word < to + k->n; word += 4) {
		uint8_t bytes[4];

		for (Word i = 0; i < 4; i++)
			bytes[i] = mem[from + word + i - to];
		for (Word i = 0; i < 4; i++)
			if (word + i >= to && word + i < to + k->n && moves[k->what].moves(bytes[i]))
				mem[word + i] = bytes[i];
	}
}

static void
model(uint8_t *mem, const Case *k)
{
	for (Word row = 0; row < k->rows; row++)
		model_row(mem, k, k->from + row * k->from_stride, k->to + row * k->to_stride);
}

/* draw: a case whose blocks lie in the area, mostly near each other. */
static Case
draw(void)
{
	Case k = {.what = random_below(&seed, 4)};
	Word room;

	k.rows = k.what == 0 ? 1 : 1 + random_below(&seed, 5);
	k.n = 1 + random_below(&seed, 30);
	k.from_stride = random_below(&seed, 32);
	k.to_stride = random_below(&seed, 4) ? random_below(&seed, 32) : k.from_stride;
	room = AREA - 32 * (k.rows - 1) - k.n;
	k.from = FIRST + random_below(&seed, room);
	k.to = FIRST + random_below(&seed, room);
	if (random_below(&seed, 3))
		k.to = k.from - FIRST < room - 9 ? k.from + random_below(&seed, 9) : k.from - 3;
	return k;
}

static void
put_program(T800 *c, const Case *k)
{
	Addr at = CODE;
	char text[200];

	for (int i = 0; i < UNIT_MIN; i++)
		at = code_put(c, at, "ajw:0");
	if (k->what > 0) {
		snprintf(text, sizeof text, "ldc:%u ldc:%u ldc:%u move2dinit", k->from_stride,
			k->to_stride, k->rows);
		at = code_put(c, at, text);
	}
	snprintf(text, sizeof text, "mint adc:%u mint adc:%u ldc:%u %s " END, k->from, k->to, k->n,
		moves[k->what].name);
	code_put(c, at, text);
}

/* execute: run the move; if interrupted, a process of high priority runs again and again. */
static void
execute(T800 *c, const Case *k, const uint8_t *area, bool interrupted)
{
	node_start(c, CODE, WORKSPACE, LOW);
	put_program(c, k);
	memcpy(memory(c, DATA), area, AREA);
	code_note_change(c);
	if (interrupted) {
		code_put(c, HIGH_CODE, "ldtimer adc:4 tin j:-7");
		set_word(c, HIGH_WORKSPACE + W_IPTR, HIGH_CODE);
		process_ready(c, HIGH_WORKSPACE | HIGH);
		process_reschedule(c);
	}
	go(c, 100000);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	assert_int_equal(c->fault, UNDEFINED);
}

static void
compare(T800 *c, const Case *k, const uint8_t *area, const uint8_t *expected)
{
	for (int interrupted = 0; interrupted < 2; interrupted++) {
		execute(c, k, area, interrupted);
		if (memcmp(memory(c, DATA), expected + FIRST, AREA) != 0)
			fail_msg("%s%s: %u rows of %u bytes, %u (stride %u) to %u (stride %u)",
				moves[k->what].name, c == translated ? ", translated" : "", k->rows,
				k->n, k->from, k->from_stride, k->to, k->to_stride);
	}
}

static void
test_overlap(void **state)
{
	static uint8_t mem[MEMORY];
	uint8_t area[AREA];
	uint64_t changed = 0;

	(void)state;
	for (uint64_t i = 0; i < cases; i++) {
		Case k = draw();

		for (int j = 0; j < AREA; j++)
			area[j] = random_below(&seed, 3) ? random_next(&seed) : 0;
		memcpy(mem + FIRST, area, AREA);
		model(mem, &k);
		changed += memcmp(mem + FIRST, area, AREA) != 0;
		compare(node, &k, area, mem);
		if (translated)
			compare(translated, &k, area, mem);
	}
	assert_in_range(changed, cases * 3 / 4, cases);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {cmocka_unit_test(test_overlap)};
	Translator *translator = translator_new(1);
	int failed;

	node = new_node(CHIP_T800, UNMAPPED_STOP);
	if (translator) {
		translated = new_node(CHIP_T800, UNMAPPED_STOP);
		translator_join(translator, translated);
	}
	failed = random_main(argc, argv, &cases, &seed, 100, tests, 1);
	t800_free(node);
	if (translator) {
		translator_leave(translated);
		t800_free(translated);
		translator_free(translator);
	}
	return failed;
}
