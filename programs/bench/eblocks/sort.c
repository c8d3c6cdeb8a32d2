/* sort.c - quicksort and heapsort of numbers. */
#include <stdint.h>
#include <stdio.h>

enum { N = 2000, TIMES = 40 };

static uint32_t words[N];

static void
fill(uint32_t seed)
{
	for (int i = 0; i < N; i++) {
		seed = seed * 1103515245 + 12345;
		words[i] = seed >> 8;
	}
}

static void
quicksort(uint32_t *v, int n)
{
	uint32_t pivot = v[n / 2], t;
	int i = 0, k = n - 1;

	while (i <= k) {
		while (v[i] < pivot)
			i++;
		while (v[k] > pivot)
			k--;
		if (i <= k) {
			t = v[i];
			v[i++] = v[k];
			v[k--] = t;
		}
	}
	if (k > 0)
		quicksort(v, k + 1);
	if (i < n - 1)
		quicksort(v + i, n - i);
}

static void
sift(uint32_t *v, int i, int n)
{
	uint32_t moved = v[i];

	for (int k; (k = 2 * i + 1) < n; i = k) {
		if (k + 1 < n && v[k + 1] > v[k])
			k++;
		if (v[k] <= moved)
			break;
		v[i] = v[k];
	}
	v[i] = moved;
}

static void
heapsort(uint32_t *v, int n)
{
	for (int i = n / 2; i-- > 0;)
		sift(v, i, n);
	for (int i = n - 1; i > 0; i--) {
		uint32_t t = v[0];

		v[0] = v[i];
		v[i] = t;
		sift(v, 0, i);
	}
}

static int
is_sorted(const uint32_t *v, int n)
{
	for (int i = 1; i < n; i++)
		if (v[i - 1] > v[i])
			return 0;
	return 1;
}

int
main(void)
{
	int sorted = 0;

	for (int i = 0; i < TIMES; i++) {
		fill(i);
		quicksort(words, N);
		sorted += is_sorted(words, N);
		fill(i + 100);
		heapsort(words, N);
		sorted += is_sorted(words, N);
	}
	printf("%d\n", sorted);
	return 0;
}
