/*
 * The most cycles that the conversion of a double to 17 digits takes, and of these digits back, for
 * numbers of all sizes; both give the same number. The most that numbers of few digits take.
 */
#include "timed.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 300 };

static unsigned to_text, from_text, from_few, differ;

/* number: number i: first some with few digits, then finite doubles of all sizes. */
static double
number(int i, uint64_t *state)
{
	static const double few[] = {1, 0.5, 3.14159, 1e23, 1e100, 1e-300, 5e-324, 9007199254740993};
	double x;

	if (i < (int)(sizeof few / sizeof *few))
		return few[i];
	*state = *state * 6364136223846793005 + 1442695040888963407;
	memcpy(&x, state, sizeof x);
	return x - x == 0 ? x : 0;
}

/* read_few: read numbers that a multiplication or division of doubles gives. */
static void
read_few(void)
{
	static const char *const texts[] = {"1", "-12.5", "3.14159", "1e22", "1.5e-10", "99.9E+3"};
	static const double values[] = {1, -12.5, 3.14159, 1e22, 1.5e-10, 99.9e3};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		unsigned start = timer_now(), time;
		double x = strtod(texts[i], NULL);

		time = timer_now() - start;
		if (time > from_few)
			from_few = time;
		differ += x != values[i];
	}
}

static void
measure(void *argument)
{
	uint64_t state = 1;

	(void)argument;
	read_few();
	for (int i = 0; i < NUMBERS; i++) {
		double x = number(i, &state), y;
		unsigned start = timer_now(), middle;
		char text[32];

		sprintf(text, "%.17g", x);
		middle = timer_now();
		y = strtod(text, NULL);
		if (timer_now() - middle > from_text)
			from_text = timer_now() - middle;
		if (middle - start > to_text)
			to_text = middle - start;
		differ += memcmp(&x, &y, sizeof x) != 0;
	}
}

int
main(void)
{
	run_high(measure);
	printf("sprintf %u\nstrtod %u\nfew %u\n%u differ\n", to_text * CYCLES, from_text * CYCLES,
		from_few * CYCLES, differ);
	return 0;
}
