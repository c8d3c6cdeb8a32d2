/*
 * runtime.c - arithmetic that the compiler calls: 64-bit division, conversions.
 */
#include <stdint.h>

/* divide_word: (high:low) / d with high < d; one ldiv. */
static uint32_t
divide_word(uint32_t high, uint32_t low, uint32_t d, uint32_t *rest)
{
	uint32_t q, r;

	__asm__("ldl %2; ldl %3; ldl %4; ldiv; stl %0; stl %1"
		: "=r"(q), "=r"(r) : "r"(high), "r"(low), "r"(d));
	*rest = r;
	return q;
}

/*
 * divide: divide in words, by long division. A divisor of two words is moved up until its top bit
 * is set; the quotient estimated from its upper word is at most two too large (Knuth, 4.3.1,
 * algorithm D).
 */
static uint64_t
divide(uint64_t n, uint64_t d, uint64_t *rest)
{
	uint32_t r, q, high;
	uint64_t shifted;
	int by;

	if (d >> 32 == 0) {
		high = divide_word(0, n >> 32, d, &r);
		q = divide_word(r, n, d, &r);
		*rest = r;
		return (uint64_t)high << 32 | q;
	}
	if (n < d) {
		*rest = n;
		return 0;
	}
	by = __builtin_clz(d >> 32);
	shifted = d << by;
	/* half of n, so that its upper word is less than the divisor's */
	q = divide_word((uint32_t)(n >> 33), (uint32_t)(n >> 1), shifted >> 32, &r);
	q = (uint32_t)((uint64_t)q << by >> 31);
	if (q)
		q--;
	n -= q * d;
	if (n >= d) {
		q++;
		n -= d;
	}
	*rest = n;
	return q;
}

uint64_t
__udivdi3(uint64_t n, uint64_t d)
{
	uint64_t r;

	return divide(n, d, &r);
}

uint64_t
__umoddi3(uint64_t n, uint64_t d)
{
	uint64_t r;

	divide(n, d, &r);
	return r;
}

static uint64_t
magnitude(int64_t x)
{
	return x < 0 ? -(uint64_t)x : (uint64_t)x;
}

int64_t
__divdi3(int64_t n, int64_t d)
{
	uint64_t r, q = divide(magnitude(n), magnitude(d), &r);

	return (n ^ d) < 0 ? -q : q;
}

int64_t
__moddi3(int64_t n, int64_t d)
{
	uint64_t r;

	divide(magnitude(n), magnitude(d), &r);
	return n < 0 ? -r : r;
}

/* __mulodi, __umulodi: true if a product overflows; without /, from which clang would call them. */
int
__umulodi(uint64_t a, uint64_t b)
{
	uint64_t r;

	return b != 0 && a > divide(UINT64_MAX, b, &r);
}

int
__mulodi(int64_t a, int64_t b)
{
	uint64_t most = (a ^ b) < 0 ? (uint64_t)1 << 63 : INT64_MAX, r;

	return b != 0 && magnitude(a) > divide(most, magnitude(b), &r);
}

/* ---- conversions; the machine has those of signed words and of the unsigned low word ---- */

#define TWO32 4294967296.0

double
__floatundidf(uint64_t x)
{
	return (double)(uint32_t)(x >> 32) * TWO32 + (double)(uint32_t)x;
}

double
__floatdidf(int64_t x)
{
	return (double)(int32_t)(x >> 32) * TWO32 + (double)(uint32_t)x;
}

/*
 * fold_low_bits: a number of more than 53 bits with its lowest 11 bits folded into one, so that
 * rounding it twice, to double and then to float, gives the same as rounding it once.
 */
static uint64_t
fold_low_bits(uint64_t x)
{
	return x >> 53 ? (x & ~(uint64_t)0x7FF) | ((x & 0x7FF) != 0) << 11 : x;
}

float
__floatundisf(uint64_t x)
{
	return (float)__floatundidf(fold_low_bits(x));
}

float
__floatdisf(int64_t x)
{
	float f = __floatundisf(magnitude(x));

	return x < 0 ? -f : f;
}

uint32_t
__fixunsdfsi(double x)
{
	return x >= 2147483648.0 ? (uint32_t)(int32_t)(x - 2147483648.0) + 0x80000000u : (uint32_t)(int32_t)x;
}

/* __fixunsdfdi: the parts are exact, since one is a multiple of the other's unit. */
uint64_t
__fixunsdfdi(double x)
{
	uint32_t high = x >= TWO32 ? __fixunsdfsi(x * (1 / TWO32)) : 0;

	return (uint64_t)high << 32 | __fixunsdfsi(x - (double)high * TWO32);
}

int64_t
__fixdfdi(double x)
{
	return x < 0 ? -__fixunsdfdi(-x) : __fixunsdfdi(x);
}

double
__powi(double x, int n)
{
	double r = 1;

	for (unsigned k = n < 0 ? -(unsigned)n : n; k; k >>= 1, x *= x)
		if (k & 1)
			r *= x;
	return n < 0 ? 1 / r : r;
}

float
__powif(float x, int n)
{
	return (float)__powi(x, n);
}
