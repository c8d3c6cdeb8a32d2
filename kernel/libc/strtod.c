/*
 * strtod.c - reals from text.
 *
 * The first estimate is a mantissa of 19 digits times a power of ten; it is then compared, digit by
 * digit, with the text by way of the exact decimal form of the numbers half way to its neighbours, so
 * that the result is the nearest double.
 */
#include "decimal.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 780, FIRST = 19 }; /* digits that can matter; of the estimate */

/* 0.ddd... times 10^point. */
typedef struct Digits {
	int n, point;
	bool more; /* something not zero behind the kept ones */
	char d[KEPT];
} Digits;

static const char *
read_digits(Digits *x, const char *p)
{
	bool point = false, any = false;

	for (;; p++) {
		if (*p == '.' && !point) {
			point = true;
			continue;
		}
		if (!isdigit(*p))
			break;
		any = true;
		if (x->n == 0 && *p == '0') {
			x->point -= point;
			continue;
		}
		if (x->n < KEPT)
			x->d[x->n++] = *p - '0';
		else
			x->more |= *p != '0';
		x->point += !point;
	}
	return any ? p : NULL;
}

static const char *
read_exponent(Digits *x, const char *p)
{
	const char *e = p + 1;
	int sign = 1, n = 0;

	if ((*p | 0x20) != 'e')
		return p;
	if (*e == '-' || *e == '+')
		sign = *e++ == '-' ? -1 : 1;
	if (!isdigit(*e))
		return p;
	for (; isdigit(*e); e++)
		n = n < 10000 ? 10 * n + *e - '0' : n;
	x->point += sign * n;
	return e;
}

static double
estimate(const Digits *x)
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

/* compare: the digits with a number given as the sum of two reals of the same sign, exactly. */
static int
compare(const Digits *x, double half_way_low, double high)
{
	Decimal a, b;
	int place, top;

	decimal_from(&a, half_way_low);
	decimal_from(&b, high);
	decimal_middle(&a, &b);
	top = decimal_top(&a);
	if (x->point - 1 != top)
		return x->point - 1 > top ? 1 : -1;
	place = top;
	for (int i = 0; i < KEPT || place >= -9 * (DECIMAL_PARTS - POINT); i++, place--) {
		int d = i < x->n ? x->d[i] : 0, e = decimal_digit(&a, place);

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

/* correct: to the neighbour, until the text is not beyond half way to the next. */
static double
correct(const Digits *x, double v)
{
	for (;;) {
		double up = nextafter(v, HUGE_VAL), down = nextafter(v, 0);
		int c;

		if (isinf(up))
			return v;
		c = compare(x, v, up);
		if (c > 0 || (c == 0 && is_odd(v))) {
			v = up;
			continue;
		}
		if (v == 0)
			return v;
		c = compare(x, down, v);
		if (c > 0 || (c == 0 && !is_odd(v)))
			return v;
		v = down;
	}
}

/* beyond: at least half way from the greatest double to the next, were there one. */
static bool
beyond(const Digits *x)
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

static double
value_of(const Digits *x)
{
	double v;

	if (x->n == 0)
		return 0;
	if (x->point > 310) {
		errno = ERANGE;
		return HUGE_VAL;
	}
	if (x->point < -330) {
		errno = ERANGE;
		return 0;
	}
	v = estimate(x);
	if (isinf(v) && !beyond(x))
		v = DBL_MAX;
	if (!isinf(v))
		v = correct(x, v);
	if (isinf(v) || v == 0)
		errno = ERANGE;
	return v;
}

double
strtod(const char *restrict s, char **restrict end)
{
	Digits x = {0};
	const char *p = s, *after;
	bool negative;
	double v;

	while (isspace(*p))
		p++;
	negative = *p == '-';
	if (*p == '-' || *p == '+')
		p++;
	if ((p[0] | 0x20) == 'i' && (p[1] | 0x20) == 'n' && (p[2] | 0x20) == 'f') {
		after = p + 3;
		v = HUGE_VAL;
	} else if ((p[0] | 0x20) == 'n' && (p[1] | 0x20) == 'a' && (p[2] | 0x20) == 'n') {
		after = p + 3;
		v = NAN;
	} else {
		after = read_digits(&x, p);
		if (after)
			after = read_exponent(&x, after);
		v = value_of(&x);
	}
	if (end)
		*end = (char *)(after ? after : s);
	return negative ? -v : v;
}

float
strtof(const char *restrict s, char **restrict end)
{
	return strtod(s, end);
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
