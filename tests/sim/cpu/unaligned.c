/*
 * Words at addresses that are not multiples of four: which instructions are noted, at which place
 * and how often, and that the word that contains the byte is taken.
 */
#include "alone.h"

/* notes: run the code; check how many places there are. */
static T800 *
notes(const char *code, uint32_t nplaces)
{
	char *text = xasprintf(code, DATA);
	T800 *c = fresh(text);

	go(c, 10000);
	if (c->unaligned.nplaces != nplaces)
		fail_msg("%s: %u places, not %u", text, c->unaligned.nplaces, nplaces);
	free(text);
	return c;
}

static void
is_noted(const char *code, uint32_t distance, Addr instruction, uint64_t count)
{
	T800 *c = notes(code, 1);
	const UnalignedPlace *p = &c->unaligned.place[0];

	assert_int_equal(p->address, DATA + distance);
	if (p->instruction != instruction || p->count != count)
		fail_msg("%s: at %08x before instruction %u", code, p->instruction,
			(unsigned)p->count);
	assert_int_equal(p->wdesc, WORKSPACE | LOW);
	assert_int_equal(p->naccesses, 1);
	assert_int_equal(c->unaligned.nothers, 0);
	t800_free(c);
}

static void
is_clean(const char *code)
{
	t800_free(notes(code, 0));
}

static void
test_instructions(void **state)
{
	enum { LDC = 8 }; /* bytes of the instruction that loads DATA */

	(void)state;
	is_noted("ldc:%d adc:1 ldnl:0 stopp", 1, CODE + LDC + 1, 2);
	is_noted("ldc:%d adc:2 ldnl:3 stopp", 14, CODE + LDC + 1, 2);
	is_noted("ldc:7 ldc:%d adc:3 stnl:0 stopp", 3, CODE + LDC + 2, 3);
	is_noted("ldc:%d adc:1 fpldnlsn stopp", 1, CODE + LDC + 1, 2);
	is_noted("ldc:%d adc:2 fpldnldb stopp", 2, CODE + LDC + 1, 2);
	is_noted("fpldzerosn ldc:%d adc:3 fpstnlsn stopp", 3, CODE + LDC + 3, 3);
	is_noted("fpldzerodb ldc:%d adc:1 fpstnldb stopp", 1, CODE + LDC + 3, 3);
	is_clean("ldc:%d ldnl:1 stopp");
	is_clean("ldc:7 ldc:%d stnl:1 stopp");
	is_clean("ldc:%d adc:1 lb stopp");
	is_clean("ldc:7 ldc:%d adc:3 sb stopp");
	is_clean("ldc:%d adc:4 fpldnldb stopp");
}

/* The word that contains the byte is stored, as the chip does it. */
static void
test_effect(void **state)
{
	T800 *c = notes("ldc:7 ldc:%d adc:3 stnl:0 stopp", 1);

	(void)state;
	assert_int_equal(get32(c->r.mem + (DATA - MOSTNEG)), 7);
	assert_int_equal(get32(c->r.mem + (DATA - MOSTNEG) + 4), 0);
	t800_free(c);
}

/* A loop is one place; only the first places are kept, the other accesses are counted. */
static void
test_many(void **state)
{
	T800 *c = notes("ldc:5 stl:1 ldc:%d adc:1 ldnl:0 ldl:1 adc:-1 stl:1 ldl:1 cj:2 j:-18 stopp", 1);
	Buf code = {0};

	(void)state;
	assert_int_equal(c->unaligned.place[0].naccesses, 5);
	t800_free(c);
	buf_printf(&code, "ldc:%%d adc:1 stl:1");
	for (int i = 0; i < UNALIGNED_PLACES + 3; i++)
		buf_printf(&code, " ldl:1 ldnl:%d", i);
	buf_printf(&code, " stopp");
	buf_byte(&code, 0);
	c = notes((char *)code.data, UNALIGNED_PLACES);
	assert_int_equal(c->unaligned.nothers, 3);
	t800_reset(c, false);
	assert_int_equal(c->unaligned.nplaces, 0);
	t800_free(c);
	buf_free(&code);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_instructions),
		cmocka_unit_test(test_effect),
		cmocka_unit_test(test_many),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("unaligned", tests, NULL, NULL);
}
