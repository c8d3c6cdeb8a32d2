/*
 * stdlib.c - short functions: absolute values, quotients, random numbers, searching.
 */
#include <inttypes.h>
#include <stdlib.h>

int
abs(int n)
{
	return n < 0 ? -n : n;
}

long
labs(long n)
{
	return n < 0 ? -n : n;
}

long long
llabs(long long n)
{
	return n < 0 ? -n : n;
}

div_t
div(int n, int d)
{
	return (div_t){n / d, n % d};
}

ldiv_t
ldiv(long n, long d)
{
	return (ldiv_t){n / d, n % d};
}

lldiv_t
lldiv(long long n, long long d)
{
	return (lldiv_t){n / d, n % d};
}

intmax_t
imaxabs(intmax_t n)
{
	return llabs(n);
}

imaxdiv_t
imaxdiv(intmax_t n, intmax_t d)
{
	return (imaxdiv_t){n / d, n % d};
}

/* rand: the upper bits of a linear congruence modulo 2^64 (Knuth's multiplier for MMIX). */
static uint64_t state = 1;

void
srand(unsigned seed)
{
	state = seed;
}

int
rand(void)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return state >> 33;
}

void *
bsearch(const void *key, const void *base, size_t n, size_t size,
	int (*compare)(const void *, const void *))
{
	const char *low = base;

	while (n > 0) {
		const char *middle = low + n / 2 * size;
		int c = compare(key, middle);

		if (c == 0)
			return (void *)middle;
		if (c > 0) {
			low = middle + size;
			n -= n / 2 + 1;
		} else {
			n /= 2;
		}
	}
	return NULL;
}
