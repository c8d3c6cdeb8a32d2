/* sieve.c - the primes below 16,384. */
#include <stdint.h>
#include <stdio.h>

enum { N = 16384, TIMES = 80 };

static uint8_t composite[N];

static void
clear(void)
{
	for (int i = 0; i < N; i++)
		composite[i] = 0;
}

static int
sieve(void)
{
	int n = 0;

	for (int i = 2; i < N; i++) {
		if (composite[i])
			continue;
		n++;
		for (int k = 2 * i; k < N; k += i)
			composite[k] = 1;
	}
	return n;
}

int
main(void)
{
	int n = 0;

	for (int i = 0; i < TIMES; i++) {
		clear();
		n += sieve();
	}
	printf("%d\n", n);
	return 0;
}
