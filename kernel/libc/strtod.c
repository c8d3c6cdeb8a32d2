/*
 * strtod.c - reals from text.
 *
 * A few digits with a small exponent are one multiplication or division of exact numbers. Otherwise the
 * first estimate is a mantissa of 19 digits times a power of ten; it is then compared, digit by digit, with the text
 * by way of the exact decimal form of the numbers half way to its neighbours, so that the result is the nearest
 * double. For a float, an inexact double first gets an odd mantissa ("round to odd"): rounding it again is then correct.
 */
#include "decimal.h"
#include "source.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	KEPT = 780,          /* the most digits that can matter */
	FIRST = 19,          /* the digits that the estimate uses */
	EXPONENT_MAX = 10000, /* beyond, all is zero or infinite */
};

/* A format: bits of the mantissa, exponents of the least denormal, largest exact power of ten, exact digits. */
typedef struct Format {
	int bits, least, power, digits;
	double min, max;
} Format;

static const Format formats[] = {
	{DBL_MANT_DIG, DBL_MIN_EXP - DBL_MANT_DIG, 22, 15, DBL_MIN, DBL_MAX},
	{FLT_MANT_DIG, FLT_MIN_EXP - FLT_MANT_DIG, 10, 7, FLT_MIN, FLT_MAX},
};

/* 0.ddd... times 10^point. */
typedef struct Digits {
	int n, point;
	bool more; /* a digit other than zero after the kept ones */
	char d[KEPT];
} Digits;

/* ---- from binary digits ---- */

/* rounded_binary: m * 2^e, and a little more if `more`, rounded; errno. */
static double
rounded_binary(uint64_t m, int e, bool more, const Format *f)
{
	uint64_t rest, half;
	int drop;
	double v;

	if (m == 0) {
		errno = more ? ERANGE : errno;
		return 0;
	}
	e -= __builtin_clzll(m);
	m <<= __builtin_clzll(m);
	drop = e + 64 - f->bits < f->least ? f->least - e : 64 - f->bits;
	if (drop > 64) {
		errno = ERANGE;
		return 0;
	}
	half = 1ull << (drop - 1);
	rest = m & (half | (half - 1));
	m = drop == 64 ? 0 : m >> drop;
	m += rest > half || (rest == half && (more || m & 1));
	v = ldexp((double)m, e + drop);
	if (v > f->max)
		v = HUGE_VAL;
	if (isinf(v) || (v < f->min && (rest || more)))
		errno = ERANGE;
	return v;
}

/*
 * nearest_float: the nearest float of a number that v is nearest to; the number is less or greater
 * than v as `c` says.
 */
static double
nearest_float(double v, int c)
{
	uint64_t bits, m;
	int e;

	memcpy(&bits, &v, sizeof bits);
	if (c < 0)
		bits--; /* towards zero */
	memcpy(&v, &bits, sizeof v);
	m = (uint64_t)ldexp(frexp(v, &e), DBL_MANT_DIG);
	return rounded_binary(m, e - DBL_MANT_DIG, c != 0, &formats[1]);
}

/* ---- from decimal digits ---- */

static double
estimate(const Digits *x) /* v within a few units in the last place */
{
	double v = 0, ten = 10;
	int n = x->n < FIRST ? x->n : FIRST, e = x->point - n;

	for (int i = 0; i < n; i++)
		v = 10 * v + x->d[i];
	for (int k = e < 0 ? -e : e; k; k >>= 1, ten *= ten)
		if (k & 1)
			v = e < 0 ? v / ten : v * ten; /* step by step, so that nothing overflows on the way */
	return v;
}

/*
 * compare_with_half_way: compare the digits, exactly, with the number half way between two reals of
 * the same sign.
 */
static int
compare_with_half_way(const Digits *x, double a_real, double b_real)
{
	Decimal a, b;
	int place, top, last;

	__decimal_from(&a, a_real);
	__decimal_from(&b, b_real);
	__decimal_middle(&a, &b);
	top = __decimal_top(&a);
	last = -9 * (a.end - POINT);
	if (x->point - 1 != top)
		return x->point - 1 > top ? 1 : -1;
	place = top;
	for (int i = 0; i < x->n || place >= last; i++, place--) {
		int d = i < x->n ? x->d[i] : 0, e = __decimal_digit(&a, place);

		if (d != e)
			return d > e ? 1 : -1;
	}
	return x->more;
}

static bool
is_odd(double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof bits);
	return bits & 1;
}

/*
 * correct_estimate: go to the neighbour of v until the text is not beyond half way to the next
 * real.
 */
static double
correct_estimate(const Digits *x, double v)
{
	for (;;) {
		double up = nextafter(v, HUGE_VAL), down = nextafter(v, 0);
		int c;

		if (isinf(up))
			return v;
		c = compare_with_half_way(x, v, up);
		if (c > 0 || (c == 0 && is_odd(v))) {
			v = up;
			continue;
		}
		if (v == 0)
			return v;
		c = compare_with_half_way(x, down, v);
		if (c > 0 || (c == 0 && !is_odd(v)))
			return v;
		v = down;
	}
}

/*
 * is_beyond_range: true if the number is at least half way from the greatest double to 2^1024,
 * which would be the next one.
 */
static bool
is_beyond_range(const Digits *x)
{
	static const char half_way[] = "17976931348623158079372";

	for (int i = 0; half_way[i]; i++) {
		int d = i < x->n ? x->d[i] : 0;

		if (x->point != DBL_MAX_10_EXP + 1)
			return x->point > DBL_MAX_10_EXP;
		if (d != half_way[i] - '0')
			return d > half_way[i] - '0';
	}
	return true;
}

/*
 * is_exact_quotient: true if the number is a product or quotient of two exact reals; sets *v to it.
 */
static bool
is_exact_quotient(const Digits *x, const Format *f, double *v)
{
	int e = x->point - x->n;
	double m = 0, ten = 1;

	if (x->n > f->digits || e > f->power || e < -f->power)
		return false;
	for (int i = 0; i < x->n; i++)
		m = 10 * m + x->d[i];
	for (int i = 0; i < (e < 0 ? -e : e); i++)
		ten *= 10;
	if (f->bits == FLT_MANT_DIG)
		*v = e < 0 ? (float)m / (float)ten : (float)m * (float)ten;
	else
		*v = e < 0 ? m / ten : m * ten;
	return true;
}

static double
nearest_real(const Digits *x, const Format *f) /* the nearest one; errno if out of range */
{
	double v;

	if (is_exact_quotient(x, f, &v))
		return v;
	if (x->point > 310 || x->point < -330) {
		errno = ERANGE;
		return x->point > 310 ? HUGE_VAL : 0;
	}
	v = estimate(x);
	if (isinf(v) && !is_beyond_range(x))
		v = DBL_MAX;
	if (!isinf(v))
		v = correct_estimate(x, v);
	if (isinf(v) || v == 0)
		errno = ERANGE;
	else if (f->bits == FLT_MANT_DIG)
		return nearest_float(v, compare_with_half_way(x, v, v));
	else if (v < DBL_MIN && compare_with_half_way(x, v, v) != 0)
		errno = ERANGE;
	return v;
}

/* ---- text ---- */

/* accept_word: take characters as long as they agree with s; true if all of s was taken. */
static bool
accept_word(Source *in, const char *s)
{
	while (*s && __source_take(in, *s))
		s++;
	return *s == '\0';
}

/* read_word: read the rest of infinity or nan. */
static int
read_word(Source *in, int start, bool infinite)
{
	int length = 0, c;

	if (accept_word(in, infinite ? "nf" : "an"))
		length = in->n - start;
	if (length == 0)
		return 0;
	if (infinite)
		return accept_word(in, "inity") ? in->n - start : length;
	if (!__source_take(in, '('))
		return length;
	while (isalnum(c = __source_next(in)) || c == '_')
		;
	if (c == ')')
		return in->n - start;
	__source_back(in, c);
	return length;
}

/*
 * read_exponent: read the exponent after its letter; *length becomes the text's length if there is
 * one.
 */
static int
read_exponent(Source *in, int start, int *length)
{
	bool negative = __source_take(in, '-');
	int n = 0, c;

	if (!negative)
		__source_take(in, '+');
	while (isdigit(c = __source_next(in))) {
		n = n < EXPONENT_MAX ? 10 * n + c - '0' : n;
		*length = in->n - start;
	}
	__source_back(in, c);
	return negative ? -n : n;
}

static void
add_digit(Digits *x, int d, bool behind_point)
{
	if (x->n == 0 && d == 0) {
		x->point -= behind_point;
		return;
	}
	if (x->n < KEPT)
		x->d[x->n++] = d;
	else
		x->more |= d != 0;
	x->point += !behind_point;
}

/* read a decimal number; *length counts characters, 1 or more if a zero is taken already. */
static double
read_decimal(Source *in, int start, int *length, const Format *f)
{
	Digits x = {0};
	bool point = false;
	int c;

	for (;;) {
		c = __source_next(in);
		if (isdigit(c))
			add_digit(&x, c - '0', point);
		else if (c == '.' && !point)
			point = true;
		else
			break;
		if (c != '.' || *length)
			*length = in->n - start;
	}
	__source_back(in, c);
	if (*length && __source_take(in, 'e'))
		x.point += read_exponent(in, start, length);
	while (x.n > 0 && x.d[x.n - 1] == 0 && !x.more)
		x.n--;
	return x.n ? nearest_real(&x, f) : 0;
}

/* read_hexadecimal: read the digits and the exponent that follow 0x. */
static double
read_hexadecimal(Source *in, int start, int *length, const Format *f)
{
	bool point = false, more = false, any = false;
	uint64_t m = 0;
	int e = 0, c, d;

	for (;;) {
		c = __source_next(in);
		if (c == '.' && !point) {
			point = true;
		} else if (isxdigit(c)) {
			any = true;
			d = isdigit(c) ? c - '0' : tolower(c) - 'a' + 10;
			if (m >> 60) {
				more |= d != 0;
				e += 4;
			} else {
				m = m << 4 | d;
			}
			e -= point ? 4 : 0;
		} else {
			break;
		}
		if (any)
			*length = in->n - start;
	}
	__source_back(in, c);
	if (any && __source_take(in, 'p'))
		e += read_exponent(in, start, length);
	return rounded_binary(m, e, more, f);
}

int
__read_real(Source *in, bool is_float, double *to)
{
	const Format *f = &formats[is_float];
	int start = in->n, length = 0;
	bool negative = __source_take(in, '-');

	if (!negative)
		__source_take(in, '+');
	if (__source_take(in, 'i')) {
		length = read_word(in, start, true);
		*to = HUGE_VAL;
	} else if (__source_take(in, 'n')) {
		length = read_word(in, start, false);
		*to = NAN;
	} else if (__source_take(in, '0')) {
		length = in->n - start;
		if (__source_take(in, 'x'))
			*to = read_hexadecimal(in, start, &length, f);
		else
			*to = read_decimal(in, start, &length, f);
	} else {
		*to = read_decimal(in, start, &length, f);
	}
	if (negative)
		*to = -*to;
	return length;
}

int
__read_float(Source *in, float *to)
{
	double v;
	int length = __read_real(in, true, &v);

	if (length)
		*to = !isnan(v) ? (float)v : signbit(v) ? -NAN : NAN;
	return length;
}

/* begin_source: a source that has passed the blanks at the beginning of the text. */
static Source
begin_source(const char *s)
{
	Source in = {.s = s, .left = INT_MAX};

	__source_blanks(&in);
	return in;
}

/*
 * set_end: set *end for a text of this length behind so many blanks; length 0: there is no number.
 */
static void
set_end(char **end, const char *s, int blanks, int length)
{
	if (end)
		*end = (char *)(length ? s + blanks + length : s);
}

double
strtod(const char *restrict s, char **restrict end)
{
	Source in = begin_source(s);
	int blanks = in.n;
	double v;
	int length = __read_real(&in, false, &v);

	set_end(end, s, blanks, length);
	return length ? v : 0;
}

float
strtof(const char *restrict s, char **restrict end)
{
	Source in = begin_source(s);
	int blanks = in.n;
	float v;
	int length = __read_float(&in, &v);

	set_end(end, s, blanks, length);
	return length ? v : 0;
}

long double
strtold(const char *restrict s, char **restrict end)
{
	return strtod(s, end);
}

double
atof(const char *s)
{
	return strtod(s, NULL);
}
