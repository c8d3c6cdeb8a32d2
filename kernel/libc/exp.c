/*
 * exp.c - exponentials.
 *
 * x = k ln 2 / 32 + r with |r| <= ln 2 / 64; e^x is 2^(k / 32), whose fractional part is in a table in two parts,
 * times the series of e^r. ln 2 / 32 is in two parts, of which the first has trailing zeros, so that k times it is exact.
 */
#include "double.h"
#include "parts.h"

#include <errno.h>

static const double step_high = 0x1.62e42fefa0000p-6, step_low = 0x1.cf79abc9e3b3ap-45;

/* 2^(i / 32) */
static const Parts powers[] = {
	{0x1.0000000000000p+0, 0x0.0p+0},
	{0x1.059b0d3158574p+0, 0x1.d73e2a475b465p-55},
	{0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54},
	{0x1.11301d0125b51p+0, -0x1.6c51039449b3ap-54},
	{0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55},
	{0x1.1d4873168b9aap+0, 0x1.e016e00a2643cp-54},
	{0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54},
	{0x1.29e9df51fdee1p+0, 0x1.612e8afad1255p-55},
	{0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55},
	{0x1.371a7373aa9cbp+0, -0x1.63aeabf42eae2p-54},
	{0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55},
	{0x1.44e086061892dp+0, 0x1.89b7a04ef80d0p-59},
	{0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56},
	{0x1.5342b569d4f82p+0, -0x1.07abe1db13cadp-55},
	{0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54},
	{0x1.6247eb03a5585p+0, -0x1.383c17e40b497p-54},
	{0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54},
	{0x1.71f75e8ec5f74p+0, -0x1.16e4786887a99p-55},
	{0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55},
	{0x1.82589994cce13p+0, -0x1.d4c1dd41532d8p-54},
	{0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54},
	{0x1.93737b0cdc5e5p+0, -0x1.75fc781b57ebcp-57},
	{0x1.9c49182a3f090p+0, 0x1.c7c46b071f2bep-56},
	{0x1.a5503b23e255dp+0, -0x1.d2f6edb8d41e1p-54},
	{0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54},
	{0x1.b7f76f2fb5e47p+0, -0x1.5584f7e54ac3bp-56},
	{0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55},
	{0x1.cb720dcef9069p+0, 0x1.503cbd1e949dbp-56},
	{0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55},
	{0x1.dfc97337b9b5fp+0, -0x1.1a5cd4f184b5cp-54},
	{0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54},
	{0x1.f50765b6e4540p+0, 0x1.9d3e12dd8a18bp-54},
};

/* An exponential: 2^exponent * power * (1 + r + rest). */
typedef struct Exponential {
	const Parts *power;
	int exponent;
	Parts r;
	double rest;
} Exponential;

/* split_power: e^r 2^(k/32) as a Parts power, an exponent, and what is left of the series. */
static Exponential
split_power(int k, Parts r)
{
	static const double series[] = {1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5};
	double x = r.high;

	return (Exponential){&powers[k & 31], k >> 5, r, POLYNOMIAL(series, x) * x * x};
}

/* reduce_argument: x is between -800 and 800. */
static Exponential
reduce_argument(Parts x)
{
	double k = rint(x.high * 0x1.71547652b82fep+5);
	Parts r = parts_sum(x.high - k * step_high, x.low - k * step_low);

	return split_power((int)k, r);
}

static double
exponential_value(Exponential e)
{
	double p = e.r.high + (e.r.low + e.rest);

	return ldexp(e.power->high + (e.power->low + e.power->high * p), e.exponent);
}

/* is_out_of_range: true if e^x is not finite and normal; the result is then in *answer. */
static int
is_out_of_range(double x, double *answer)
{
	if (isnan(x)) {
		*answer = x;
		return 1;
	}
	if (x >= -746 && x <= 710)
		return 0;
	if (!isinf(x))
		errno = ERANGE;
	*answer = x > 0 ? HUGE_VAL : 0;
	return 1;
}

double
__exp_parts(Parts x)
{
	double r;

	if (is_out_of_range(x.high, &r))
		return r;
	r = exponential_value(reduce_argument(x));
	if (isinf(r) || r == 0)
		errno = ERANGE;
	return r;
}

enum { SEVEN_HUNDRED = 0x4085E000 }; /* the upper word of 700.0 */

/* usual_exp: e^x for |x| below 700; in one part, except the power, to whose exponent k is added. */
static inline double
usual_exp(double x)
{
	Double k = {x * 0x1.71547652b82fep+5 + ROUND_OFF}, v;
	int32_t n = (int32_t)k.word.low;
	const Parts *power = &powers[n & 31];
	double r;

	k.value -= ROUND_OFF;
	r = x - k.value * step_high - k.value * step_low;
	r += r * r * (0.5 + r * (0x1.555555554dccap-3 + r * (0x1.5555555551910p-5 + r * (0x1.11114faa79fd2p-7
		+ r * 0x1.6c1700057e56ap-10))));
	v.value = power->high + (power->low + power->high * r);
	v.word.high += (uint32_t)(n >> 5) << 20;
	return v.value;
}

double
exp(double x)
{
	return double_size(x) < SEVEN_HUNDRED ? usual_exp(x) : __exp_parts((Parts){x, 0});
}

double
exp2(double x)
{
	double k, r;

	if (!(fabs(x) < 1080))
		return exp(x);
	k = rint(x * 32);
	r = exponential_value(split_power((int)k, (Parts){(x - k / 32) * 0x1.62e42fefa39efp-1, 0}));
	if (isinf(r) || r == 0)
		errno = ERANGE;
	return r;
}

/*
 * __expm1_parts: compute 2^n power - 1, then add the rest of the series, so that nothing small is
 * lost.
 */
Parts
__expm1_parts(double x)
{
	Exponential e = reduce_argument((Parts){x, 0});
	double scale = ldexp(1, e.exponent), high = e.power->high * scale;
	Parts p = parts_product(high, e.r.high);

	p.low += high * (e.r.low + e.rest) + e.power->low * scale * (1 + e.r.high);
	return parts_add(parts_sum(high, -1), p);
}

double
expm1(double x)
{
	if (fabs(x) < 0x1p-54)
		return x;
	if (x < -40)
		return -1;
	return x <= 60 ? __expm1_parts(x).high : exp(x);
}
