/*
 * format_real.c - reals in formatted output, exact to the last digit asked for.
 */
#include "decimal.h"
#include "format.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { REAL_TEXT = 400 };

typedef struct Text {
	char s[REAL_TEXT];
	int n;
	int zeros; /* zeros that follow the text, after the exact digits */
} Text;

static void
add_char(Text *t, char c)
{
	if (t->n < REAL_TEXT)
		t->s[t->n++] = c;
	else
		t->zeros++;
}

/* add_fixed: append d as %f does. */
static void
add_fixed(Text *t, Decimal *d, int precision, bool point)
{
	int n;

	__decimal_round(d, -precision);
	n = __decimal_digits(d);
	for (int place = n > 0 ? n - 1 : 0; place >= 0; place--)
		add_char(t, '0' + __decimal_digit(d, place));
	if (precision > 0 || point)
		add_char(t, '.');
	for (int place = -1; place >= -precision; place--)
		add_char(t, '0' + __decimal_digit(d, place));
}

/* add_scientific: append d as %e does. */
static void
add_scientific(Text *t, Decimal *d, int precision, bool point, char letter)
{
	int top = __decimal_top(d), exponent;

	__decimal_round(d, top - precision);
	top = __decimal_top(d);
	add_char(t, '0' + __decimal_digit(d, top));
	if (precision > 0 || point)
		add_char(t, '.');
	for (int place = top - 1; place >= top - precision; place--)
		add_char(t, '0' + __decimal_digit(d, place));
	add_char(t, letter);
	add_char(t, top < 0 ? '-' : '+');
	exponent = top < 0 ? -top : top;
	if (exponent >= 100)
		add_char(t, '0' + exponent / 100);
	add_char(t, '0' + exponent / 10 % 10);
	add_char(t, '0' + exponent % 10);
}

/* strip_zeros: remove the zeros at the end of the digits, and a point that is then last. */
static void
strip_zeros(Text *t, int from)
{
	int end = from;

	if (!memchr(t->s, '.', from))
		return;
	while (t->s[end - 1] == '0')
		end--;
	if (t->s[end - 1] == '.')
		end--;
	memmove(t->s + end, t->s + from, t->n - from);
	t->n -= from - end;
}

/* add_general: as %g: the shorter of both, without zeros at the end. */
static void
add_general(Text *t, Decimal *d, int precision, bool point, char letter)
{
	Decimal rounded = *d;
	char *e;
	int top;

	if (precision == 0)
		precision = 1;
	__decimal_round(&rounded, __decimal_top(d) - precision + 1);
	top = __decimal_top(&rounded);
	if (top < -4 || top >= precision) {
		add_scientific(t, d, precision - 1, point, letter);
		e = memchr(t->s, letter, t->n);
		if (!point)
			strip_zeros(t, e - t->s);
		return;
	}
	add_fixed(t, d, precision - 1 - top, point);
	if (!point)
		strip_zeros(t, t->n);
}

/* add_hexadecimal: append x as %a does. */
static void
add_hexadecimal(Text *t, double x, const Spec *s)
{
	const char *set = s->letter == 'A' ? "0123456789ABCDEF" : "0123456789abcdef";
	uint64_t bits, mantissa;
	int exponent, digits = s->precision < 0 || s->precision > 13 ? 13 : s->precision;

	memcpy(&bits, &x, sizeof bits);
	mantissa = bits & 0xFFFFFFFFFFFFFull;
	exponent = (bits >> 52 & 0x7FF) - 1023;
	if (exponent > -1023)
		mantissa |= 1ull << 52;
	else
		exponent = mantissa ? -1022 : 0;
	if (digits < 13) {
		uint64_t unit = 1ull << (52 - 4 * digits), half = unit / 2, rest = mantissa & (unit - 1);

		mantissa -= rest;
		if (rest > half || (rest == half && mantissa & unit))
			mantissa += unit;
	}
	add_char(t, set[mantissa >> 52]);
	if (s->precision < 0)
		while (digits > 0 && (mantissa >> (52 - 4 * digits) & 15) == 0)
			digits--;
	if (digits > 0 || s->alternate)
		add_char(t, '.');
	for (int i = 1; i <= digits; i++)
		add_char(t, set[mantissa >> (52 - 4 * i) & 15]);
	for (int i = 13; i < s->precision; i++)
		add_char(t, '0');
	add_char(t, s->letter == 'A' ? 'P' : 'p');
	add_char(t, exponent < 0 ? '-' : '+');
	exponent = exponent < 0 ? -exponent : exponent;
	for (int unit = 1000; unit > 0; unit /= 10)
		if (exponent >= unit || unit == 1)
			add_char(t, '0' + exponent / unit % 10);
}

static void
real_text(Text *t, double x, const Spec *s)
{
	int precision = s->precision < 0 ? 6 : s->precision;
	Decimal d;

	__decimal_from(&d, x);
	switch (s->letter | 0x20) {
	case 'f':
		add_fixed(t, &d, precision, s->alternate);
		break;
	case 'e':
		add_scientific(t, &d, precision, s->alternate, s->letter);
		break;
	default:
		add_general(t, &d, precision, s->alternate, s->letter == 'G' ? 'E' : 'e');
	}
}

void
__format_real(Out *o, Spec *s, double x)
{
	bool upper = s->letter < 'a', negative = signbit(x);
	char prefix[4];
	Text t = {.n = 0};

	strcpy(prefix, __format_sign(s, negative));
	if (!isfinite(x)) {
		s->zero = false;
		__format_field(o, s, prefix, 0, isnan(x) ? upper ? "NAN" : "nan" : upper ? "INF" : "inf", 3);
		return;
	}
	if (s->letter == 'a' || s->letter == 'A') {
		strcat(prefix, upper ? "0X" : "0x");
		add_hexadecimal(&t, fabs(x), s);
	} else {
		real_text(&t, fabs(x), s);
	}
	s->width -= t.zeros;
	__format_field(o, s, prefix, 0, t.s, t.n);
	__format_put(o, '0', t.zeros);
}
