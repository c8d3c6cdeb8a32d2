/*
 * strtod.c - reals from text.
 */
#include "nearest.h"
#include "short_real.h"
#include "source.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { EXPONENT_MAX = 10000 }; /* beyond it, all numbers are zero or infinite */

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
	bool negative = __source_sign(in);
	uint32_t d;
	int n = 0, c;

	while ((d = (c = __source_next(in)) - '0') < 10) {
		n = n < EXPONENT_MAX ? 10 * n + d : n;
		*length = in->n - start;
	}
	__source_back(in, c);
	return negative ? -n : n;
}

/* read_zeros: take leading zeros; returns how many. */
static int
read_zeros(Source *in)
{
	int from = in->n, c;

	while ((c = __source_next(in)) == '0')
		;
	__source_back(in, c);
	return in->n - from;
}

/* read_dropped: take the digits that follow those that x can keep. */
static void
read_dropped(Source *in, Digits *x)
{
	int c;

	while (isdigit(c = __source_next(in)))
		x->more |= c != '0';
	__source_back(in, c);
}

/* read_run: take digits, at most n, and append them to *part; returns how many. */
static int
read_run(Source *in, uint32_t *part, int n)
{
	uint32_t x = *part, d;
	int from = in->n, c;

	if (n > in->limit - from)
		n = in->limit - from;
	if (!in->f) {
		const char *s = in->s + from;

		for (; n > 0 && (d = *s - '0') < 10; n--, s++)
			x = 10 * x + d;
		in->n = s - in->s;
	} else {
		for (; n > 0 && (d = (c = __source_next(in)) - '0') < 10; n--)
			x = 10 * x + d;
		if (n > 0)
			__source_back(in, c);
	}
	*part = x;
	return in->n - from;
}

/*
 * read_digits: take digits; a number's first digit is not a zero here. Returns how many were
 * taken.
 */
static int
read_digits(Source *in, Digits *x)
{
	int from = in->n;

	for (;;) {
		x->in_last += read_run(in, &x->last, PART - x->in_last);
		if (x->in_last < PART)
			break;
		if (x->parts == PARTS) {
			read_dropped(in, x);
			break;
		}
		x->part[x->parts++] = x->last;
		x->last = x->in_last = 0;
	}
	x->n = PART * x->parts + x->in_last;
	return in->n - from;
}

/*
 * read_decimal: read a decimal number; *length counts characters, 1 or more if a zero is taken
 * already.
 */
static double
read_decimal(Source *in, int start, int *length, bool is_float)
{
	bool any = *length > 0;
	Digits x;
	int from;

	x.parts = x.in_last = x.last = 0;
	x.more = false;
	any |= read_zeros(in) > 0;
	x.point = read_digits(in, &x);
	any |= x.point > 0;
	if (__source_take(in, '.')) {
		from = in->n;
		if (x.n == 0)
			x.point = -read_zeros(in);
		read_digits(in, &x);
		any |= in->n > from;
	}
	if (!any)
		return 0;
	*length = in->n - start;
	if (__source_take(in, 'e'))
		x.point += read_exponent(in, start, length);
	return x.n ? __nearest_decimal(&x, is_float) : 0;
}

/* read_hexadecimal: read the digits and the exponent that follow 0x. */
static double
read_hexadecimal(Source *in, int start, int *length, bool is_float)
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
	return __nearest_binary(m, e, more, is_float);
}

int
__read_real(Source *in, bool is_float, double *to)
{
	int start = in->n, length = 0;
	bool negative = __source_sign(in);
	int c = __source_next(in);

	switch (c) {
	case 'i': case 'I':
		length = read_word(in, start, true);
		*to = HUGE_VAL;
		break;
	case 'n': case 'N':
		length = read_word(in, start, false);
		*to = NAN;
		break;
	case '0':
		length = in->n - start;
		if (__source_take(in, 'x')) {
			*to = read_hexadecimal(in, start, &length, is_float);
			break;
		}
		*to = read_decimal(in, start, &length, is_float);
		break;
	default:
		__source_back(in, c);
		*to = read_decimal(in, start, &length, is_float);
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
	Source in = {.s = s, .limit = INT_MAX};

	__source_blanks(&in);
	return in;
}

/*
 * set_end: set *end behind the blanks and the number's text; length 0: there is no number.
 */
static void
set_end(char **end, const char *s, int blanks, int length)
{
	if (end)
		*end = (char *)(length ? s + blanks + length : s);
}

/* read_long: strtod of any text. */
static double
read_long(const char *s, char **end)
{
	Source in = begin_source(s);
	int blanks = in.n;
	double v;
	int length = __read_real(&in, false, &v);

	set_end(end, s, blanks, length);
	return length ? v : 0;
}

double
strtod(const char *restrict s, char **restrict end)
{
	double v;
	const char *rest = __short_real(s, &v);

	if (!rest)
		return read_long(s, end);
	if (end)
		*end = (char *)rest;
	return v;
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
