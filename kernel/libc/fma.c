/*
 * fma.c - a product and a sum, rounded once: in integers.
 *
 * The product of two mantissas has 106 bits, in two words of 64. The third operand is shifted to the same unit; the lowest
 * bit is set if any 1 bit is shifted out (a "sticky" bit).
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* high * 2^64 + low */
typedef struct Wide {
	uint64_t high, low;
} Wide;

/* sign, m * 2^exponent */
typedef struct Number {
	bool negative;
	int exponent;
	Wide m;
} Number;

static Wide
multiply(uint64_t a, uint64_t b) /* the whole product */
{
	uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
	uint64_t low = al * bl, middle = ah * bl + (low >> 32), cross = al * bh + (uint32_t)middle;

	return (Wide){ah * bh + (middle >> 32) + (cross >> 32), cross << 32 | (uint32_t)low};
}

static bool
is_less(Wide a, Wide b) /* true if a < b */
{
	return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static Wide
add(Wide a, Wide b)
{
	Wide w = {a.high + b.high, a.low + b.low};

	w.high += w.low < b.low;
	return w;
}

static Wide
subtract(Wide a, Wide b)
{
	return (Wide){a.high - b.high - (a.low < b.low), a.low - b.low};
}

static Wide
shift_up(Wide a, int n) /* a * 2^n */
{
	if (n == 0)
		return a;
	if (n >= 64)
		return (Wide){a.low << (n - 64), 0};
	return (Wide){a.high << n | a.low >> (64 - n), a.low << n};
}

/* shift_down: shift right; the lowest bit becomes 1 if a 1 is lost (a sticky bit). */
static Wide
shift_down(Wide a, int n)
{
	Wide w;

	if (n == 0)
		return a;
	if (n >= 128)
		return (Wide){0, (a.high | a.low) != 0};
	if (n > 64)
		w = (Wide){0, a.high >> (n - 64) | (a.high << (128 - n) != 0 || a.low != 0)};
	else if (n == 64)
		w = (Wide){0, a.high | (a.low != 0)};
	else
		w = (Wide){a.high >> n, a.high << (64 - n) | a.low >> n | (a.low << (64 - n) != 0)};
	return w;
}

static int
leading_zeros(Wide a) /* zeros above its highest 1 */
{
	return a.high ? __builtin_clzll(a.high) : a.low ? 64 + __builtin_clzll(a.low) : 128;
}

/* number_from: a finite x that is not 0, with the 53 bits of its mantissa as an integer. */
static Number
number_from(double x)
{
	Number n = {.negative = signbit(x) != 0};

	n.m.low = (uint64_t)ldexp(fabs(frexp(x, &n.exponent)), 53);
	n.exponent -= 53;
	return n;
}

/* align_digits: shift the mantissa so that two bits of room are above it. */
static void
align_digits(Number *a)
{
	int n = leading_zeros(a->m) - 2;

	a->m = shift_up(a->m, n);
	a->exponent -= n;
}

/* rounded_value: the number rounded to 53 bits, or fewer where the result is denormal. */
static double
rounded_value(Number a)
{
	int drop = 128 - leading_zeros(a.m) - 53;
	uint64_t m;
	double r;

	if (a.exponent + drop < -1074)
		drop = -1074 - a.exponent;
	if (drop > 128)
		drop = 128;
	/* two bits more than the result has, the second sticky */
	a.m = drop >= 2 ? shift_down(a.m, drop - 2) : shift_up(a.m, 2 - drop);
	m = a.m.low >> 2;
	m += (a.m.low & 3) > 2 || ((a.m.low & 3) == 2 && m & 1);
	r = ldexp((double)m, a.exponent + drop);
	return a.negative ? -r : r;
}

/* add_numbers: a += b, for aligned numbers; false if the sum is zero. */
static bool
add_numbers(Number *a, const Number *b)
{
	bool swap = a->exponent < b->exponent || (a->exponent == b->exponent && is_less(a->m, b->m));
	Number big = swap ? *b : *a, small = swap ? *a : *b;

	small.m = shift_down(small.m, big.exponent - small.exponent < 128 ? big.exponent - small.exponent : 128);
	*a = big;
	a->m = big.negative == small.negative ? add(big.m, small.m) : subtract(big.m, small.m);
	return (a->m.high | a->m.low) != 0;
}

double
fma(double x, double y, double z)
{
	Number a, b;

	if (x == 0 || y == 0 || z == 0 || !isfinite(x) || !isfinite(y))
		return x * y + z;
	if (!isfinite(z))
		return z;
	a = number_from(x);
	b = number_from(y);
	a.m = multiply(a.m.low, b.m.low);
	a.exponent += b.exponent;
	a.negative ^= b.negative;
	b = number_from(z);
	align_digits(&a);
	align_digits(&b);
	return add_numbers(&a, &b) ? rounded_value(a) : 0;
}

/* fmaf: the product is exact in double; an inexact sum is made odd, for a right second rounding. */
float
fmaf(float x, float y, float z)
{
	double product = (double)x * y, s = product + z, t, rest;
	uint64_t bits;

	if (!isfinite(s))
		return (float)s;
	t = s - product;
	rest = (product - (s - t)) + (z - t);
	memcpy(&bits, &s, sizeof bits);
	if (rest != 0 && bits % 2 == 0)
		bits += (rest > 0) == (s > 0) ? 1 : -1;
	memcpy(&s, &bits, sizeof s);
	return (float)s;
}
