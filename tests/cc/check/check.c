/*
 * check.c - the checks of -fcheck. Each mistake is made in a process of its own, and must set Error
 * and stop the process. A variant just within the limits must do neither.
 */
#include <limits.h>
#include <stdio.h>
#include <t800.h>

enum { ROOM = 4000, LIMIT = 200 }; /* bytes of stack; ticks until a process counts as stopped */

static int a[10], matrix[4][5], zero, one = 1, ten = 10, most = INT_MAX, least = INT_MIN;
static long long wide_most = LLONG_MAX;
static volatile int result;
static volatile long long wide_result;

#define CASE(name, expression) static void name(void *unused) { (void)unused; result = (int)(expression); }

CASE(read_last, a[ten - 1])
CASE(read_behind, a[ten])
CASE(read_before, a[zero - 1])
CASE(write_last, a[ten - one] = 4)
CASE(write_behind, a[ten + zero] = 4)
CASE(inner_last, matrix[3][4 * one])
CASE(inner_behind, matrix[0][5 * one])
CASE(outer_behind, matrix[4 * one][0])
CASE(sum_most, most + zero)
CASE(sum_beyond, most + one)
CASE(sum_below, least + -one)
CASE(difference_least, least - zero)
CASE(difference_below, least - one)
CASE(difference_beyond, zero - least)
CASE(product_good, 46340 * one * 46340)
CASE(product_beyond, 46341 * one * 46341)
CASE(product_least, least * -one)
CASE(negative_most, -most)
CASE(negative_least, -least)
CASE(shift_31, 0 << (31 * one))
CASE(shift_32, one << (32 * one))
CASE(shift_back, one << -one)
CASE(shift_out, ten << 29)
CASE(shift_right_32, ten >> (32 * one))
CASE(quotient_good, ten / one)
CASE(quotient_zero, ten / zero)
CASE(quotient_beyond, least / -one)
CASE(rest_zero, ten % zero)
CASE(unsigned_wraps, (unsigned)most * 2u + 2u)

static void
wide_good(void *unused)
{
	(void)unused;
	wide_result = wide_most + zero;
}

static void
wide_beyond(void *unused)
{
	(void)unused;
	wide_result = wide_most + one;
}

static void
local_behind(void *unused)
{
	volatile int local[3] = {1, 2, 3};

	(void)unused;
	result = local[3 * one];
}

static void
increment_beyond(void *unused)
{
	int n = most;

	(void)unused;
	n++;
	result = n;
}

#define ROW(name) {#name, name}

static const struct {
	const char *name;
	void (*f)(void *);
} cases[] = {
	ROW(read_last), ROW(read_behind), ROW(read_before), ROW(write_last), ROW(write_behind), ROW(inner_last),
	ROW(inner_behind), ROW(outer_behind), ROW(local_behind), ROW(sum_most), ROW(sum_beyond), ROW(sum_below),
	ROW(difference_least), ROW(difference_below), ROW(difference_beyond), ROW(product_good), ROW(product_beyond),
	ROW(product_least), ROW(negative_most), ROW(negative_least), ROW(increment_beyond), ROW(shift_31), ROW(shift_32),
	ROW(shift_back), ROW(shift_out), ROW(shift_right_32), ROW(quotient_good), ROW(quotient_zero),
	ROW(quotient_beyond), ROW(rest_zero), ROW(unsigned_wraps), ROW(wide_good), ROW(wide_beyond),
};

enum { CASES = sizeof cases / sizeof *cases };

static char stacks[CASES][ROOM];
static Channel done[CASES];

int
main(void)
{
	for (int i = 0; i < CASES; i++) {
		Channel *c = &done[i];
		int ended, error;

		channel_init(c);
		__t800_testerr();
		process_start(cases[i].f, NULL, stacks[i], ROOM, PRIORITY_LOW, c);
		ended = alt_channels_until(&c, 1, timer_now() + LIMIT) == 0;
		if (ended)
			channel_in_word(c);
		error = !__t800_testerr();
		printf("%s: %s, %s\n", cases[i].name, ended ? "ended" : "stopped", error ? "Error" : "no Error");
	}
	return 0;
}
