/*
 * sieve.c - the primes below 16,384 by Eratosthenes' sieve, on odd numbers; one run is the whole
 * sieve.
 */
#include "bench.h"

#include <string.h>

enum { SIZE = 8192, PRIMES = 1899 }; /* odd numbers from 3 on, and how many of them are prime */

static char composite[SIZE];

static int
kernel(uint32_t runs)
{
	int count = 0;

	while (runs-- > 0) {
		count = 0;
		memset(composite, 0, sizeof composite);
		for (int i = 0; i < SIZE; i++) {
			int prime = 2 * i + 3;

			if (composite[i])
				continue;
			count++;
			for (int k = i + prime; k < SIZE; k += prime)
				composite[k] = 1;
		}
	}
	return count == PRIMES;
}

int
main(void)
{
	static const Benchmark b = {"sieve", kernel, 10, 1, "sieves"};

	return benchmark(&b, 1);
}
