/*
 * Stack frames: more variables than short offsets can address, large arrays next to them, many
 * arguments, and pointers to variables.
 */
#include <stdio.h>

#define TWENTY(X, p) X(p##0) X(p##1) X(p##2) X(p##3) X(p##4) X(p##5) X(p##6) X(p##7) X(p##8) X(p##9)
#define ALL(X) TWENTY(X, a) TWENTY(X, b) TWENTY(X, c) TWENTY(X, d)

__attribute__((noinline)) static int
next(int *seed)
{
	return *seed = (int)((unsigned)*seed * 1103515245u + 12345u) >> 4;
}

__attribute__((noinline)) static int
many(int seed)
{
	int sum = 0;
#define DECLARE(v) int v = next(&seed);
	ALL(DECLARE)

	for (int i = 0; i < 3; i++) {
#define TURN(v) v = v * 5 + (sum ^ i), sum += v;
		ALL(TURN)
	}
	return sum + a0 - d9 + c3;
}

__attribute__((noinline)) static int
large(int n)
{
	int first[300], last[3] = {1, 2, 3};
	char text[1000];
	long long w[40];

	for (int i = 0; i < 300; i++)
		first[i] = n * i;
	for (int i = 0; i < 1000; i++)
		text[i] = i + n;
	for (int i = 0; i < 40; i++)
		w[i] = (long long)first[i * 7] << 20 | text[i * 25];
	return (int)(w[39] >> 7) + last[n % 3] + text[999] + first[299];
}

__attribute__((noinline)) static int
arguments(int a, long long b, int c, double d, int e, short f, int g, int h, long long i, int j, int k, int l, int m,
	int n, int o, float p, int q, int *r, char s, int t)
{
	a += t, c -= s, *r += q;
	return a + (int)b + 2 * c + (int)d + 3 * e + f - g + 5 * h + (int)(i >> 32) + j * k - l * m + n / o + (int)p;
}

__attribute__((noinline)) static void
fill(int **all, int n)
{
	while (n--)
		*all[n] = n * n;
}

__attribute__((noinline)) static int
addressed(void)
{
	int a, b, c, d, *all[] = {&a, &b, &c, &d};

	fill(all, 4);
	a += 10, d -= b;
	fill(all + 1, 2);
	return a + 10 * b + 100 * c + 1000 * d;
}

int
main(void)
{
	int r = 7;

	printf("%d %d\n", many(1), many(99));
	printf("%d %d\n", large(3), large(-2 + 9));
	printf("%d ", arguments(1, 2, 3, 4.5, 5, 6, 7, 8, 9ll << 32, 10, 11, 12, 13, 140, 15, 16.5f, 17, &r, 18, 19));
	printf("%d %d\n", r, addressed());
	return 0;
}
