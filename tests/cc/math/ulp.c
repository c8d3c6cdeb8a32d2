/*
 * ulp.c - compares the library's mathematical functions, compiled for the host under the names
 * node_..., with the host's long double functions: prints the largest error over many arguments, in
 * units of the result's last place. TAP, one test per function.
 *
 * ulp N: N arguments of each kind. Arguments are random, uniform in the value or in the logarithm;
 * the tables give the range.
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int *
node_errno(void)
{
	static int value;

	return &value;
}

#define F1(name) double node_##name(double); float node_##name##f(float);
#define F2(name) double node_##name(double, double); float node_##name##f(float, float);
F1(sin) F1(cos) F1(tan) F1(asin) F1(acos) F1(atan) F1(sinh) F1(cosh) F1(tanh) F1(asinh) F1(acosh) F1(atanh)
F1(exp) F1(exp2) F1(expm1) F1(log) F1(log2) F1(log10) F1(log1p) F1(cbrt) F1(sqrt) F1(erf) F1(erfc) F1(tgamma) F1(lgamma)
F2(pow) F2(atan2) F2(hypot)

/* LOGARITHMIC: of either sign if low is negative, magnitudes up to high. QUARTERS: next to multiples of pi / 2. */
enum { UNIFORM, LOGARITHMIC, QUARTERS };

static const struct {
	const char *name;
	double (*f)(double);
	float (*ff)(float);
	long double (*exact)(long double);
	double low, high;
	int spread;
} ones[] = {
#define ROW(name, ...) {#name, node_##name, node_##name##f, name##l, __VA_ARGS__}
	ROW(sin, -10, 10, UNIFORM), ROW(sin, -600000, 600000, UNIFORM), ROW(sin, 0, 600000, QUARTERS), ROW(sin, -1e22, 1e22, UNIFORM), ROW(sin, -DBL_MAX, DBL_MAX, LOGARITHMIC),
	ROW(cos, -10, 10, UNIFORM), ROW(cos, 0, 10, QUARTERS), ROW(cos, 0, 600000, QUARTERS), ROW(cos, -1e6, 1e6, UNIFORM), ROW(cos, -DBL_MAX, DBL_MAX, LOGARITHMIC),
	ROW(tan, -10, 10, UNIFORM), ROW(tan, -1e6, 1e6, UNIFORM), ROW(tan, -DBL_MAX, DBL_MAX, LOGARITHMIC),
	ROW(asin, -1, 1, UNIFORM), ROW(asin, -1, 1, LOGARITHMIC), ROW(acos, -1, 1, UNIFORM), ROW(acos, -1, 1, LOGARITHMIC),
	ROW(acos, 0.9999, 1, UNIFORM), ROW(acos, -1, -0.9999, UNIFORM),
	ROW(atan, -5, 5, UNIFORM), ROW(atan, -0.2, 0.2, UNIFORM), ROW(atan, 2, 9, UNIFORM), ROW(atan, -DBL_MAX, DBL_MAX, LOGARITHMIC),
	ROW(sinh, -5, 5, UNIFORM), ROW(sinh, -710, 710, LOGARITHMIC), ROW(sinh, 700, 710.4, UNIFORM),
	ROW(cosh, -5, 5, UNIFORM), ROW(cosh, -710, 710, LOGARITHMIC), ROW(cosh, 700, 710.4, UNIFORM),
	ROW(tanh, -3, 3, UNIFORM), ROW(tanh, -30, 30, LOGARITHMIC),
	ROW(asinh, -5, 5, UNIFORM), ROW(asinh, -DBL_MAX, DBL_MAX, LOGARITHMIC),
	ROW(acosh, 1, 5, UNIFORM), ROW(acosh, 1, 1.001, UNIFORM), ROW(acosh, 1, DBL_MAX, UNIFORM),
	ROW(atanh, -1, 1, UNIFORM), ROW(atanh, -1, 1, LOGARITHMIC),
	ROW(exp, -2, 2, UNIFORM), ROW(exp, -708, 709, UNIFORM), ROW(exp, -700, 700, LOGARITHMIC),
	ROW(exp2, -2, 2, UNIFORM), ROW(exp2, -1022, 1023, UNIFORM),
	ROW(expm1, -2, 2, UNIFORM), ROW(expm1, -50, 709, UNIFORM), ROW(expm1, -50, 50, LOGARITHMIC),
	ROW(log, 0.5, 2, UNIFORM), ROW(log, 0.99, 1.01, UNIFORM), ROW(log, 0, DBL_MAX, LOGARITHMIC),
	ROW(log2, 0.5, 2, UNIFORM), ROW(log2, 0, DBL_MAX, LOGARITHMIC),
	ROW(log10, 0.5, 2, UNIFORM), ROW(log10, 0, DBL_MAX, LOGARITHMIC),
	ROW(log1p, -0.5, 1, UNIFORM), ROW(log1p, -0.99, 0.99, LOGARITHMIC), ROW(log1p, 0, DBL_MAX, LOGARITHMIC),
	ROW(cbrt, -9, 9, UNIFORM), ROW(cbrt, -DBL_MAX, DBL_MAX, LOGARITHMIC), ROW(sqrt, 0, DBL_MAX, LOGARITHMIC),
	ROW(erf, -7, 7, UNIFORM), ROW(erf, -1, 1, LOGARITHMIC), ROW(erfc, -7, 26, UNIFORM), ROW(erfc, 0.4, 1.1, UNIFORM),
	ROW(tgamma, 0, 20, UNIFORM), ROW(tgamma, -170, 171.6, UNIFORM), ROW(tgamma, -1, 1, LOGARITHMIC),
	ROW(lgamma, 0, 4, UNIFORM), ROW(lgamma, 0.9, 1.1, UNIFORM), ROW(lgamma, 1.9, 2.6, UNIFORM), ROW(lgamma, 2.4, 100, UNIFORM),
	ROW(lgamma, 0, 1e305, LOGARITHMIC),
};

static const struct {
	const char *name;
	double (*f)(double, double);
	float (*ff)(float, float);
	long double (*exact)(long double, long double);
	double low_x, high_x, low_y, high_y;
	int spread;
} twos[] = {
	ROW(pow, 0, 10, -100, 100, UNIFORM), ROW(pow, 0.7, 1.4, -1000, 1000, UNIFORM), ROW(pow, 0, 1e300, -2, 2, LOGARITHMIC),
	ROW(pow, 0.999, 1.001, -500000, 500000, UNIFORM),
	ROW(atan2, -9, 9, -9, 9, UNIFORM), ROW(atan2, -DBL_MAX, DBL_MAX, -DBL_MAX, DBL_MAX, LOGARITHMIC),
	ROW(hypot, -9, 9, -9, 9, UNIFORM), ROW(hypot, -1e300, 1e300, -1e300, 1e300, LOGARITHMIC),
};

static uint64_t state = 1;

static uint64_t
random_bits(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (state ^ state >> 29) * 0xBF58476D1CE4E5B9u;
}

static double
argument(double low, double high, int spread)
{
	double u = (double)(random_bits() >> 11) * 0x1p-53;
	bool negative = low < 0 && random_bits() >> 63;
	double least = high > 1e10 ? 1e-300 : 1e-12;

	if (spread == QUARTERS)
		return (double)(rint(u * high) * 1.57079632679489661923L) + rint(random_bits() % 1000 - 500.0) * high * 0x1p-60;
	if (spread == UNIFORM)
		return low + u * (high / 2 - low / 2) * 2;
	u = exp(log(least) + u * (log(high) - log(least)));
	return negative ? -u : u;
}

/* unit: the unit of the last place of x in a format with that many bits. */
static long double
unit(long double x, int bits, int least)
{
	int e;

	frexpl(x, &e);
	return ldexpl(1, (e < least ? least : e) - bits);
}

static double
error_of(long double got, long double exact, int bits, int least)
{
	if (got == exact || (isnan(got) && isnan(exact)))
		return 0;
	return isfinite(got) ? (double)(fabsl(got - exact) / unit(exact, bits, least)) : INFINITY;
}

static int number, failed;

/* report: at most two units, where the result is an ordinary number. */
static void
report(const char *name, const char *type, double low, double high, double most, double x, double y)
{
	bool good = most <= 2;

	failed += !good;
	printf("%s %d - %s%s %g to %g: %.3f units\n", good ? "ok" : "not ok", ++number, name, type, low, high, most);
	if (!good)
		printf("# at %a, %a\n", x, y);
}

static void
test_one(int row, int n)
{
	double most = 0, at = 0, most_f = 0, at_f = 0;

	for (int i = 0; i < n; i++) {
		double x = argument(ones[row].low, ones[row].high, ones[row].spread), e;
		float xf = (float)x;
		long double exact = ones[row].exact(x), exact_f = ones[row].exact(xf);

		e = error_of(ones[row].f(x), exact, DBL_MANT_DIG, DBL_MIN_EXP);
		if (fabsl(exact) <= DBL_MAX && e > most)
			most = e, at = x;
		e = error_of(ones[row].ff(xf), exact_f, FLT_MANT_DIG, FLT_MIN_EXP);
		if (isfinite(xf) && fabsl(exact_f) <= FLT_MAX && e > most_f)
			most_f = e, at_f = xf;
	}
	report(ones[row].name, "", ones[row].low, ones[row].high, most, at, 0);
	report(ones[row].name, "f", ones[row].low, ones[row].high, most_f, at_f, 0);
}

static void
test_two(int row, int n)
{
	double most = 0, at[2] = {0}, most_f = 0, at_f[2] = {0};

	for (int i = 0; i < n; i++) {
		double x = argument(twos[row].low_x, twos[row].high_x, twos[row].spread), e;
		double y = argument(twos[row].low_y, twos[row].high_y, twos[row].spread);
		float xf = (float)x, yf = (float)y;
		long double exact = twos[row].exact(x, y), exact_f = twos[row].exact(xf, yf);

		e = error_of(twos[row].f(x, y), exact, DBL_MANT_DIG, DBL_MIN_EXP);
		if (fabsl(exact) <= DBL_MAX && e > most)
			most = e, at[0] = x, at[1] = y;
		e = error_of(twos[row].ff(xf, yf), exact_f, FLT_MANT_DIG, FLT_MIN_EXP);
		if (isfinite(xf) && isfinite(yf) && fabsl(exact_f) <= FLT_MAX && e > most_f)
			most_f = e, at_f[0] = xf, at_f[1] = yf;
	}
	report(twos[row].name, "", twos[row].low_x, twos[row].high_x, most, at[0], at[1]);
	report(twos[row].name, "f", twos[row].low_x, twos[row].high_x, most_f, at_f[0], at_f[1]);
}

int
main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1000;

	for (int row = 0; row < (int)(sizeof ones / sizeof *ones); row++)
		test_one(row, n);
	for (int row = 0; row < (int)(sizeof twos / sizeof *twos); row++)
		test_two(row, n);
	printf("1..%d\n", number);
	return failed != 0;
}
