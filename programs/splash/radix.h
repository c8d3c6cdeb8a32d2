/*
 * radix.h - the keys of radix.c and radix_nodes.c.
 */
#ifndef RADIX_H
#define RADIX_H

#include "team.h"

#include <stdio.h>

enum { BITS = 4, DIGITS = 1 << BITS, MOST = 32768 };

static uint32_t key[2][MOST];
static int n;
static int
digit_of(uint32_t k, int shift)
{
	return k >> shift & (DIGITS - 1);
}

static void
fill(void)
{
	uint32_t seed = 7;

	for (int i = 0; i < n; i++)
		key[0][i] = random_next(&seed) << 1 ^ random_next(&seed);
}

/* misplaced: the number of keys that are smaller than the key before. */
static int
misplaced(void)
{
	int wrong = 0;

	for (int i = 1; i < n; i++)
		wrong += key[0][i - 1] > key[0][i];
	return wrong;
}

static void
print_result(void)
{
	uint32_t hash = 0;

	for (int i = 0; i < n; i++)
		hash = hash_add(hash, key[0][i]);
	printf("radix: %d keys, %d out of order, %08x\n", n, misplaced(), (unsigned)hash);
}

#endif
