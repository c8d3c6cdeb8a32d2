/*
 * interval.c - Simpson's rule on an interval: once, on both halves, and on halves until the result
 * stays the same (Kuncir's rule: the error is a fifteenth of the difference, and is subtracted).
 */
#include <math.h>
#include "quad.h"

/* An interval that has been halved this often is not halved again, however large its error is. */
enum { MOST_LEVEL = 36 };

Interval
interval_make(uint32_t integrand, double tolerance)
{
	const Integrand *g = &integrands[integrand];

	return (Interval){
		.from = g->from, .to = g->to,
		.at = { g->f(g->from), g->f(0.5 * (g->from + g->to)), g->f(g->to) },
		.tolerance = tolerance, .integrand = integrand, .level = 0, .evaluated = 3,
	};
}

void
interval_halve(const Interval *whole, Interval half[2])
{
	double (*f)(double) = integrands[whole->integrand].f;
	double middle = 0.5 * (whole->from + whole->to);

	half[0] = half[1] = *whole;
	half[0].to = half[1].from = middle;
	half[0].at[1] = f(0.5 * (whole->from + middle));
	half[1].at[1] = f(0.5 * (middle + whole->to));
	half[0].at[2] = half[1].at[0] = whole->at[1];
	half[0].tolerance = half[1].tolerance = 0.5 * whole->tolerance;
	half[0].level = half[1].level = whole->level + 1;
	half[0].evaluated = whole->evaluated + 2;
	half[1].evaluated = 0;
}

Area
area_add(Area left, Area right)
{
	return (Area){
		.area = left.area + right.area,
		.evaluations = left.evaluations + right.evaluations,
		.depth = left.depth > right.depth ? left.depth : right.depth,
	};
}

static double
simpson(const Interval *i)
{
	return (i->to - i->from) * (i->at[0] + 4 * i->at[1] + i->at[2]) / 6;
}

Area
interval_area(const Interval *whole)
{
	Interval half[2];
	double parts, error;

	interval_halve(whole, half);
	parts = simpson(&half[0]) + simpson(&half[1]);
	error = (parts - simpson(whole)) / 15;
	if (whole->level < LEAST_LEVEL
		|| (fabs(error) > whole->tolerance && whole->level < MOST_LEVEL))
		return area_add(interval_area(&half[0]), interval_area(&half[1]));
	return (Area){ parts + error, half[0].evaluated, half[0].level };
}
