/*
 * format_real.c - reals in formatted output, exact to the last digit asked for.
 */
#include "format.h"
#include "rounded.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { PIECE = 64 }; /* characters that are printed together */

/* The text of a number on its way to the output. */
typedef struct Text {
	Out *o;
	int n;
	char s[PIECE];
} Text;

static void
flush_text(Text *t)
{
	__format_text(t->o, t->s, t->n);
	t->n = 0;
}

static void
add_char(Text *t, char c)
{
	if (t->n == PIECE)
		flush_text(t);
	t->s[t->n++] = c;
}

/* add_digits: append the digits from place `first` to place `last`. */
static void
add_digits(Text *t, const Rounded *x, int first, int last)
{
	int left = first - last + 1;

	while (left > 0) {
		int n = left < PIECE - t->n ? left : PIECE - t->n;

		__rounded_digits(x, last + left - 1, t->s + t->n, n);
		t->n += n;
		left -= n;
		if (t->n == PIECE)
			flush_text(t);
	}
}

/* How a number is printed. */
typedef struct Layout {
	int first, unit, last; /* the places of the first digit, the one before the point, the last */
	bool point;            /* there is a point */
	char letter;           /* of the exponent, which is `unit`; 0: there is none */
} Layout;

/* fixed_layout: as of %f, to the place `last`. */
static Layout
fixed_layout(const Rounded *x, int last)
{
	return (Layout){.first = x->top > 0 ? x->top : 0, .last = last, .point = last < 0};
}

/* scientific_layout: as of %e, to the place `last`. */
static Layout
scientific_layout(const Rounded *x, int last, char letter)
{
	return (Layout){x->top, x->top, last, last < x->top, letter};
}

/* general_layout: as of %g: the shorter of both, without zeros at the end unless they are wanted. */
static Layout
general_layout(const Rounded *x, int digits, bool zeros, char letter)
{
	bool scientific = x->top < -4 || x->top >= digits;
	int last = x->top - digits + 1, unit = scientific ? x->top : 0;
	char digit;

	for (; !zeros && last < unit; last++) {
		__rounded_digits(x, last, &digit, 1);
		if (digit != '0')
			break;
	}
	return scientific ? scientific_layout(x, last, letter) : fixed_layout(x, last);
}

/* text_length: the number of characters. */
static int
text_length(const Layout *l)
{
	int n = l->first - l->last + 1 + l->point;

	return !l->letter ? n : l->unit > -100 && l->unit < 100 ? n + 4 : n + 5;
}

static void
add_exponent(Text *t, char letter, int exponent)
{
	int size = exponent < 0 ? -exponent : exponent;

	add_char(t, letter);
	add_char(t, exponent < 0 ? '-' : '+');
	if (size >= 100)
		add_char(t, '0' + size / 100);
	add_char(t, '0' + size / 10 % 10);
	add_char(t, '0' + size % 10);
}

/* put_number: print a number with its sign. */
static void
put_number(Out *o, const Spec *s, const char *sign, const Rounded *x, const Layout *l)
{
	int pad = __format_begin(o, s, sign, text_length(l));
	Text t = {.o = o};

	add_digits(&t, x, l->first, l->unit);
	if (l->point)
		add_char(&t, '.');
	add_digits(&t, x, l->unit - 1, l->last);
	if (l->letter)
		add_exponent(&t, l->letter, l->unit);
	flush_text(&t);
	__format_put(o, ' ', pad);
}

/* convert_decimal: print x, which is finite, as %f, %e or %g does. */
static void
convert_decimal(Out *o, const Spec *s, const char *sign, double x)
{
	int precision = s->precision < 0 ? 6 : s->precision;
	char letter = s->letter & 0x20 ? 'e' : 'E';
	Rounded number;
	Layout l;

	switch (s->letter | 0x20) {
	case 'f':
		__round_at(&number, x, -precision);
		l = fixed_layout(&number, -precision);
		break;
	case 'e':
		__round_to(&number, x, precision + 1);
		l = scientific_layout(&number, number.top - precision, letter);
		break;
	default:
		precision += precision == 0;
		__round_to(&number, x, precision);
		l = general_layout(&number, precision, s->alternate, letter);
	}
	l.point |= s->alternate;
	put_number(o, s, sign, &number, &l);
}

/* round_bits: round to so many hexadecimal digits behind the point. */
static uint64_t
round_bits(uint64_t mantissa, int digits)
{
	uint64_t unit = 1ull << (52 - 4 * digits), half = unit / 2, rest = mantissa & (unit - 1);

	mantissa -= rest;
	if (rest > half || (rest == half && mantissa & unit))
		mantissa += unit;
	return mantissa;
}

static void
add_binary_exponent(Text *t, char letter, int exponent)
{
	int size = exponent < 0 ? -exponent : exponent;

	add_char(t, letter);
	add_char(t, exponent < 0 ? '-' : '+');
	for (int unit = 1000; unit > 0; unit /= 10)
		if (size >= unit || unit == 1)
			add_char(t, '0' + size / unit % 10);
}

/* convert_hexadecimal: print x, which is finite, as %a does. */
static void
convert_hexadecimal(Out *o, const Spec *s, const char *sign, double x)
{
	bool upper = s->letter == 'A';
	const char *set = upper ? "0123456789ABCDEF" : "0123456789abcdef";
	int exponent, digits = s->precision < 0 || s->precision > 13 ? 13 : s->precision, pad;
	int zeros = s->precision > 13 ? s->precision - 13 : 0;
	Text t = {.o = o}, end = {.o = o};
	uint64_t m = __mantissa(x, &exponent);
	char prefix[4];

	exponent = m ? exponent + 52 : 0;
	m = digits < 13 ? round_bits(m, digits) : m;
	if (s->precision < 0)
		while (digits > 0 && (m >> (52 - 4 * digits) & 15) == 0)
			digits--;
	add_char(&t, set[m >> 52]);
	if (digits > 0 || s->alternate)
		add_char(&t, '.');
	for (int i = 1; i <= digits; i++)
		add_char(&t, set[m >> (52 - 4 * i) & 15]);
	add_binary_exponent(&end, upper ? 'P' : 'p', exponent);
	strcat(strcpy(prefix, sign), upper ? "0X" : "0x");
	pad = __format_begin(o, s, prefix, t.n + zeros + end.n);
	flush_text(&t);
	__format_put(o, '0', zeros);
	flush_text(&end);
	__format_put(o, ' ', pad);
}

void
__format_real(Out *o, Spec *s, double x)
{
	bool upper = s->letter < 'a';
	const char *sign = __format_sign(s, signbit(x));

	if (!isfinite(x)) {
		s->zero = false;
		__format_field(o, s, sign, 0, isnan(x) ? upper ? "NAN" : "nan" : upper ? "INF" : "inf", 3);
	} else if (s->letter == 'a' || s->letter == 'A') {
		convert_hexadecimal(o, s, sign, fabs(x));
	} else {
		convert_decimal(o, s, sign, fabs(x));
	}
}
