/* Large arguments in functions whose workspace moves: variables stay where they were, and are reached by their base. */
#include <stdio.h>

typedef struct Three {
	int x, y, z;
} Three;

static long long
whole(double x, int n)
{
	volatile int place[n];

	place[n - 1] = n;
	return (long long)x + place[n - 1];
}

static double
sum(double a, long long b, Three c, double d)
{
	return a + b + c.x + c.y * 2 + c.z * 4 + d;
}

static double
passes(double a, long long b, Three c, int n)
{
	volatile char *piece = __builtin_alloca(n);
	double before = sum(a, b, c, a), kept = a * 3;
	unsigned long long count = (unsigned long long)kept;

	piece[n - 1] = 5;
	{
		volatile int more[n];

		more[0] = piece[n - 1];
		c.y += more[0];
		before += sum(kept, b, c, before) + (float)b;
	}
	return before + count % 1000 + sum(before, (long long)before, c, a) * piece[n - 1];
}

int
main(void)
{
	for (int n = 1; n < 40; n += 7)
		printf("%lld %.3f\n", whole(n * 1e9 + 0.5, n), passes(n + 0.25, -n * 3000000000LL, (Three){n, 2, -n}, n));
	return 0;
}
