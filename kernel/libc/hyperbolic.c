/*
 * hyperbolic.c - hyperbolic functions and their inverses.
 */
#include "parts.h"

#include <errno.h>

static const Parts ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

/* half_exp: e^x / 2, where e^x may be too large. */
static double
half_exp(double x)
{
	return __exp_parts(parts_add((Parts){x, 0}, parts_negative(ln2)));
}

/* sinh: (e + e / (e + 1)) / 2 with e = e^x - 1. */
double
sinh(double x)
{
	Parts e;

	if (!isfinite(x) || fabs(x) < 0x1p-28)
		return x;
	if (fabs(x) > 40)
		return copysign(half_exp(fabs(x)), x);
	e = __expm1_parts(fabs(x));
	e = parts_add(e, parts_divide(e, parts_add(e, (Parts){1, 0})));
	return copysign(e.high / 2, x);
}

double
cosh(double x)
{
	double e;

	if (isnan(x))
		return x;
	if (fabs(x) > 40)
		return isinf(x) ? HUGE_VAL : half_exp(fabs(x));
	e = exp(fabs(x));
	return e / 2 + 0.5 / e;
}

/* tanh: e / (e + 2) with e = e^2x - 1. */
double
tanh(double x)
{
	Parts e;

	if (isnan(x) || fabs(x) < 0x1p-28)
		return x;
	if (fabs(x) > 20)
		return copysign(1, x);
	e = __expm1_parts(2 * fabs(x));
	return copysign(parts_divide(e, parts_add(e, (Parts){2, 0})).high, x);
}

/* asinh: log(x + sqrt(x^2 + 1)). */
double
asinh(double x)
{
	double a = fabs(x);
	Parts z;

	if (!isfinite(x) || a < 0x1p-28)
		return x;
	if (a < 0x1p-20)
		return x - x * x * x / 6;
	if (a > 0x1p60)
		return copysign(parts_add(__log_parts((Parts){a, 0}), ln2).high, x);
	z = parts_root(parts_add(parts_product(a, a), (Parts){1, 0}));
	return copysign(__log_parts(parts_add(z, (Parts){a, 0})).high, x);
}

/* acosh: log(x + sqrt(x^2 - 1)). */
double
acosh(double x)
{
	Parts z;

	if (isnan(x))
		return x;
	if (x <= 1) {
		errno = x < 1 ? EDOM : errno;
		return x < 1 ? NAN : 0;
	}
	if (isinf(x))
		return x;
	if (x > 0x1p60)
		return parts_add(__log_parts((Parts){x, 0}), ln2).high;
	z = parts_root(parts_add(parts_product(x, x), (Parts){-1, 0}));
	return __log_parts(parts_add(z, (Parts){x, 0})).high;
}

/* atanh: (log(1 + x) - log(1 - x)) / 2. */
double
atanh(double x)
{
	Parts above, below;

	if (isnan(x))
		return x;
	if (fabs(x) >= 1) {
		errno = fabs(x) > 1 ? EDOM : ERANGE;
		return fabs(x) > 1 ? NAN : copysign(HUGE_VAL, x);
	}
	if (fabs(x) < 0x1p-28)
		return x;
	if (fabs(x) < 0x1p-20)
		return x + x * x * x / 3;
	above = __log_parts(parts_sum(1, x));
	below = __log_parts(parts_sum(1, -x));
	return parts_add(above, parts_negative(below)).high / 2;
}
