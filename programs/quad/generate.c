/*
 * generate.c - makes a task for each integral.
 *
 *	quad [DIGITS [exact]]
 */
#include <argument.h>
#include <trek.h>
#include "quad.h"

double tolerance = 1;
int exact;

void
init_master(int argc, char **argv)
{
	int32_t digits = 9;

	argument_number(argc, argv, 1, 1, 14, &digits);
	exact = argument_is(argc, argv, 2, "exact");
	for (int i = 0; i < digits; i++)
		tolerance /= 10;
}

void
data_generator(void)
{
	for (uint32_t i = 0; i < nintegrands; i++) {
		Interval whole = interval_make(i, tolerance);

		do_task(&whole, sizeof whole);
	}
}
