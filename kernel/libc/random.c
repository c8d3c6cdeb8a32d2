/*
 * random.c - the generators of random numbers of POSIX: those with a state of 48 bits, and random, which
 * takes its bits from one of them.
 */
#include <stdint.h>
#include <stdlib.h>

static const uint64_t factor = 0x5deece66d, mask = (1ull << 48) - 1; /* POSIX, drand48 */
enum { SUMMAND = 0xb, LOW = 0x330e };

static uint64_t state = 0x1234abcd330e, random_state = (1ull << 16) | LOW;

static uint32_t
next_bits(uint64_t *x, int bits) /* the next state; its highest bits */
{
	*x = (*x * factor + SUMMAND) & mask;
	return *x >> (48 - bits);
}

void
srand48(long seed)
{
	state = (uint64_t)(uint32_t)seed << 16 | LOW;
}

long
lrand48(void)
{
	return next_bits(&state, 31);
}

long
mrand48(void)
{
	return (int32_t)next_bits(&state, 32);
}

double
drand48(void)
{
	next_bits(&state, 1);
	return (double)state / (1ull << 48);
}

void
srandom(unsigned seed)
{
	random_state = (uint64_t)seed << 16 | LOW;
}

long
random(void)
{
	return next_bits(&random_state, 31);
}

int
rand_r(unsigned *seed)
{
	uint64_t x = (uint64_t)*seed << 16 | LOW;
	int bits = next_bits(&x, 31);

	*seed = x >> 16;
	return bits;
}
