/*
 * angle.c - the remainder of an angle by 90 degrees.
 *
 * If the angle is below 2^20 quarters, a multiple of pi/2 is subtracted, in four parts; products
 * with the first three parts are exact (Cody and Waite). The integer mantissa of a larger angle is
 * multiplied by the 160 bits of 2/pi that matter (Payne and Hanek): higher bits give whole turns,
 * and no double is nearer than 2^-63 to a multiple of pi/2.
 */
#include "angle.h"

#include <stdbool.h>
#include <stdint.h>

/* pi / 2 in parts of 33 bits; the last has the rest */
static const double parts[] = {
	0x1.921fb54400000p+0, 0x1.0b4611a600000p-34, 0x1.3198a2e000000p-69, 0x1.b839a252049c1p-104,
};

static const Parts half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/* A word of zeros, then the bits of 2 / pi behind the point. */
static const uint32_t two_over_pi[] = {
	0,
	0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041,
	0xFE5163AB, 0xDEBBC561, 0xB7246E3A, 0x424DD2E0, 0x06492EEA, 0x09D1921C,
	0xFE1DEB1C, 0xB129A73E, 0xE88235F5, 0x2EBB4484, 0xE99C7026, 0xB45F7E41,
	0x3991D639, 0x835339F4, 0x9C845F8B, 0xBDF9283B, 0x1FF897FF, 0xDE05980F,
	0xEF2F118B, 0x5A0A6D1F, 0x6D367ECF, 0x27CB09B7, 0x4F463F66, 0x9E5FEA2D,
	0x7527BAC7, 0xEBE5F17B, 0x3D0739F7, 0x8A5292EA, 0x6BFB5FB1, 0x1F8D5D08,
	0x56033046, 0xFC7B6BAB, 0xF0CFBC20, 0x9AF4361D,
};

enum { WINDOW = 6 }; /* words of the product; bit 0 of the second highest counts quarters */

static Angle
reduce_small(double x) /* subtract whole quarters from x, in parts */
{
	double k = rint(x * 0x1.45f306dc9c883p-1), low = 0;
	Angle a = {{x, 0}, (int)k};

	for (int i = 0; i < 3; i++) {
		Parts p = parts_sum(a.r.high, -k * parts[i]);

		a.r.high = p.high;
		low += p.low;
	}
	a.r = parts_sum(a.r.high, low - k * parts[3]);
	return a;
}

/* multiply: to[] := the low WINDOW words of from[] * m; the most significant word comes first. */
static void
multiply(uint32_t *to, const uint32_t *from, uint64_t m)
{
	uint32_t low = (uint32_t)m, high = (uint32_t)(m >> 32);
	uint64_t carry = 0;

	for (int i = WINDOW - 1; i >= 0; i--) {
		uint64_t p = (uint64_t)from[i] * low + (uint32_t)carry;

		carry >>= 32;
		carry += p >> 32;
		to[i] = (uint32_t)p;
		if (i + 1 < WINDOW) {
			p = (uint64_t)from[i + 1] * high + to[i];
			to[i] = (uint32_t)p;
			carry += p >> 32;
		}
	}
}

/* fraction_quarters: the fraction in the words after the point, as a number of quarters. */
static Parts
fraction_quarters(const uint32_t *w)
{
	Parts p = parts_sum(ldexp(w[0], -32), ldexp(w[1], -64));

	p = parts_add(p, (Parts){ldexp(w[2], -96), 0});
	return parts_add(p, (Parts){ldexp(w[3], -128), 0});
}

static Angle
reduce_large(double x)
{
	uint32_t from[WINDOW], product[WINDOW];
	int exponent, first, shift;
	uint64_t m = (uint64_t)ldexp(frexp(x, &exponent), 53);
	bool over;
	Angle a;

	/* x = m 2^e: the bits of 2/pi from weight 2^-e * 4 on count */
	exponent -= 53;
	first = exponent >> 5;
	shift = exponent & 31;
	for (int i = 0; i < WINDOW; i++) {
		int at = first + i - 1;

		from[i] = at < 0 ? 0 : two_over_pi[at] << shift;
		if (shift && at + 1 >= 0)
			from[i] |= two_over_pi[at + 1] >> (32 - shift);
	}
	multiply(product, from, m);
	a.quarter = (int)product[1];
	over = product[2] >> 31; /* half a quarter or more: count back from the next */
	if (over)
		for (int i = 2; i < WINDOW; i++)
			product[i] = ~product[i];
	a.r = parts_multiply(fraction_quarters(product + 2), half_pi);
	if (over) {
		a.r = parts_negative(a.r);
		a.quarter++;
	}
	return a;
}

Angle
__angle(double x)
{
	Angle a;

	if (fabs(x) < 0x1p20)
		return reduce_small(x);
	a = reduce_large(fabs(x));
	if (x < 0) {
		a.r = parts_negative(a.r);
		a.quarter = -a.quarter;
	}
	return a;
}
