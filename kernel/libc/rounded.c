/*
 * rounded.c - a real rounded to so many decimal digits.
 *
 * Up to 17 digits are the whole part of a product with a power of ten, of 128 bits. If the product
 * does not tell which way to round, or more digits are wanted, the real's exact digits are used.
 */
#include "rounded.h"
#include "ten.h"

#include <string.h>

enum {
	FEW = ROUNDED_DIGITS - 1,    /* most digits that round_few makes */
	ERROR = TEN_ERROR + 1,       /* of a Scaled, in units of 2^-64 */
	BILLION = 1000000000,
};

#define HALF (1ull << 63)

/* whole + fraction * 2^-64; if it is not exact it is greater, by less than ERROR * 2^-64. */
typedef struct Scaled {
	uint64_t whole, fraction;
	bool exact;
} Scaled;

uint64_t
__mantissa(double v, int *exponent)
{
	uint64_t bits, m;

	memcpy(&bits, &v, sizeof bits);
	m = bits & 0xFFFFFFFFFFFFFull;
	*exponent = bits >> 52;
	if (*exponent)
		m |= 1ull << 52;
	else
		*exponent = 1;
	*exponent -= 1075;
	return m;
}

/* scale: m * 2^exponent * 10^power, which is within 2^-40 to 2^64. */
static Scaled
scale(uint64_t m, int exponent, int power)
{
	Wide x = __ten_times(m, power);
	int drop = -(x.exponent + exponent); /* 64 or more: the bits of x that are a fraction */
	uint64_t lost;
	Scaled s;

	if (drop > 128) {
		s.whole = 0;
		s.fraction = x.high >> (drop - 128);
		lost = 1;
	} else if (drop == 128) {
		s.whole = 0;
		s.fraction = x.high;
		lost = x.low;
	} else if (drop > 64) {
		s.whole = x.high >> (drop - 64);
		s.fraction = x.high << (128 - drop) | x.low >> (drop - 64);
		lost = x.low << (128 - drop);
	} else {
		s.whole = x.high;
		s.fraction = x.low;
		lost = 0;
	}
	s.exact = power >= 0 && power <= TEN_EXACT && lost == 0;
	return s;
}

/* round_off: round to a whole number; false if the error may change the result. */
static bool
round_off(Scaled *s)
{
	if (!s->exact && s->fraction < HALF && s->fraction + ERROR >= HALF)
		return false;
	s->whole += s->fraction > HALF
		|| (s->fraction == HALF && (!s->exact || s->whole & 1));
	return true;
}

/* round_off_tenth: divide by ten and round to a whole number; false as round_off. */
static bool
round_off_tenth(Scaled *s)
{
	uint64_t tenth = s->whole / 10;
	int digit = s->whole - 10 * tenth;

	if (!s->exact && digit == 4 && s->fraction + ERROR < s->fraction)
		return false;
	s->whole = tenth;
	s->whole += digit > 5
		|| (digit == 5 && (!s->exact || s->fraction || tenth & 1));
	return true;
}

/* put_part: the nine digits of a number below 10^9. */
static void
put_part(char *to, uint32_t x)
{
	uint32_t fraction = ((uint64_t)x << 32) / BILLION + 1; /* the excess stays below a unit */

	for (int i = 0; i < 9; i++) {
		uint64_t y = (uint64_t)fraction * 10;

		to[i] = '0' + (y >> 32);
		fraction = y;
	}
}

/* put_digits: the digits of a number of at most ROUNDED_DIGITS, whose last one counts 10^last. */
static void
put_digits(Rounded *x, uint64_t number, int last)
{
	uint32_t upper = number / BILLION;
	int i = 0;

	x->is_exact = false;
	x->last = last;
	put_part(x->digit, upper);
	put_part(x->digit + 9, number - (uint64_t)upper * BILLION);
	while (i < ROUNDED_DIGITS && x->digit[i] == '0')
		i++;
	x->top = i < ROUNDED_DIGITS ? last + ROUNDED_DIGITS - 1 - i : 0;
}

static void
put_exact(Rounded *x, int place) /* round the exact digits */
{
	x->is_exact = true;
	__decimal_round(&x->exact, place);
	x->top = __decimal_top(&x->exact);
}

/* least_top: v is at least 10^n, and less than 10^(n + 2); returns n. */
static int
least_top(uint64_t m, int exponent)
{
	return __ten_below(exponent + 63 - __builtin_clzll(m));
}

void
__round_at(Rounded *x, double v, int place)
{
	int exponent, top;
	uint64_t m;
	Scaled s;

	if (v == 0) {
		put_digits(x, 0, place);
		return;
	}
	m = __mantissa(v, &exponent);
	top = least_top(m, exponent);
	if (place >= top + 3) {
		put_digits(x, 0, place);
		return;
	}
	if (place > top - FEW + 1) {
		s = scale(m, exponent, -place);
		if (round_off(&s)) {
			put_digits(x, s.whole, place);
			return;
		}
	}
	__decimal_from(&x->exact, m, exponent);
	put_exact(x, place);
}

/* round_few: round to at most FEW digits; false as round_off. */
static bool
round_few(Rounded *x, uint64_t m, int exponent, int digits)
{
	uint64_t limit = (uint64_t)__tens[digits / 2] * __tens[digits - digits / 2];
	int last = least_top(m, exponent) - digits + 1;
	Scaled s = scale(m, exponent, -last);

	if (s.whole < limit) {
		if (!round_off(&s))
			return false;
	} else {
		if (!round_off_tenth(&s))
			return false;
		last++;
	}
	put_digits(x, s.whole, last);
	return true;
}

void
__round_to(Rounded *x, double v, int digits)
{
	int exponent;
	uint64_t m;

	if (v == 0) {
		put_digits(x, 0, 0);
		return;
	}
	m = __mantissa(v, &exponent);
	if (digits <= FEW && round_few(x, m, exponent, digits))
		return;
	__decimal_from(&x->exact, m, exponent);
	put_exact(x, __decimal_top(&x->exact) - digits + 1);
}

void
__rounded_digits(const Rounded *x, int place, char *to, int n)
{
	int i = x->last + ROUNDED_DIGITS - 1 - place; /* of the next digit */

	if (x->is_exact) {
		for (; n > 0; n--)
			*to++ = '0' + __decimal_digit(&x->exact, place--);
		return;
	}
	for (; n > 0 && i < 0; n--, i++)
		*to++ = '0';
	for (; n > 0 && i < ROUNDED_DIGITS; n--)
		*to++ = x->digit[i++];
	memset(to, '0', n);
}
