/*
 * short_real.c - reals of few digits from text.
 *
 * An integer below 2^53 and the powers of ten up to 10^22 are exact as doubles, so that a single
 * multiplication or division rounds to the nearest double (W. D. Clinger, "How to read floating
 * point numbers accurately", PLDI 1990). Of other products, the first 64 bits are computed, which the
 * processor rounds; 128 bits are computed if these leave two doubles, or the double is not normal.
 */
#include "short_real.h"
#include "double.h"
#include "nearest.h"
#include "ten.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	DIGITS = 19,       /* the digits that are less than 2^64 */
	CUT_ERROR = 32,    /* what the digits after these can add to 64 bits of a product */
	TENS = 22,         /* the greatest power of ten that is an exact double */
	EXPONENT = 3,      /* digits of an exponent */
	LEAST = -342,      /* numbers with a lesser or greater power of ten are zero or infinite */
	MOST = 308,
	EXACT_BITS = 53,   /* of a double */
	BELOW = (1 << (64 - EXACT_BITS)) - 1, /* the bits of 64 that a double drops */
	HALF = 1 << (63 - EXACT_BITS),        /* the upper one of them */
	FIELD = 20,        /* bits below the exponent in a double's upper word */
	FIELD_MAX = 2046,  /* the exponent's field of the greatest double */
	UPPER = (1 << FIELD) - 1, /* bits of the mantissa in that word */
};

/* m * 10^ten, and less than 10^ten more if `cut`; m has `digits` digits. */
typedef struct Decimal {
	uint64_t m;
	int digits, ten;
	bool cut;
} Decimal;

static const double tens[TENS + 1] = {
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* read_part: append digits to *x, at most n; returns their end. */
static inline const char *
read_part(const char *s, int n, uint32_t *x)
{
	const char *limit = s + n;
	uint32_t part = *x, d;

	for (; s != limit && (d = *s - '0') < 10; s++)
		part = 10 * part + d;
	*x = part;
	return s;
}

/* skip: the end of the characters from `low` to `high` at s. */
static inline const char *
skip(const char *s, char low, char high)
{
	while (*s >= low && *s <= high)
		s++;
	return s;
}

/* read_digits: append digits to x as long as they fit, and pass the others; returns their end. */
static const char *
read_digits(const char *s, Decimal *x)
{
	const char *from = x->digits == 0 ? skip(s, '0', '0') : s;
	uint32_t part;
	int n, got;

	s = from;
	do {
		n = DIGITS - x->digits < PART ? DIGITS - x->digits : PART;
		part = 0;
		s = read_part(from, n, &part);
		got = s - from;
		x->m = x->m ? x->m * __tens[got] + part : part;
		x->digits += got;
		from = s;
	} while (got == PART);
	if (x->digits < DIGITS)
		return s;
	s = skip(s, '0', '9');
	x->cut |= s != from;
	x->ten += s - from;
	return s;
}

/* read_exponent: the end of the exponent at s, if there is one; NULL if it has too many digits. */
static const char *
read_exponent(const char *s, int *exponent)
{
	const char *digits = s + 1, *end;
	bool negative = *digits == '-';
	uint32_t n = 0;

	if (negative || *digits == '+')
		digits++;
	end = read_part(digits, EXPONENT + 1, &n);
	if (end == digits)
		return s;
	*exponent += negative ? -(int)n : (int)n;
	return end - digits > EXPONENT ? NULL : end;
}

/* is_blank: true for white space. */
static inline bool
is_blank(char c)
{
	return c == ' ' || (uint32_t)(c - '\t') < 5;
}

/* double_of: the nearest double. */
static inline double
double_of(uint64_t m)
{
	return (double)(uint32_t)(m >> 32) * 0x1p32 + (double)(uint32_t)m;
}

/*
 * is_near_half: true if a number that is at least m, and less than m + error, may be half way between
 * two doubles, or beyond that when m is not; the upper bit of m is set.
 */
static inline bool
is_near_half(uint64_t m, uint32_t error)
{
	return ((uint32_t)m & BELOW) - (HALF - error) <= error;
}

/* set_normal: the nearest double to m * 2^exponent; false if it is not a normal number. */
static bool
set_normal(uint64_t m, int exponent, double *to)
{
	Double x = {double_of(m)};

	exponent += x.word.high >> FIELD;
	if (exponent < 1 || exponent > FIELD_MAX)
		return false;
	x.word.high = (x.word.high & UPPER) | exponent << FIELD;
	*to = x.value;
	return true;
}

/* scale_exactly: the nearest double to m * 10^ten; false if 128 bits do not tell. */
static bool
scale_exactly(uint64_t m, int ten, double *to)
{
	Wide x = __ten_times(m, ten);
	bool exact = ten >= 0 && ten <= TEN_EXACT;

	if (!exact && (x.low == 0 || x.low + TEN_ERROR < x.low))
		return false;
	*to = __nearest_binary(x.high, x.exponent + 64, x.low != 0, false);
	return true;
}

/* scale: the nearest double; false if it is zero or infinite, or takes more digits. */
static bool
scale(const Decimal *x, double *to)
{
	int ten = x->ten, exponent;
	uint64_t first;

	if (x->m >> EXACT_BITS == 0 && ten >= -TENS && ten <= TENS) {
		*to = ten < 0 ? double_of(x->m) / tens[-ten] : double_of(x->m) * tens[ten];
		return true;
	}
	if (ten < LEAST || ten > MOST)
		return false;
	first = __ten_first(x->m, ten, &exponent);
	if (!is_near_half(first, TEN_FIRST_ERROR + (x->cut ? CUT_ERROR : 0)) &&
		set_normal(first, exponent, to))
		return true;
	return !x->cut && scale_exactly(x->m, ten, to);
}

const char *
__short_real(const char *s, double *to)
{
	Decimal x = {0};
	const char *from, *point;
	bool negative;
	int digits;

	while (is_blank(*s))
		s++;
	negative = *s == '-';
	if (negative || *s == '+')
		s++;
	from = s;
	s = read_digits(s, &x);
	digits = s - from;
	if (*s == '.') {
		point = s + 1;
		s = read_digits(point, &x);
		digits += s - point;
		x.ten -= s - point;
	}
	if (digits == 0 || *s == 'x' || *s == 'X')
		return NULL;
	if ((*s == 'e' || *s == 'E') && !(s = read_exponent(s, &x.ten)))
		return NULL;
	if (x.m == 0)
		*to = 0;
	else if (!scale(&x, to))
		return NULL;
	if (negative)
		*to = -*to;
	return s;
}
