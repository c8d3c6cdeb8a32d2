/*
 * wide.c - arithmetic that the compiler calls for integers of more than 64 bits: words, the low one first.
 */
#include <stdbool.h>
#include <stdint.h>

typedef uint32_t Word;

/* ---- shifts, by less than the integer's bits ---- */

static void
shift_left(Word *a, int n, unsigned by, Word fill)
{
	int words = by / 32, bits = by % 32;

	for (int k = n - 1; k >= 0; k--) {
		Word high = k >= words ? a[k - words] : fill, low = k > words ? a[k - words - 1] : fill;

		a[k] = bits ? high << bits | low >> (32 - bits) : high;
	}
}

static void
shift_right(Word *a, int n, unsigned by, Word fill)
{
	int words = by / 32, bits = by % 32;

	for (int k = 0; k < n; k++) {
		Word low = k + words < n ? a[k + words] : fill, high = k + words + 1 < n ? a[k + words + 1] : fill;

		a[k] = bits ? low >> bits | high << (32 - bits) : low;
	}
}

void
__shift_left_wide(Word *a, int n, unsigned by)
{
	shift_left(a, n, by, 0);
}

void
__ushift_right_wide(Word *a, int n, unsigned by)
{
	shift_right(a, n, by, 0);
}

void
__shift_right_wide(Word *a, int n, unsigned by)
{
	shift_right(a, n, by, (int32_t)a[n - 1] < 0 ? -1 : 0);
}

/* ---- division ---- */

static bool
is_negative(const Word *a, int n) /* true if the sign bit is set */
{
	return (int32_t)a[n - 1] < 0;
}

static void
negate(Word *a, int n) /* a := -a, of n words */
{
	Word carry = 1;

	for (int k = 0; k < n; k++) {
		a[k] = ~a[k] + carry;
		carry = carry && a[k] == 0;
	}
}

/* subtract: a -= b; returns the borrow. */
static Word
subtract(Word *a, const Word *b, int n)
{
	uint64_t borrow = 0;

	for (int k = 0; k < n; k++) {
		uint64_t d = (uint64_t)a[k] - b[k] - borrow;

		a[k] = d;
		borrow = d >> 63;
	}
	return borrow;
}

static bool
is_less(const Word *a, const Word *b, int n) /* true if a < b, of n words without sign */
{
	int k = n - 1;

	while (k > 0 && a[k] == b[k])
		k--;
	return a[k] < b[k];
}

/*
 * __udivide_wide: a becomes a / b, rest a % b. Bit by bit: the dividend moves up out of a into the
 * rest, and the quotient moves into a from below. A rest whose top bit moves out is larger than any
 * divisor.
 */
void
__udivide_wide(Word *a, const Word *b, Word *rest, int n)
{
	for (int k = 0; k < n; k++)
		rest[k] = 0;
	for (int i = 0; i < 32 * n; i++) {
		bool out = is_negative(rest, n);

		shift_left(rest, n, 1, is_negative(a, n) ? -1 : 0);
		shift_left(a, n, 1, 0);
		if (out || !is_less(rest, b, n)) {
			subtract(rest, b, n);
			a[0] |= 1;
		}
	}
}

/* __divide_wide: a becomes a / b, rest a % b, of signed integers; b may be changed. */
void
__divide_wide(Word *a, Word *b, Word *rest, int n)
{
	bool a_negative = is_negative(a, n), b_negative = is_negative(b, n);

	if (a_negative)
		negate(a, n);
	if (b_negative)
		negate(b, n);
	__udivide_wide(a, b, rest, n);
	if (a_negative != b_negative)
		negate(a, n);
	if (a_negative)
		negate(rest, n);
}

/* ---- conversions ---- */

/*
 * top_bits: a as a number of 64 bits times 2 to the power of the result; lost bits that are not
 * zero set its lowest bit, so that rounding the number rounds a. a is changed.
 */
static int
top_bits(Word *a, int n, uint64_t *top)
{
	int words = n, by;
	bool lost = false;

	while (words > 2 && a[words - 1] == 0)
		words--;
	by = words > 2 ? 32 * (words - 2) - __builtin_clz(a[words - 1]) : 0;
	for (int i = 0; i < by; i++)
		lost |= a[i / 32] >> i % 32 & 1;
	shift_right(a, n, by, 0);
	*top = (uint64_t)a[1] << 32 | a[0] | lost;
	return by;
}

static double
power_of_2(int n) /* 2^n as a double */
{
	double x = 1;

	while (n-- > 0)
		x += x;
	return x;
}

double
__wide_to_double(Word *a, int n, int is_signed)
{
	bool negative = is_signed && is_negative(a, n);
	uint64_t top;
	double x;

	if (negative)
		negate(a, n);
	x = power_of_2(top_bits(a, n, &top));
	x *= (double)top;
	return negative ? -x : x;
}

float
__wide_to_single(Word *a, int n, int is_signed)
{
	bool negative = is_signed && is_negative(a, n);
	uint64_t top;
	float x;

	if (negative)
		negate(a, n);
	x = power_of_2(top_bits(a, n, &top));
	x *= (float)top;
	return negative ? -x : x;
}

/* __double_to_wide: the number without its fraction; undefined if it does not fit. */
void
__double_to_wide(Word *a, int n, double x)
{
	union {
		double x;
		uint64_t bits;
	} u = {x};
	int by = (int)(u.bits >> 52 & 0x7FF) - 1023 - 52;
	uint64_t m = (u.bits & 0xFFFFFFFFFFFFF) | (uint64_t)1 << 52;

	if (by < 0)
		m = by > -64 ? m >> -by : 0;
	for (int k = 0; k < n; k++)
		a[k] = k < 2 ? m >> 32 * k : 0;
	if (by > 0 && by < 32 * n)
		shift_left(a, n, by, 0);
	if (u.bits >> 63)
		negate(a, n);
}
