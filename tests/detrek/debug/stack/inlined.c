/* inlined.c - functions that the compiler inlines into each other, for the test of lines. */
#include <kernel.h>

static int
square(int x)
{
	int y = x * x;

	if (y > 1000)
		y -= 7;
	return y;
}

static inline int
sum(const int *a, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++) {
		int q = square(a[i]);

		s += q;
		if (s > 5000)
			s = square(s & 63);
	}
	return s;
}

static void
fill(int *a, int n, int seed)
{
	for (int i = 0; i < n; i++)
		a[i] = seed * i % 97;
}

static int
work(int n)
{
	int a[20];

	fill(a, 20, n);
	return sum(a, 20)
		+ square(n);
}

int
main(void)
{
	int total = 0;

	for (int i = 1; i < 4; i++) {
		total += work(i);
		if (total % 3 == 0)
			total = square(total);
	}
	return total > 0 ? 0 : 1;
}
