/*
 * parts.h - numbers in two parts, for the mathematical functions; private to the library.
 *
 * A number is high + low, where low is at most half a unit of the last place of high: twice the
 * digits of a double. Sums and products of two doubles are exact (Dekker, Knuth); those of parts
 * are good to about 2^-102.
 */
#ifndef PARTS_H
#define PARTS_H

#include <math.h>

typedef struct Parts {
	double high, low;
} Parts;

static inline Parts
parts_sum(double a, double b)
{
	Parts p = {a + b, 0};
	double t = p.high - a;

	p.low = (a - (p.high - t)) + (b - t);
	return p;
}

/* parts_product: the exact product, by halves of the mantissas; neither factor is above 2^990. */
static inline Parts
parts_product(double a, double b)
{
	double ta = a * 134217729.0, tb = b * 134217729.0;
	double ah = ta - (ta - a), al = a - ah, bh = tb - (tb - b), bl = b - bh;
	Parts p = {a * b, 0};

	p.low = ((ah * bh - p.high) + ah * bl + al * bh) + al * bl;
	return p;
}

static inline Parts
parts_add(Parts a, Parts b)
{
	Parts p = parts_sum(a.high, b.high);

	return parts_sum(p.high, p.low + (a.low + b.low));
}

static inline Parts
parts_multiply(Parts a, Parts b)
{
	Parts p = parts_product(a.high, b.high);

	return parts_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

static inline Parts
parts_negative(Parts a)
{
	return (Parts){-a.high, -a.low};
}

static inline Parts
parts_divide(Parts a, Parts b)
{
	double q = a.high / b.high;
	Parts p = parts_product(q, b.high);

	return parts_sum(q, (((a.high - p.high) - p.low) + (a.low - q * b.low)) / b.high);
}

/* parts_root: the square root of a positive number. */
static inline Parts
parts_root(Parts a)
{
	double r = __builtin_sqrt(a.high);
	Parts p = parts_product(r, r);

	return parts_sum(r, ((a.high - p.high) - p.low + a.low) / (2 * r));
}

/* polynomial: the value of a polynomial of n coefficients, the highest power first. */
static inline double
polynomial(const double *c, int n, double x)
{
	double sum = c[0];

	for (int i = 1; i < n; i++)
		sum = sum * x + c[i];
	return sum;
}

#define POLYNOMIAL(c, x) polynomial(c, sizeof (c) / sizeof *(c), x)

/* parts_polynomial: the same with one more coefficient, the constant one, in two parts. */
static inline Parts
parts_polynomial(Parts first, const double *c, int n, double x)
{
	Parts p = parts_sum(first.high, x * polynomial(c, n, x));

	return (Parts){p.high, p.low + first.low};
}

#define PARTS_POLYNOMIAL(c, x) parts_polynomial(c##_first, c, sizeof (c) / sizeof *(c), x)

/* __exp_parts: e^x; sets errno if the result is out of range. */
double __exp_parts(Parts x);

/* __expm1_parts: e^x - 1, where x is -40 to 60, and its magnitude at least 2^-54. */
Parts __expm1_parts(double x);

/* __log_parts: the natural logarithm of a positive, finite number. */
Parts __log_parts(Parts x);

/* __angle_parts: the angle of the point (x, y), 0 to pi; y is not negative. */
Parts __angle_parts(Parts y, Parts x);

#endif
