/*
 * quad.h - adaptive quadrature: integrals by Simpson's rule on intervals that are halved until the
 * error is small enough.
 */
#ifndef QUAD_H
#define QUAD_H

#include <stdint.h>

/*
 * An interval is halved this often before its error is checked, on any node; so a sum does not
 * depend on which of these halvings were splits of tasks: always the same numbers are added in the
 * same order.
 */
enum { LEAST_LEVEL = 8 };

typedef struct Interval {
	double from, to;
	double at[3];     /* values at from, the middle, to */
	double tolerance;
	uint32_t integrand;
	uint32_t level;   /* halvings so far */
	uint32_t evaluated; /* evaluations in larger intervals that no other interval counts */
} Interval;

typedef struct Area {
	double area;
	uint32_t evaluations;
	uint32_t depth;   /* most halvings */
} Area;

/* integrand.c */

typedef struct Integrand {
	const char *text;
	double (*f)(double x);
	double from, to;
	double area;      /* estimate of the integral */
} Integrand;

extern const Integrand integrands[];
extern const uint32_t nintegrands;

/* interval.c */

/* interval_make: make the interval of a whole integral. */
Interval interval_make(uint32_t integrand, double tolerance);
/* interval_halve: halve an interval; half[0] counts its evaluations and the 2 new ones. */
void interval_halve(const Interval *whole, Interval half[2]);
/* interval_area: approximate the area over an interval by the rule. */
Area interval_area(const Interval *whole);
/* area_add: add the areas of the two halves of an interval. */
Area area_add(Area left, Area right);

#endif
