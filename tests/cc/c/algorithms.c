/* Small known algorithms: a sort, a search, a queue, a hash table, a matrix, a text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Entry { char word[12]; int count; struct Entry *next; } Entry;

static Entry *table[16];

__attribute__((noinline)) static void
heap_sort(long long *a, int n)
{
	for (int end = n, start = n / 2; end > 1;) {
		long long t;
		int root;

		if (start > 0) {
			start--;
		} else {
			end--;
			t = a[end], a[end] = a[0], a[0] = t;
		}
		for (root = start; 2 * root + 1 < end;) {
			int child = 2 * root + 1;

			if (child + 1 < end && a[child] < a[child + 1])
				child++;
			if (a[root] >= a[child])
				break;
			t = a[root], a[root] = a[child], a[child] = t;
			root = child;
		}
	}
}

static void
count(const char *word, int n)
{
	unsigned h = 0;
	Entry *e;

	for (int i = 0; i < n; i++)
		h = h * 31 + word[i];
	for (e = table[h % 16]; e; e = e->next)
		if (strncmp(e->word, word, n) == 0 && e->word[n] == '\0')
			break;
	if (!e) {
		e = calloc(1, sizeof *e);
		memcpy(e->word, word, n);
		e->next = table[h % 16];
		table[h % 16] = e;
	}
	e->count++;
}

__attribute__((noinline)) static int
queens(int n, unsigned columns, unsigned left, unsigned right)
{
	unsigned free = ~(columns | left | right) & ((1u << n) - 1);
	int found = columns == (1u << n) - 1;

	while (free) {
		unsigned bit = free & -free;

		free ^= bit;
		found += queens(n, columns | bit, (left | bit) << 1, (right | bit) >> 1);
	}
	return found;
}

__attribute__((noinline)) static int
solve(double a[3][4], double x[3])
{
	for (int i = 0; i < 3; i++)
		for (int k = i + 1; k < 3; k++) {
			double f = a[k][i] / a[i][i];

			for (int j = i; j < 4; j++)
				a[k][j] -= f * a[i][j];
		}
	for (int i = 2; i >= 0; i--) {
		x[i] = a[i][3];
		for (int j = i + 1; j < 3; j++)
			x[i] -= a[i][j] * x[j];
		x[i] /= a[i][i];
	}
	return 0;
}

int
main(void)
{
	static const char text[] = "the cat and the dog and the end";
	long long a[] = {5, -3, 1ll << 40, 0, -(1ll << 35), 7, 7, 2, -9, 11};
	double m[3][4] = {{2, 1, -1, 8}, {-3, -1, 2, -11}, {-2, 1, 2, -3}}, x[3];
	const char *start = text;

	heap_sort(a, 10);
	for (int i = 0; i < 10; i++)
		printf("%lld ", a[i]);
	printf("\n");
	for (const char *s = text;; s++)
		if (*s == ' ' || !*s) {
			count(start, s - start);
			start = s + 1;
			if (!*s)
				break;
		}
	for (int i = 0; i < 16; i++)
		for (Entry *e = table[i]; e; e = e->next)
			printf("%s:%d ", e->word, e->count);
	solve(m, x);
	printf("\n%d %.10g %.10g %.10g\n", queens(6, 0, 0, 0), x[0], x[1], x[2]);
	return 0;
}
