/*
 * The mean number of cycles of a call of each common function with typical arguments, minus a call
 * of an empty function.
 */
#include "timed.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

enum { CALLS = 200 };

typedef double Function(double);

static volatile double sink;

__attribute__((noinline)) static double
same(double x)
{
	return x;
}

static unsigned
timed(Function *f, double low, double high)
{
	double step = (high - low) / CALLS, x = low + step / 3;
	unsigned start = timer_now();

	for (int i = 0; i < CALLS; i++, x += step)
		sink = f(x);
	return timer_now() - start;
}

static const struct {
	const char *name;
	Function *f;
	double low, high;
} functions[] = {
	{"sin", sin, -10, 10}, {"cos", cos, -10, 10}, {"atan", atan, -5, 5}, {"log", log, 0.1, 20}, {"exp", exp, -5, 5},
	{"sqrt", sqrt, 0.1, 10},
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

static unsigned cycles[FUNCTIONS];

static void
measure(void *argument)
{
	(void)argument; /* the table holds the functions to measure */
	for (int i = 0; i < FUNCTIONS; i++)
		cycles[i] = (timed(functions[i].f, functions[i].low, functions[i].high)
			- timed(same, functions[i].low, functions[i].high)) * CYCLES / CALLS;
}

int
main(void)
{
	run_high(measure);
	for (int i = 0; i < FUNCTIONS; i++)
		printf("%s %u\n", functions[i].name, cycles[i]);
	return 0;
}
