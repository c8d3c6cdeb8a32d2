/*
 * pow.c - powers and roots.
 */
#include "parts.h"

#include <errno.h>

static int
is_odd(double y)
{
	return fabs(y) < 9007199254740992.0 && rint(y) == y && fmod(y, 2) != 0;
}

/* is_unusual: true if a 0, 1, infinity or NaN among x and y gives the answer *r at once. */
static int
is_unusual(double x, double y, double *r)
{
	if (y == 0 || x == 1) {
		*r = 1;
	} else if (isnan(x) || isnan(y)) {
		*r = x + y;
	} else if (isinf(y)) {
		double a = fabs(x);

		*r = a == 1 ? 1 : (a > 1) == (y > 0) ? HUGE_VAL : 0;
	} else if (x == 0 || isinf(x)) {
		*r = (x == 0) == (y > 0) ? 0 : HUGE_VAL;
		if (x == 0 && y < 0)
			errno = ERANGE;
		if (is_odd(y))
			*r = copysign(*r, x);
	} else {
		return 0;
	}
	return 1;
}

double
pow(double x, double y)
{
	Parts l;
	double r;

	if (is_unusual(x, y, &r))
		return r;
	if (x < 0 && rint(y) != y) {
		errno = EDOM;
		return NAN;
	}
	l = __log_parts((Parts){fabs(x), 0});
	if (l.high == 0)
		r = 1;
	else if (fabs(y) > 1e20 || fabs(y * l.high) > 800)
		r = exp(copysign(800, y * l.high));
	else
		r = __exp_parts(parts_multiply((Parts){y, 0}, l));
	return x < 0 && is_odd(y) ? -r : r;
}

double
sqrt(double x)
{
	if (x < 0)
		errno = EDOM;
	return __builtin_sqrt(x);
}

float
sqrtf(float x)
{
	if (x < 0)
		errno = EDOM;
	return __builtin_sqrtf(x);
}

/* cbrt: of x scaled near 1: by exp and log, then a step of Newton's method in two parts. */
double
cbrt(double x)
{
	double m, r;
	Parts cube;
	int e;

	if (x == 0 || !isfinite(x))
		return x;
	m = fabs(frexp(x, &e));
	while (e % 3) {
		m /= 2;
		e++;
	}
	r = exp(log(m) / 3);
	cube = parts_multiply(parts_product(r, r), (Parts){r, 0});
	r -= ((cube.high - m) + cube.low) / (3 * r * r);
	return copysign(ldexp(r, e / 3), x);
}

double
hypot(double x, double y)
{
	Parts sum;
	double t;
	int e;

	x = fabs(x);
	y = fabs(y);
	if (isinf(x) || isinf(y))
		return HUGE_VAL;
	if (x < y) {
		t = x;
		x = y;
		y = t;
	}
	if (isnan(x) || isnan(y) || y <= x * 0x1p-55)
		return x + y;
	frexp(x, &e);
	x = ldexp(x, -e);
	y = ldexp(y, -e);
	sum = parts_add(parts_product(x, x), parts_product(y, y));
	t = ldexp(parts_root(sum).high, e);
	if (isinf(t))
		errno = ERANGE;
	return t;
}
