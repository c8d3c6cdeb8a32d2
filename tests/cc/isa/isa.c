/*
 * isa.c - the encoding of instructions: compared with the bytes of the data sheets, and encoded and
 * decoded again.
 */

#include "cc/as/as.h"
#include "cc/dis/dis.h"
#include "cc/image/image.h"
#include "cc/isa/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_ROWS = 256 };

/* A row of data/opcodes.tsv. */
typedef struct Row {
	char kind[16], code[8], bytes[24], name[24];
} Row;

static Row rows[MAX_ROWS];
static size_t nrows;

static int
read_rows(void **state)
{
	FILE *f = fopen("tests/cc/isa/data/opcodes.tsv", "r");
	char line[256];

	(void)state;
	assert_non_null(f);
	assert_non_null(fgets(line, sizeof line, f)); /* the header */
	while (nrows < MAX_ROWS && fgets(line, sizeof line, f)) {
		Row *r = &rows[nrows++];

		assert_int_equal(4, sscanf(line, "%15[^\t]\t%7[^\t]\t%23[^\t]\t%23[^\t\n]", r->kind,
					   r->code, r->bytes, r->name));
	}
	fclose(f);
	return nrows > 150 ? 0 : -1;
}

static const Row *
row_of(const char *name)
{
	for (size_t i = 0; i < nrows; i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

/* assembled: the bytes of one line, in the data sheet's way of writing. */
static void
assembled(const char *source, Chip chip, char *text)
{
	AsOptions o = {.has_chip = true, .chip = chip};
	Image im = {0};
	Buf b;

	as_image(&im, "test", source, strlen(source), &o);
	b = image_flat(&im, image_base(&im));
	assert_true(b.len <= 2 * MAX_INSTR);
	for (size_t i = 0; i < b.len; i++)
		sprintf(text + 3 * i, "%02X%s", b.data[i], i + 1 < b.len ? " " : "");
	buf_free(&b);
	image_free(&im);
}

static void
bytes_are_the_data_sheets(void **state)
{
	char source[64], text[64];

	(void)state;
	for (const Instr *i = instrs; i < instrs + ninstrs; i++) {
		const Row *r = row_of(i->name);

		if (!r) {
			fail_msg("no row of %s: tests/cc/isa/data/opcodes.tsv", i->name);
			return;
		}
		for (Chip c = 0; c < NCHIPS; c++) {
			if (!(i->chips & 1u << c))
				continue;
			sprintf(source, "%s %s", i->name, i->kind == INSTR_DIRECT ? "11" : "");
			assembled(source, c, text);
			if (i->kind == INSTR_DIRECT) {
				assert_int_equal(strlen(text), 2);
				assert_int_equal(text[0], r->bytes[0]);
				assert_int_equal(text[1], 'B');
			} else {
				assert_string_equal(text, r->bytes);
			}
		}
	}
}

static void
every_instruction_is_known(void **state)
{
	static const char *const test_only[] = {"fpldtest", "fpsttest", "testhardchan"};

	(void)state;
	for (size_t i = 0; i < nrows; i++) {
		bool production = false;

		for (size_t k = 0; k < sizeof test_only / sizeof *test_only; k++)
			production |= strcmp(test_only[k], rows[i].name) == 0;
		if (!production && !instr_named(rows[i].name, strlen(rows[i].name)))
			fail_msg("%s is no instruction", rows[i].name);
	}
}

static void
names_come_back(void **state)
{
	char expected[64];
	uint8_t code[2 * MAX_INSTR];
	Buf out = {0};
	size_t n;

	(void)state;
	for (const Instr *i = instrs; i < instrs + ninstrs; i++)
		for (Chip c = 0; c < NCHIPS; c++) {
			if (!(i->chips & 1u << c))
				continue;
			n = instr_encode(code,
					 i->kind == INSTR_DIRECT ? i->code
					 : i->kind == INSTR_OPER ? FN_OPR
								 : FN_LDC,
					 i->kind == INSTR_DIRECT ? 11 : i->code);
			if (i->kind == INSTR_FPENTRY)
				n += instr_encode(code + n, FN_OPR, OPER_FPENTRY);
			out.len = 0;
			dis_bytes(code, n, MOSTNEG, c, &out);
			buf_byte(&out, 0);
			sprintf(expected, "\n\t%s%s", i->name,
				i->kind != INSTR_DIRECT ? "\t"
				: i->code == FN_OPR	? "\t"
							: "\t11\t");
			if (i->kind == INSTR_DIRECT && i->code == FN_OPR)
				continue; /* printed as the operation */
			if (!strstr((char *)out.data, expected))
				fail_msg("%s is printed as %s", i->name, (char *)out.data);
		}
	buf_free(&out);
}

static void
chips_have_their_own(void **state)
{
	static const struct {
		const char *name;
		uint32_t chips;
	} some[] = {
		{"add", ALL},	      {"dup", LATER_CHIPS},
		{"fpadd", ONLY_FP},   {"fpusqrtfirst", ONLY_FP},
		{"lddevid", DEBUG_CHIPS}, {"cflerr", ONLY_T4},
		{"fmul", ALL_32},	      {"move2dall", SINCE_T800},
	};

	(void)state;
	for (size_t i = 0; i < sizeof some / sizeof *some; i++)
		assert_int_equal(instr_named(some[i].name, strlen(some[i].name))->chips,
				 some[i].chips);
	assert_null(instr_named("ad", 2));
	assert_null(instr_named("addd", 4));
	assert_null(instr_by_code(INSTR_OPER, 0x11));
}

/* decoded: what the chip makes of the bytes, by processor.md, section 5. */
static Word
decoded(const uint8_t *code, size_t n)
{
	Word oreg = 0;

	for (size_t i = 0; i < n; i++) {
		oreg |= code[i] & 15;
		if (i + 1 == n)
			break;
		assert_true(code[i] >> 4 == FN_PFIX || code[i] >> 4 == FN_NFIX);
		oreg = (code[i] >> 4 == FN_NFIX ? ~oreg : oreg) << 4;
	}
	return oreg;
}

/* shortest: how many bytes any chain for the operand needs at least. */
static size_t
shortest(int64_t v)
{
	size_t n = 1;

	if (v < 0)
		for (n = 2; v < -(INT64_C(1) << 4 * n); n++)
			;
	else
		for (; v >= INT64_C(1) << 4 * n; n++)
			;
	return n;
}

static void
check_operand(int32_t v)
{
	uint8_t code[MAX_INSTR];
	size_t n = instr_encode(code, FN_LDC, v);

	assert_int_equal(code[n - 1] >> 4, FN_LDC);
	assert_int_equal(decoded(code, n), (Word)v);
	assert_int_equal(n, shortest(v));
	assert_int_equal(n, instr_length(v));
}

static void
operands_come_back(void **state)
{
	Word random = 1;

	(void)state;
	for (int32_t v = -70000; v <= 70000; v++)
		check_operand(v);
	for (int bit = 0; bit < 32; bit++)
		for (int d = -2; d <= 2; d++) {
			check_operand(((Word)1 << bit) + d);
			check_operand(-((Word)1 << bit) + d);
		}
	for (int i = 0; i < 100000; i++)
		check_operand(random = random * 1664525 + 1013904223);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_are_the_data_sheets),
		cmocka_unit_test(every_instruction_is_known),
		cmocka_unit_test(names_come_back),
		cmocka_unit_test(chips_have_their_own),
		cmocka_unit_test(operands_come_back),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, read_rows, NULL);
}
