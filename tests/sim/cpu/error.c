/*
 * Where Error was set: the instruction with its prefixes, its process and its cause; who found it;
 * that the flag of an interrupted process takes its note with it.
 */
#include "alone.h"

/* rises: run the code; check that Error was set n times since the beginning. */
static T800 *
rises(const char *code, uint32_t n)
{
	T800 *c = fresh(code);

	go(c, 10000);
	if (c->errors.nrises != n)
		fail_msg("%s: Error was set %u times, not %u", code, c->errors.nrises, n);
	return c;
}

static void
is_cause(const char *code, ErrorCause cause, Addr instruction, uint64_t count)
{
	T800 *c = rises(code, 1);
	const ErrorRise *r = error_last(&c->errors);

	assert_true(c->error);
	assert_non_null(r);
	if (r->cause != cause || r->instruction != instruction || r->count != count)
		fail_msg("%s: %s at %08x before instruction %u", code, error_rise_text(r),
			r->instruction, (unsigned)r->count);
	assert_int_equal(r->wdesc, WORKSPACE | LOW);
	assert_int_equal(r->finder, 0);
	t800_free(c);
}

static void
test_causes(void **state)
{
	(void)state;
	is_cause("ldc:1 ldc:0 div stopp", ERROR_BY_ZERO, CODE + 2, 2);
	is_cause("mint ldc:-1 div stopp", ERROR_OVERFLOW, CODE + 4, 2);
	is_cause("ldc:1 ldc:0 rem stopp", ERROR_BY_ZERO, CODE + 2, 2);
	is_cause("ldc:1 ldc:1 ldc:0 ldiv stopp", ERROR_BY_ZERO, CODE + 3, 3);
	is_cause("ldc:1 ldc:1 ldc:1 ldiv stopp", ERROR_OVERFLOW, CODE + 3, 3);
	is_cause("mint mint add stopp", ERROR_OVERFLOW, CODE + 4, 2);
	is_cause("mint ldc:1 sub stopp", ERROR_OVERFLOW, CODE + 3, 2);
	is_cause("mint adc:-1 stopp", ERROR_OVERFLOW, CODE + 2, 1);
	is_cause("mint mint mul stopp", ERROR_OVERFLOW, CODE + 4, 2);
	is_cause("ldc:5 ldc:3 csub0 stopp", ERROR_INDEX, CODE + 2, 2);
	is_cause("ldc:0 ldc:3 ccnt1 stopp", ERROR_INDEX, CODE + 2, 2);
	is_cause("ldc:200 ldc:128 cword stopp", ERROR_RANGE, CODE + 4, 2);
	is_cause("ldc:1 ldc:1 csngl stopp", ERROR_RANGE, CODE + 2, 2);
	is_cause("seterr stopp", ERROR_SETERR, CODE, 0);
}

/* While the flag is set, a second mistake is none; after the program has cleared it, it is. */
static void
test_again(void **state)
{
	T800 *c = rises("seterr ldc:1 ldc:0 div stopp", 1);

	(void)state;
	assert_int_equal(error_last(&c->errors)->cause, ERROR_SETERR);
	t800_free(c);
	c = rises("seterr testerr ldc:1 ldc:0 div stopp", 2);
	assert_int_equal(error_last(&c->errors)->cause, ERROR_BY_ZERO);
	assert_int_equal(error_rise(&c->errors, 1)->cause, ERROR_SETERR);
	t800_free(c);
	c = rises("seterr testerr stopp", 1);
	assert_null(error_last(&c->errors));
	t800_free(c);
}

/* Only the last few are kept. */
static void
test_many(void **state)
{
	T800 *c = rises("seterr testerr seterr testerr seterr testerr seterr testerr seterr testerr "
		"seterr stopp", 6);

	(void)state;
	assert_null(error_rise(&c->errors, 2));
	assert_non_null(error_rise(&c->errors, 3));
	assert_null(error_rise(&c->errors, 7));
	assert_int_equal(error_last(&c->errors)->count, 10);
	t800_free(c);
}

/* high: a low process sets Error and starts one of high priority with this code. */
static T800 *
high(const char *code)
{
	T800 *c = new_node(CHIP_T805, UNMAPPED_STOP);
	char *low = xasprintf("ldc:1 ldc:0 div ldc:%d runp testerr stopp", HIGH_WORKSPACE);

	node_start(c, CODE, WORKSPACE, LOW);
	code_put(c, CODE, low);
	code_put(c, HIGH_CODE, code);
	set_word(c, HIGH_WORKSPACE + W_IPTR, HIGH_CODE);
	go(c, 10000);
	free(low);
	return c;
}

static void
test_interrupted(void **state)
{
	/* it does not look: the interrupted process finds the flag as it was, and clears it */
	T800 *c = high("stopp");
	const ErrorRise *r;

	(void)state;
	assert_int_equal(c->errors.nrises, 1);
	assert_int_equal(error_rise(&c->errors, 1)->finder, 0);
	assert_null(error_last(&c->errors));
	t800_free(c);
	/* it finds the flag, in its own status; the saved one still has it */
	c = high("testerr stopp");
	r = error_rise(&c->errors, 1);
	assert_int_equal(c->errors.nrises, 1);
	assert_int_equal(r->finder, HIGH_WORKSPACE);
	assert_int_equal(r->wdesc, WORKSPACE | LOW);
	assert_ptr_equal(error_last(&c->errors), r);
	t800_free(c);
	/* it sets the flag itself, which ends with it; that of the interrupted process is kept */
	c = high("testerr seterr stopp");
	assert_int_equal(c->errors.nrises, 2);
	assert_int_equal(error_rise(&c->errors, 2)->wdesc, HIGH_WORKSPACE);
	assert_int_equal(error_rise(&c->errors, 1)->finder, HIGH_WORKSPACE);
	assert_false(c->error);
	t800_free(c);
}

/* A reset forgets them; so does a new program. */
static void
test_reset(void **state)
{
	T800 *c = rises("seterr stopp", 1);

	(void)state;
	t800_reset(c, false);
	assert_int_equal(c->errors.nrises, 0);
	assert_null(error_last(&c->errors));
	t800_free(c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_causes),
		cmocka_unit_test(test_again),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_interrupted),
		cmocka_unit_test(test_reset),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
