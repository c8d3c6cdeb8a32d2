/*
 * Integers in deep expressions that need more than three registers; with calls, loads and long
 * longs.
 */
#include <stdint.h>
#include <stdio.h>

typedef struct Point { int x, y; } Point;

__attribute__((noinline)) static int
g(int a, int b)
{
	return a * 3 + b;
}

__attribute__((noinline)) static int
deep(const int *a)
{
	return ((a[0] - a[1]) * (a[2] - a[3]) - (a[4] - a[5]) * (a[6] - a[7]))
		^ (((a[0] + a[7]) << (a[1] & 3)) | ((a[2] + a[6]) >> (a[3] & 3)));
}

__attribute__((noinline)) static int
right_heavy(int a, int b, int c, int d, int e, int f, int h, int i)
{
	return a - (b - (c - (d - (e - (f - (h - i))))));
}

__attribute__((noinline)) static int
with_calls(int n, const int *a)
{
	return g(g(n, a[1]) - a[2], g(a[3], n) * g(1, g(2, g(3, n)))) + a[g(0, 1)] * (n - g(n, -n)) % 1000;
}

__attribute__((noinline)) static long long
wide(long long x, int n, unsigned u)
{
	return (x * n + u) * (x - u) / (n + 3) % 1000003 ^ (x >> (n & 15)) + (long long)u * u;
}

__attribute__((noinline)) static int
indexed(int a[][5], Point *p, int i, const uint8_t *order)
{
	return a[order[i]][order[i + 1]] + a[p[order[i]].x][p[i].y] * p[a[1][i] & 3].x - (int)(&p[i] - p);
}

int
main(void)
{
	int a[] = {100, 7, -30, 9, 500, 22, 13, -4}, grid[4][5];
	Point p[4] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
	static const uint8_t order[] = {2, 0, 3, 1, 2};

	for (int i = 0; i < 20; i++)
		grid[i / 5][i % 5] = i * i - 7 * i;
	printf("%d\n", deep(a));
	printf("%d\n", right_heavy(1, 20, 300, 4000, 50000, 600000, 7000000, 80000000));
	printf("%d\n", with_calls(11, a));
	printf("%lld\n", wide(123456789, 77, 4000000000u));
	for (int i = 0; i < 4; i++)
		printf("%d ", indexed(grid, p, i, order));
	printf("\n%d\n", (a[0] > a[1]) + (a[2] < 0 ? a[3] & 6 : a[4] | 1) * ((a[5] == 22) - (a[6] != 13)));
	printf("%d\n", -a[0] + ~a[1] - -(a[2] + 5) * +3);
	printf("%d %u\n", a[0] * 1024 + a[1] * 10 - a[2] * 17, (unsigned)a[7] * 3000000000u);
	return 0;
}
