/*
 * numbers.h - bit patterns of numbers, and random numbers, for the tests of the floating-point
 * unit.
 */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t
bits_of(double d)
{
	uint64_t bits;

	memcpy(&bits, &d, sizeof bits);
	return bits;
}

static inline uint64_t
bits_of_single(float s)
{
	uint32_t bits;

	memcpy(&bits, &s, sizeof bits);
	return bits;
}

static inline double
double_of(uint64_t bits)
{
	double d;

	memcpy(&d, &bits, sizeof d);
	return d;
}

static inline float
single_of(uint64_t bits)
{
	uint32_t word = bits;
	float s;

	memcpy(&s, &word, sizeof s);
	return s;
}

/* A sequence of numbers that is the same in every run. */
static inline uint64_t
random_bits(uint64_t *seed)
{
	uint64_t x = *seed += 0x9E3779B97F4A7C15;

	x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
	x = (x ^ x >> 27) * 0x94D049BB133111EB;
	return x ^ x >> 31;
}

/* A finite number: any exponent, or one near `like`, with few or many bits set. */
static inline uint64_t
random_number(uint64_t *seed, bool dbl, uint64_t like)
{
	uint64_t r = random_bits(seed), x = random_bits(seed);
	int fraction = dbl ? 52 : 23, top = dbl ? 0x7FF : 0xFF;
	int exponent = (x >> fraction) & top;

	if (r % 3 == 0)
		exponent = ((like >> fraction) & top) + (int)(r >> 8) % 5 - 2;
	if (exponent < 0 || exponent >= top)
		exponent = r & 1 ? 0 : top - 1;
	x &= (1ull << fraction) - 1;
	if (r >> 16 & 1)
		x &= ~0ull << ((r >> 20) % fraction);
	return (r >> 18 & 1) << (dbl ? 63 : 31) | (uint64_t)exponent << fraction | x;
}

#endif
