/*
 * quicksort.c - 1,000 random words sorted by recursion, by the library's qsort, and checked.
 */
#include "bench.h"

#include <stdlib.h>

enum { N = 1000 };

static int32_t words[N];

static int32_t
fill(void)
{
	uint32_t x = 1, sum = 0;

	for (int i = 0; i < N; i++) {
		x = x * 1664525 + 1013904223;
		words[i] = x;
		sum += x;
	}
	return sum;
}

static int
is_sorted(int32_t wanted)
{
	uint32_t sum = words[0];

	for (int i = 1; i < N; i++) {
		if (words[i - 1] > words[i])
			return 0;
		sum += words[i];
	}
	return sum == (uint32_t)wanted;
}

/* sort: words from low to high, both included; the middle one divides them. */
static void
sort(int32_t *low, int32_t *high)
{
	int32_t *i = low, *k = high, middle = low[(high - low) / 2];

	do {
		while (*i < middle)
			i++;
		while (*k > middle)
			k--;
		if (i <= k) {
			int32_t w = *i;

			*i++ = *k;
			*k-- = w;
		}
	} while (i <= k);
	if (low < k)
		sort(low, k);
	if (i < high)
		sort(i, high);
}

static int
sort_by_recursion(uint32_t runs)
{
	int right = 1;

	while (runs-- > 0) {
		int32_t sum = fill();

		sort(words, words + N - 1);
		right &= is_sorted(sum);
	}
	return right;
}

static int
compare(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

static int
sort_by_library(uint32_t runs)
{
	int right = 1;

	while (runs-- > 0) {
		int32_t sum = fill();

		qsort(words, N, sizeof *words, compare);
		right &= is_sorted(sum);
	}
	return right;
}

int
main(void)
{
	static const Benchmark b[] = {
		{"quicksort", sort_by_recursion, 5, N, "words"},
		{"qsort", sort_by_library, 5, N, "words"},
	};

	return benchmark(b, sizeof b / sizeof *b);
}
