/*
 * log.c - logarithms.
 *
 * x = 2^e m, and c next to m is a multiple of 1/32 whose logarithm is in a table; the rest is the series of
 * log((1 + f) / (1 - f)), f = (m - c) / (m + c). ln 2 is in two parts, of which the first has trailing zeros, so that e
 * times it is exact. All is carried in two parts, since pow multiplies it, except in usual_log.
 */
#include "double.h"
#include "parts.h"

#include <errno.h>

static const double ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;

enum { FIRST = 22 }; /* i of the first row of logs */

/* log(i / 32) for i from FIRST */
static const Parts logs[] = {
	{-0x1.7fafa3bd8151cp-2, 0x1.219024acd3b77p-58},
	{-0x1.522ae0738a3d8p-2, 0x1.8f7e9b38a6979p-57},
	{-0x1.269621134db92p-2, -0x1.e0efadd9db02bp-56},
	{-0x1.f991c6cb3b379p-3, -0x1.f665066f980a2p-57},
	{-0x1.a93ed3c8ad9e3p-3, -0x1.bcafa9de97203p-57},
	{-0x1.5bf406b543db2p-3, 0x1.1f5b44c0df7e7p-61},
	{-0x1.1178e8227e47cp-3, 0x1.0e63a5f01c691p-58},
	{-0x1.9335e5d594989p-4, 0x1.478a85704ccb7p-58},
	{-0x1.08598b59e3a07p-4, 0x1.dd7009902bf32p-58},
	{-0x1.0415d89e74444p-5, -0x1.c05cf1d753622p-59},
	{0x0.0p+0, 0x0.0p+0},
	{0x1.f829b0e783300p-6, 0x1.33e3f04f1ef23p-60},
	{0x1.f0a30c01162a6p-5, 0x1.85f325c5bbacdp-59},
	{0x1.6f0d28ae56b4cp-4, -0x1.906d99184b992p-58},
	{0x1.e27076e2af2e6p-4, -0x1.61578001e0162p-60},
	{0x1.29552f81ff523p-3, 0x1.301771c407dbfp-57},
	{0x1.5ff3070a793d4p-3, -0x1.bc60efafc6f6ep-58},
	{0x1.9525a9cf456b4p-3, 0x1.d904c1d4e2e26p-57},
	{0x1.c8ff7c79a9a22p-3, -0x1.4f689f8434012p-57},
	{0x1.fb9186d5e3e2bp-3, -0x1.caaae64f21acbp-57},
	{0x1.1675cababa60ep-2, 0x1.ce63eab883717p-61},
	{0x1.2e8e2bae11d31p-2, -0x1.8f4cdb95ebdf9p-56},
	{0x1.4618bc21c5ec2p-2, 0x1.f42decdeccf1dp-56},
	{0x1.5d1bdbf5809cap-2, 0x1.4236383dc7fe1p-56},
	{0x1.739d7f6bbd007p-2, -0x1.8c76ceb014b04p-56},
};

Parts
__log_parts(Parts x)
{
	static const double series[] = {1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3};
	int e, i;
	double m = frexp(x.high, &e), c, f, f_low, g;
	Parts p, q, below;

	if (m < 0.70710678118654752) {
		m *= 2;
		e--;
	}
	i = (int)rint(m * 32);
	c = i / 32.0;
	below = parts_sum(m, c);
	f = (m - c) / below.high;
	/* what the division left: m - c - f (m + c) */
	p = parts_product(f, below.high);
	f_low = (((m - c) - p.high) - p.low - f * below.low) / below.high;
	g = f * f;
	/* e ln 2 + log c + 2 f + 2 f rest + what x.low adds */
	p = parts_sum(e * ln2_high, logs[i - FIRST].high);
	q = parts_sum(p.high, 2 * f);
	q.low += p.low + (e * ln2_low + logs[i - FIRST].low);
	q.low += 2 * f_low + 2 * f * g * POLYNOMIAL(series, g) + x.low / x.high;
	return parts_sum(q.high, q.low);
}

/* is_special: true if the logarithm is infinite or NaN; *r is then the answer. */
static int
is_special(double x, double *r)
{
	if (x > 0 && !isinf(x))
		return 0;
	if (x == 0) {
		errno = ERANGE;
		*r = -HUGE_VAL;
	} else if (x < 0) {
		errno = EDOM;
		*r = NAN;
	} else {
		*r = x; /* infinity, or no number */
	}
	return 1;
}

/* Upper words: of 2^-1022, of infinity, of the square root of 1/2. */
enum { LEAST = 0x00100000, INFINITE = 0x7FF00000, ROOT = 0x3FE6A09E };

/*
 * usual_log: log x of a normal x = 2^e m, with m from sqrt 1/2 to sqrt 2; in one part, except the
 * logarithm from the table. Near 1, only small terms are added to m - 1.
 */
static inline double
usual_log(Double x)
{
	int32_t e = (int32_t)(x.word.high - ROOT) >> 20, i;
	double d, f, g, series, c;

	x.word.high -= (uint32_t)e << 20;
	c = x.value * 32 + ROUND_OFF;
	i = (int32_t)((Double){c}).word.low;
	d = x.value - (c - ROUND_OFF) * 0x1p-5;
	f = d / (x.value + (c - ROUND_OFF) * 0x1p-5);
	g = f * f;
	series = g * (0x1.55555555555d8p-2 + g * (0x1.99999976949fbp-3 + g * 0x1.249d71db05ff0p-3));
	f += f;
	if (i == 32 && e == 0)
		return d - f * (0.5 * d - series);
	return e * ln2_high + logs[i - FIRST].high + (f + (f * series + (e * ln2_low + logs[i - FIRST].low)));
}

double
log(double x)
{
	Double u = {x};
	double r;

	if (u.word.high - LEAST < INFINITE - LEAST)
		return usual_log(u);
	return is_special(x, &r) ? r : __log_parts((Parts){x, 0}).high;
}

static double
scaled_log(double x, Parts scale) /* log x times scale, as two parts */
{
	double r;

	return is_special(x, &r) ? r : parts_multiply(__log_parts((Parts){x, 0}), scale).high;
}

double
log2(double x)
{
	return scaled_log(x, (Parts){0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56});
}

double
log10(double x)
{
	return scaled_log(x, (Parts){0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57});
}

double
log1p(double x)
{
	Parts s = parts_sum(1, x);
	double r;

	if (fabs(x) < 0x1p-54)
		return x;
	return is_special(s.high, &r) ? r : __log_parts(s).high;
}
