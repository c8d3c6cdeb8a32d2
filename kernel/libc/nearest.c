/*
 * nearest.c - the real that is nearest to a number in digits.
 *
 * The first 19 digits times a power of ten, to 128 bits, lie between two numbers that nearly always
 * have the same nearest real. If they have not, the digits are compared exactly with the number half
 * way between the two reals.
 */
#include "nearest.h"
#include "big.h"
#include "ten.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum {
	FIRST = 19, /* the digits that are less than 2^64 */
	POINT_MIN = -330,
	POINT_MAX = 310, /* numbers with another point are zero or infinite */
};

/* A format: bits of the mantissa, exponent of the least denormal, least normal number, greatest one. */
typedef struct Format {
	int bits, least;
	double min, max;
} Format;

static const Format formats[] = {
	{DBL_MANT_DIG, DBL_MIN_EXP - DBL_MANT_DIG, DBL_MIN, DBL_MAX},
	{FLT_MANT_DIG, FLT_MIN_EXP - FLT_MANT_DIG, FLT_MIN, FLT_MAX},
};

/* m * 2^exponent, the nearest of a format to a number. */
typedef struct Near {
	uint64_t m;
	int exponent;
	bool exact;
} Near;

/* round_off: the nearest to m * 2^exponent, plus a little if `more`; the upper bit of m is set. */
static Near
round_off(uint64_t m, int exponent, bool more, const Format *f)
{
	int drop = 64 - f->bits;
	uint64_t half, rest;

	if (exponent < f->least - drop)
		drop = f->least - exponent;
	if (drop > 64)
		return (Near){0, f->least, false};
	half = 1ull << (drop - 1);
	rest = m & (2 * half - 1);
	m = drop == 64 ? 0 : m >> drop;
	m += rest > half || (rest == half && (more || m & 1));
	return (Near){m, exponent + drop, rest == 0 && !more};
}

/* real_of: the real, and errno if it is out of range. */
static double
real_of(Near x, const Format *f)
{
	int shift, least = formats[0].least;
	uint64_t bits = 0;
	double v;

	if (x.m) {
		shift = __builtin_clzll(x.m) - (64 - DBL_MANT_DIG);
		if (shift > x.exponent - least)
			shift = x.exponent - least;
		bits = shift < 0 ? x.m >> -shift : x.m << shift;
		x.exponent -= shift;
		if (x.exponent > DBL_MAX_EXP - DBL_MANT_DIG)
			bits = 0x7FFull << 52;
		else
			bits += (uint64_t)(x.exponent - least) << 52; /* a normal number has a bit there */
	}
	memcpy(&v, &bits, sizeof v);
	if (v > f->max)
		v = HUGE_VAL;
	if (v > f->max || (v < f->min && !x.exact))
		errno = ERANGE;
	return v;
}

double
__nearest_binary(uint64_t m, int exponent, bool more, bool is_float)
{
	const Format *f = &formats[is_float];
	int shift;

	if (m == 0)
		return real_of((Near){0, f->least, !more}, f);
	shift = __builtin_clzll(m);
	return real_of(round_off(m << shift, exponent - shift, more, f), f);
}

/* ---- from digits ---- */

/* compare: compare the digits with m * 2^exponent, exactly. */
static int
compare(const Digits *x, uint64_t m, int exponent)
{
	int ten = x->point - x->n, two = ten - exponent, c;
	Big digits, binary;

	__big_set(&digits, 0);
	for (int i = 0; i < x->parts; i++)
		__big_multiply(&digits, __tens[PART], x->part[i]);
	__big_multiply(&digits, __tens[x->in_last], x->last);
	__big_set(&binary, m);
	__big_fives(ten > 0 ? &digits : &binary, ten > 0 ? ten : -ten);
	__big_shift(two > 0 ? &digits : &binary, two > 0 ? two : -two);
	c = __big_compare(&digits, &binary);
	return c == 0 && x->more ? 1 : c;
}

/* nearest_of_two: the nearest one of a real and the next greater one. */
static Near
nearest_of_two(const Digits *x, Near below)
{
	int c = compare(x, 2 * below.m + 1, below.exponent - 1);

	below.m += c > 0 || (c == 0 && below.m & 1);
	return below;
}

/* is_zero_from: true if all parts from number i on are zero. */
static bool
is_zero_from(const Digits *x, int i)
{
	for (; i < x->parts; i++)
		if (x->part[i])
			return false;
	return x->last == 0 && !x->more;
}

/*
 * first_digits: the first digits as a number.
 *
 * n       becomes how many there are
 * cut     becomes true if a digit other than zero follows them
 */
static uint64_t
first_digits(const Digits *x, int *n, bool *cut)
{
	uint32_t second = x->parts == 1 ? x->last : x->part[1], third, unit;
	int digits = x->parts == 1 ? x->in_last : PART;
	uint64_t m;

	*n = x->n < FIRST ? x->n : FIRST;
	*cut = false;
	if (x->parts == 0)
		return x->last;
	m = (uint64_t)x->part[0] * __tens[digits] + second;
	if (x->n < FIRST)
		return m;
	third = x->parts == 2 ? x->last : x->part[2];
	unit = __tens[(x->parts == 2 ? x->in_last : PART) - 1];
	*cut = third % unit || (x->parts > 2 && !is_zero_from(x, 3));
	return m * 10 + third / unit;
}

/* round_upper: the nearest to the greatest number that x may stand for. */
static Near
round_upper(Wide x, const Format *f)
{
	if (x.low + TEN_ERROR < x.low && ++x.high == 0) {
		x.high = 1ull << 63;
		x.exponent++;
	}
	return round_off(x.high, x.exponent + 64, true, f);
}

double
__nearest_decimal(const Digits *x, bool is_float)
{
	const Format *f = &formats[is_float];
	bool cut, exact;
	Wide product;
	Near below, above;
	uint64_t m;
	int n, ten;

	if (x->point > POINT_MAX || x->point < POINT_MIN) {
		errno = ERANGE;
		return x->point > POINT_MAX ? HUGE_VAL : 0;
	}
	m = first_digits(x, &n, &cut);
	ten = x->point - n;
	exact = !cut && ten >= 0 && ten <= TEN_EXACT;
	product = __ten_times(m, ten);
	below = round_off(product.high, product.exponent + 64, !exact || product.low, f);
	if (!exact) {
		above = round_upper(cut ? __ten_times(m + 1, ten) : product, f);
		if (above.m != below.m || above.exponent != below.exponent)
			below = nearest_of_two(x, below);
		if (cut && below.exponent == f->least) /* perhaps a denormal number to its last digit */
			below.exact = compare(x, below.m, below.exponent) == 0;
	}
	return real_of(below, f);
}
