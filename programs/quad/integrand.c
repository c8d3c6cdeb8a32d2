/*
 * integrand.c - functions that make different work: smooth, peaked, oscillating, with a steep end.
 */
#include <math.h>
#include "quad.h"

static double
bell(double x)
{
	return exp(-x * x);
}

static double
peak(double x)
{
	return 1 / (1e-4 + (x - 0.3) * (x - 0.3));
}

static double
wave(double x)
{
	return x * sin(30 * x) * cos(x);
}

static double
root(double x)
{
	return sqrt(x);
}

static double
power(double x)
{
	return x == 0 ? 1 : pow(x, x);
}

static double
quarter(double x)
{
	return 4 / (1 + x * x);
}

static double
steep(double x)
{
	return x == 0 ? 0 : log(x) * x;
}

static double
chirp(double x)
{
	return sin(x * x);
}

const Integrand integrands[] = {
	/* text                          f        from to  area */
	{ "exp(-x^2)",                   bell,    -5,  5,  1.7724538509027908 },
	{ "1/(10^-4 + (x - 0.3)^2)",     peak,    0,   1,  309.39869151241494 },
	{ "x sin(30 x) cos(x)",          wave,    0,   3,  -0.045811276805330979 },
	{ "sqrt(x)",                     root,    0,   4,  5.3333333333333333 },
	{ "x^x",                         power,   0,   1,  0.78343051071213441 },
	{ "4/(1 + x^2)",                 quarter, 0,   1,  3.1415926535897932 },
	{ "x log(x)",                    steep,   0,   1,  -0.25 },
	{ "sin(x^2)",                    chirp,   0,   12, 0.59043159874927993 },
};

const uint32_t nintegrands = sizeof integrands / sizeof integrands[0];
