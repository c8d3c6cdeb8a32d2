/* pace.c - the steps of a run's pace: their ratios, their names, and which of them fits. */
#include "sim/window/pace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void
steps(void **state)
{
	static const struct {
		int pace;
		double ratio;
		const char *text;
	} want[] = {
		{PACE_REAL, 1, "real time"}, {-1, 0.5, "1/2"}, {-2, 0.2, "1/5"}, {-3, 0.1, "1/10"},
		{-9, 1e-3, "1/1000"}, {PACE_SLOWEST, 1e-7, "1/10000000"},
	};
	char text[PACE_TEXT];

	(void)state;
	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		assert_float_equal(pace_ratio(want[i].pace), want[i].ratio, 1e-9);
		assert_string_equal(pace_text(want[i].pace, text), want[i].text);
		assert_int_equal(pace_below(want[i].ratio * 1.01), want[i].pace);
	}
	assert_string_equal(pace_text(PACE_FULL, text), "as fast as possible");
	assert_int_equal(pace_below(40), PACE_REAL);
	assert_int_equal(pace_below(1e-9), PACE_SLOWEST);
}

/* A run takes at most as long as is asked for, and longer one step slower. */
static void
lasting(void **state)
{
	(void)state;
	for (double simulated = 1e-6; simulated < 9; simulated *= 3) {
		int pace = pace_lasting(simulated, 10);

		assert_true(simulated / pace_ratio(pace) <= 10);
		assert_true(pace == PACE_SLOWEST || simulated / pace_ratio(pace - 1) > 10);
	}
	assert_int_equal(pace_lasting(11, 10), PACE_FULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps),
		cmocka_unit_test(lasting),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
