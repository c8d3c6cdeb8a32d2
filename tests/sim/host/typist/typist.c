/*
 * typist.c - the typist against a model that has the whole output and searches each text behind the
 * one before it.
 */
#define _GNU_SOURCE /* memmem */
#include "sim/host/typist/typist.h"
#include "tests/random.h"

#include <string.h>

enum { MOST_RULES = 4, MOST_TEXT = 6, MOST_OUTPUT = 60 };

static uint64_t count = 20000, first = 1;

/* draw_text: few letters, so that texts begin within themselves; each as itself or escaped. */
static void
draw_text(uint64_t *seed, uint32_t most, Buf *text, Buf *value)
{
	static const char letters[] = "ab=\\\r";
	static const char *const written[] = {"a", "b", "\\=", "\\\\", "\\r"};

	for (uint32_t n = random_below(seed, most + 1); n > 0; n--) {
		uint32_t i = random_below(seed, random_below(seed, 3) ? 2 : 5);

		buf_byte(text, letters[i]);
		if (random_below(seed, 4) == 0)
			buf_printf(value, random_below(seed, 2) ? "\\x%02x" : "\\x%02X",
				letters[i]);
		else
			buf_printf(value, "%s", written[i]);
	}
}

/* model: append what is typed to `typed`. Returns the number of rules that have typed. */
static uint32_t
model(const TypeRule *rules, uint32_t n, const Buf *output, Buf *typed)
{
	const uint8_t *from = output->data, *end = output->data + output->len;

	for (uint32_t i = 0; i < n; i++) {
		const Buf *expected = &rules[i].expected, *text = &rules[i].text;
		const uint8_t *at = expected->len
			? memmem(from, end - from, expected->data, expected->len) : from;

		if (!at)
			return i;
		from = at + expected->len;
		buf_put(typed, text->data, text->len);
	}
	return n;
}

/* see_pieces: the output in pieces; between them something is read. */
static void
see_pieces(uint64_t *seed, Typist *t, const Buf *output, Buf *got)
{
	uint8_t bytes[8];
	size_t at = 0;

	do {
		size_t n = random_below(seed, 8), have;

		n = n < output->len - at ? n : output->len - at;
		typist_see_output(t, output->data + at, n);
		at += n;
		while ((have = typist_read(t, bytes, 1 + random_below(seed, 8))) > 0)
			buf_put(got, bytes, have);
	} while (at < output->len);
}

static void
compare_case(uint64_t number)
{
	uint64_t seed = number;
	uint32_t n = 1 + random_below(&seed, MOST_RULES), passed;
	TypeRule rules[MOST_RULES] = {0};
	Buf values[MOST_RULES] = {0}, output = {0}, wanted = {0}, got = {0}, none = {0};
	TypeOptions o = {0};
	Typist *t;

	for (uint32_t i = 0; i < n; i++) {
		draw_text(&seed, MOST_TEXT, &rules[i].expected, &values[i]);
		buf_byte(&values[i], '=');
		draw_text(&seed, MOST_TEXT, &rules[i].text, &values[i]);
		buf_byte(&values[i], '\0');
		type_option(&o, (char *)values[i].data);
	}
	draw_text(&seed, MOST_OUTPUT, &output, &none);
	buf_byte(&output, 'a');
	t = typist_new(&o);
	passed = model(rules, n, &output, &wanted);
	see_pieces(&seed, t, &output, &got);
	if (got.len != wanted.len || (got.len > 0 && memcmp(got.data, wanted.data, got.len) != 0)
		|| t->next != passed || typist_is_waiting(t) != (passed < n) || typist_unread(t) != 0)
		fail_msg("case %d: %d rules typed, expected %d; %d bytes, expected %d", (int)number,
			(int)t->next, (int)passed, (int)got.len, (int)wanted.len);
	for (uint32_t i = 0; i < n; i++) {
		buf_free(&values[i]);
		buf_free(&rules[i].expected);
		buf_free(&rules[i].text);
	}
	buf_free(&output);
	buf_free(&none);
	buf_free(&wanted);
	buf_free(&got);
	typist_free(t);
	type_options_free(&o);
}

static void
as_the_model(void **state)
{
	(void)state;
	for (uint64_t i = first; i < first + count; i++)
		compare_case(i);
}

/* lines are read one by one; without a typist there are none */
static void
lines(void **state)
{
	uint8_t bytes[10];
	TypeOptions o = {0};
	Typist *t;

	(void)state;
	type_option(&o, "=one\\ntwo");
	t = typist_new(&o);
	assert_int_equal(typist_read(t, bytes, sizeof bytes), 4);
	assert_int_equal(typist_unread(t), 3);
	assert_int_equal(typist_read(t, bytes, 2), 2);
	assert_int_equal(typist_read(t, bytes, 2), 1);
	assert_int_equal(typist_read(t, bytes, 2), 0);
	typist_free(t);
	type_options_free(&o);
	assert_null(typist_new(&o));
	typist_see_output(NULL, bytes, 1);
	assert_int_equal(typist_read(NULL, bytes, 1), 0);
	assert_false(typist_is_waiting(NULL));
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(as_the_model), cmocka_unit_test(lines)};

	return random_main(argc, argv, &count, &first, 20, tests, sizeof tests / sizeof *tests);
}
