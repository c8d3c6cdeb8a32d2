/*
 * sin.c - sine, cosine, tangent: within 45 degrees a polynomial that is next to the best of its degree, its first terms
 * in two parts.
 */
#include "angle.h"

#include <errno.h>

/* (sin r / r - 1) / r^2 in r^2: error 2^-66 of sin r */
static const double sine_series[] = {
	-0x1.ab0f25d21fd92p-41, 0x1.6121703ee57b1p-33, -0x1.ae64540000f84p-26, 0x1.71de3a5455b9ap-19,
	-0x1.a01a01a0198dep-13, 0x1.1111111111110p-7, -0x1.5555555555555p-3,
};

/* (cos r - 1 + r^2 / 2) / r^4 in r^2: error 2^-59 */
static const double cosine_series[] = {
	-0x1.9075bb669682cp-37, 0x1.1eeb5de1e2b95p-29, -0x1.27e4fa0d3726cp-22, 0x1.a01a019f4671dp-16,
	-0x1.6c16c16c16944p-10, 0x1.5555555555555p-5,
};

static Parts
sine(Parts r)
{
	double g = r.high * r.high;

	return (Parts){r.high, r.high * g * POLYNOMIAL(sine_series, g) + r.low * (1 - g / 2)};
}

static Parts
cosine(Parts r)
{
	double g = r.high * r.high;
	Parts p = parts_product(r.high, r.high * -0.5);

	p.low += g * g * POLYNOMIAL(cosine_series, g) - r.high * r.low;
	return (Parts){1, p.high + p.low};
}

static double
turn(Angle a, int quarter)
{
	Parts v = (a.quarter + quarter) & 1 ? cosine(a.r) : sine(a.r);

	return (a.quarter + quarter) & 2 ? -(v.high + v.low) : v.high + v.low;
}

static int
no_angle(double x)
{
	if (isfinite(x))
		return 0;
	if (isinf(x))
		errno = EDOM;
	return 1;
}

double
sin(double x)
{
	if (no_angle(x))
		return x - x;
	return fabs(x) < 0x1p-27 ? x : turn(__angle(x), 0);
}

double
cos(double x)
{
	return no_angle(x) ? x - x : turn(__angle(x), 1);
}

static double
quotient(Parts a, Parts b)
{
	return parts_divide(parts_sum(a.high, a.low), parts_sum(b.high, b.low)).high;
}

double
tan(double x)
{
	Angle a;

	if (no_angle(x))
		return x - x;
	if (fabs(x) < 0x1p-27)
		return x;
	a = __angle(x);
	return a.quarter & 1 ? -quotient(cosine(a.r), sine(a.r)) : quotient(sine(a.r), cosine(a.r));
}
