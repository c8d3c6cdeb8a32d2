/*
 * arena.c - memory from an arena is zeroed, aligned, does not overlap other blocks, and keeps its
 * contents when it grows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"

#include <string.h>

enum { PIECES = 2000, ELEMENTS = 20000 };

static void
pieces_are_apart(void **state)
{
	static uint8_t *piece[PIECES];
	Arena a = {0};

	(void)state;
	for (int i = 0; i < PIECES; i++) {
		size_t size = i * 7 % 5000; /* small ones, and those with a block of their own */

		piece[i] = arena_alloc(&a, size, 1);
		assert_int_equal((uintptr_t)piece[i] % _Alignof(max_align_t), 0);
		for (size_t k = 0; k < size; k++)
			assert_int_equal(piece[i][k], 0);
		memset(piece[i], i, size);
	}
	for (int i = 0; i < PIECES; i++)
		for (int k = 0; k < i * 7 % 5000; k++)
			assert_int_equal(piece[i][k], i & 255);
	arena_free(&a);
	assert_null(a.large);
	assert_null(a.chunk);
}

static void
texts_end(void **state)
{
	Arena a = {0};
	char *s = arena_strndup(&a, "abcdef", 3), *empty = arena_strndup(&a, s, 0);

	(void)state;
	assert_string_equal(s, "abc");
	assert_string_equal(empty, "");
	arena_free(&a);
}

/* Two arrays that grow in turns, over the size at which they get blocks of their own. */
static void
arrays_grow(void **state)
{
	Arena a = {0};
	uint32_t *x = NULL, cap = 0;
	uint64_t *y = NULL;

	(void)state;
	for (uint32_t i = 0; i < ELEMENTS; i++) {
		x = arena_grow(&a, x, i, &cap, sizeof *x);
		assert_true(cap > i);
		x[i] = i;
		y = arena_more(&a, y, i, sizeof *y);
		assert_int_equal(y[i], 0);
		y[i] = 3 * i;
	}
	for (uint32_t i = 0; i < ELEMENTS; i++) {
		assert_int_equal(x[i], i);
		assert_int_equal(y[i], 3 * i);
	}
	arena_free(&a);
}

static void
old_arrays_stay(void **state)
{
	Arena a = {0};
	int *old = arena_more(&a, NULL, 0, sizeof *old), *new;

	(void)state;
	*old = 7;
	new = arena_more(&a, old, 1, sizeof *new);
	new[0] = 8;
	assert_int_equal(*old, 7);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_apart),
		cmocka_unit_test(texts_end),
		cmocka_unit_test(arrays_grow),
		cmocka_unit_test(old_arrays_stay),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
