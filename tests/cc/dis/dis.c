/* dis.c - disassembled code assembles to the same bytes. */

#include "cc/as/as.h"
#include "cc/dis/dis.h"
#include "cc/image/image.h"
#include "cc/isa/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_BYTES = 3000, ROUNDS = 400 };

static uint32_t seed;

static uint32_t
next(uint32_t n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % n;
}

static void
round_trip(const uint8_t *data, size_t n, Addr base, Chip chip)
{
	Buf text = {0}, again;
	Image im = {0};

	dis_bytes(data, n, base, chip, &text);
	as_image(&im, "dis", (char *)text.data, text.len, NULL);
	assert_int_equal(im.chip, chip);
	assert_int_equal(image_base(&im), base);
	again = image_flat(&im, base);
	if (again.len != n || memcmp(again.data, data, n) != 0) {
		fwrite(text.data, 1, text.len, stderr);
		fail_msg("%zu bytes are not the same when assembled again", n);
	}
	buf_free(&text);
	buf_free(&again);
	image_free(&im);
}

/* random_bytes: bytes out of the given choice, or any bytes if there is none. */
static void
random_bytes(const uint8_t *choice, size_t nchoice)
{
	static uint8_t data[MAX_BYTES];
	size_t n;

	for (int i = 0; i < ROUNDS; i++) {
		n = 1 + next(i % 8 ? 100 : MAX_BYTES);
		for (size_t k = 0; k < n; k++)
			data[k] = nchoice ? choice[next(nchoice)] : next(256);
		Addr offset = 4 * next(100);
		Chip chip = next(NCHIPS);

		round_trip(data, n, lowest_address(chip) + offset, chip);
	}
}

static void
any_bytes(void **state)
{
	(void)state;
	seed = 1;
	random_bytes(NULL, 0);
}

static void
prefixes(void **state)
{
	static const uint8_t choice[] = {0x20, 0x60, 0x21, 0x61, 0x2F, 0x6F, 0x40, 0x4F, 0xF5};

	(void)state;
	seed = 2;
	random_bytes(choice, sizeof choice);
}

static void
branches(void **state)
{
	static const uint8_t choice[] = {0x00, 0x01, 0x0F, 0xA2, 0xA8, 0x90, 0x9F,
					 0x20, 0x21, 0x60, 0x61, 0x6F, 0x22, 0xF0};

	(void)state;
	seed = 3;
	random_bytes(choice, sizeof choice);
}

static void
operations(void **state)
{
	static const uint8_t choice[] = {0x41, 0x42, 0x4B, 0x21, 0x22, 0x29, 0x2A,
					 0x2F, 0xFB, 0xFC, 0x27, 0xF1, 0xF0};

	(void)state;
	seed = 4;
	random_bytes(choice, sizeof choice);
}

/*
 * A branch back over 254 bytes fits into two bytes; written in three, as it would have to be if it
 * were that long itself, it must not be shortened.
 */
static void
a_branch_that_is_long_for_itself(void **state)
{
	uint8_t data[300] = {0};
	size_t n;

	(void)state;
	n = 254 + instr_encode(data + 254, FN_J, -257);
	assert_int_equal(n, 257);
	round_trip(data, n, 0x80000070, CHIP_T800);
}

static void
images(void **state)
{
	static const char source[] =
		".chip T805\n.base 0x80001000\n.global f, \"odd name\"\n.type f, function\n"
		"f: call g\n ldpi v\n cj f\n .size f, . - f\n \"odd name\": g: j f\n .byte 1\n "
		"_start: ret\n"
		".section .rodata\nc: .asciz \"text\"\n .word f + 1, v, v - f\n"
		".data\n .align 64\nv: .word v, c\n .byte 1, 2, 3\n .bss\n .align 32\nx: .space "
		"40\n"
		"y: .space 3\nk = 0x1234\n";
	Image a = {0}, b = {0};
	Buf text = {0}, fa, fb;

	(void)state;
	as_image(&a, "source", source, strlen(source), NULL);
	dis_image(&a, &text);
	as_image(&b, "dis", (char *)text.data, text.len, NULL);
	fa = image_flat(&a, image_base(&a));
	fb = image_flat(&b, image_base(&b));
	assert_int_equal(fa.len, fb.len);
	assert_memory_equal(fa.data, fb.data, fa.len);
	assert_int_equal(image_end(&a), image_end(&b));
	assert_int_equal(a.entry, b.entry);
	assert_int_equal(a.nrelocs, b.nrelocs);
	assert_memory_equal(a.relocs, b.relocs, a.nrelocs * sizeof *a.relocs);
	assert_int_equal(a.nsymbols, b.nsymbols);
	for (size_t i = 0; i < a.nsymbols; i++) {
		assert_string_equal(a.symbols[i].name, b.symbols[i].name);
		assert_int_equal(a.symbols[i].addr, b.symbols[i].addr);
		assert_int_equal(a.symbols[i].size, b.symbols[i].size);
		assert_int_equal(a.symbols[i].kind, b.symbols[i].kind);
		assert_int_equal(a.symbols[i].global, b.symbols[i].global);
	}
	buf_free(&text);
	buf_free(&fa);
	buf_free(&fb);
	image_free(&a);
	image_free(&b);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_bytes),
		cmocka_unit_test(prefixes),
		cmocka_unit_test(branches),
		cmocka_unit_test(operations),
		cmocka_unit_test(a_branch_that_is_long_for_itself),
		cmocka_unit_test(images),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
