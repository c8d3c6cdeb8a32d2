/*
 * round.c - the parts of a real: sign, whole part, exponent, neighbours. All exact.
 */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MANTISSA = 52, BIAS = 1023, SPECIAL = 0x7FF };

static uint64_t
bits_of(double x) /* the bits of a double */
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static double
from_bits(uint64_t bits) /* the double with these bits */
{
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

static int
exponent_of(double x)
{
	return (bits_of(x) >> MANTISSA & SPECIAL) - BIAS;
}

double
fabs(double x)
{
	return __builtin_fabs(x);
}

double
copysign(double x, double y)
{
	uint64_t sign = 1ull << 63;

	return from_bits((bits_of(x) & ~sign) | (bits_of(y) & sign));
}

double
trunc(double x)
{
	return __builtin_trunc(x);
}

double
floor(double x)
{
	return __builtin_floor(x);
}

double
ceil(double x)
{
	return __builtin_ceil(x);
}

double
round(double x)
{
	double t = trunc(x);

	return fabs(x - t) >= 0.5 ? t + copysign(1, x) : t;
}

double
rint(double x)
{
	return __builtin_rint(x);
}

double
nearbyint(double x)
{
	return rint(x);
}

double
roundeven(double x)
{
	return rint(x);
}

long
lround(double x)
{
	return round(x);
}

long
lrint(double x)
{
	return rint(x);
}

long long
llround(double x)
{
	return round(x);
}

long long
llrint(double x)
{
	return rint(x);
}

double
modf(double x, double *whole)
{
	*whole = trunc(x);
	return isinf(x) ? copysign(0, x) : copysign(x - *whole, x);
}

double
frexp(double x, int *exponent)
{
	int shift = 0;

	*exponent = 0;
	if (x == 0 || !isfinite(x))
		return x;
	if (exponent_of(x) == -BIAS) { /* denormal */
		x *= 18014398509481984.0; /* 2^54 */
		shift = -54;
	}
	*exponent = exponent_of(x) + 1 + shift;
	return from_bits((bits_of(x) & ~((uint64_t)SPECIAL << MANTISSA)) | (uint64_t)(BIAS - 1) << MANTISSA);
}

static double
power_of_two(int n) /* 2^n as a double */
{
	return from_bits((uint64_t)(n + BIAS) << MANTISSA);
}

/*
 * ldexp: multiply in steps that round at most once: only the last can leave the normal range
 * downwards.
 */
double
ldexp(double x, int n)
{
	if (n > 4 * BIAS)
		n = 4 * BIAS;
	if (n < -4 * BIAS)
		n = -4 * BIAS;
	for (; n > BIAS; n -= BIAS)
		x *= power_of_two(BIAS);
	for (; n < 1 - BIAS; n += BIAS - 1 - 53)
		x *= power_of_two(1 - BIAS + 53);
	return x * power_of_two(n);
}

double
scalbn(double x, int n)
{
	return ldexp(x, n);
}

double
scalbln(double x, long n)
{
	return ldexp(x, (int)n);
}

int
ilogb(double x)
{
	int e;

	if (x == 0)
		return INT_MIN;
	if (!isfinite(x))
		return INT_MAX;
	frexp(x, &e);
	return e - 1;
}

double
logb(double x)
{
	return x == 0 ? -HUGE_VAL : isinf(x) ? HUGE_VAL : isnan(x) ? x : ilogb(x);
}

double
nextafter(double x, double y)
{
	uint64_t bits = bits_of(x);

	if (isnan(x) || isnan(y))
		return x + y;
	if (x == y)
		return y;
	if (x == 0)
		return copysign(from_bits(1), y);
	return from_bits((x < y) == (x > 0) ? bits + 1 : bits - 1);
}

double
nexttoward(double x, long double y)
{
	return nextafter(x, (double)y);
}

float
nexttowardf(float x, long double y)
{
	uint32_t bits;

	if (isnan(x) || isnan(y))
		return x + (float)y;
	if (x == y)
		return (float)y;
	memcpy(&bits, &x, sizeof bits);
	if (x == 0)
		bits = 1 | (y < 0 ? 1u << 31 : 0);
	else
		bits += (x < y) == (x > 0) ? 1 : -1;
	memcpy(&x, &bits, sizeof x);
	return x;
}

/* nan: NaNs carry no information here; text is ignored. */
double
nan(const char *text)
{
	(void)text;
	return NAN;
}

double
fmax(double x, double y)
{
	return isnan(x) || x < y ? y : x;
}

double
fmin(double x, double y)
{
	return isnan(x) || x > y ? y : x;
}

double
fdim(double x, double y)
{
	return x <= y ? 0 : x - y;
}

/* modulo: |x| mod |y| by subtracting multiples y * 2^k, all exact; the quotient's low bits. */
static double
modulo(double x, double y, unsigned *quotient)
{
	int ex, ey;

	*quotient = 0;
	x = fabs(x);
	y = fabs(y);
	frexp(x, &ex);
	frexp(y, &ey);
	for (int k = ex - ey; k >= 0; k--) {
		double part = ldexp(y, k);

		*quotient <<= 1;
		if (x >= part) {
			x -= part;
			*quotient |= 1;
		}
	}
	return x;
}

double
fmod(double x, double y)
{
	unsigned q;

	if (y == 0 || !isfinite(x) || isnan(y))
		return (x * y) / (x * y);
	if (isinf(y))
		return x;
	return copysign(modulo(x, y, &q), x);
}

double
remquo(double x, double y, int *quotient)
{
	unsigned q = 0;
	double r = x, rest;

	*quotient = 0;
	if (y == 0 || !isfinite(x) || isnan(y))
		return (x * y) / (x * y);
	if (isinf(y))
		return x;
	r = modulo(x, y, &q);
	rest = fabs(y) - r;
	if (r > rest || (r == rest && q & 1)) {
		r = -rest;
		q++;
	}
	*quotient = signbit(x) == signbit(y) ? (int)(q & INT_MAX) : -(int)(q & INT_MAX);
	return copysign(1, x) * r;
}

double
remainder(double x, double y)
{
	int q;

	return remquo(x, y, &q);
}
