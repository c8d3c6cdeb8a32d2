/*
 * Floating-point numbers in deep expressions that need more than three registers; with calls, mixed
 * lengths and arrays.
 */
#include <stdio.h>

__attribute__((noinline)) static double
f(double x, double y)
{
	return x * 2 - y;
}

__attribute__((noinline)) static double
deep(const double *a)
{
	return ((a[0] + a[1]) * (a[2] - a[3])) / ((a[4] + a[5]) * (a[6] - a[7]))
		- ((a[1] * a[2] + a[3] * a[4]) - (a[5] * a[6] + a[7] * a[0]));
}

__attribute__((noinline)) static float
deep_single(const float *a)
{
	return a[0] - (a[1] - (a[2] - (a[3] - (a[4] - (a[5] - (a[6] - a[7]))))))
		+ (((a[0] * a[1]) * (a[2] * a[3])) / ((a[4] * a[5]) * (a[6] * a[7])));
}

__attribute__((noinline)) static double
with_calls(double x, int n, long long w)
{
	return x + f(x + 1, f(x + 2, n)) * (f(x, w) - f(f(x, 1), f(2, x))) / (n + f(w, x));
}

__attribute__((noinline)) static double
horner(double x, const double *c, int n)
{
	double y = 0;

	while (n-- > 0)
		y = y * x + c[n];
	return y;
}

__attribute__((noinline)) static void
multiply(double c[3][3], double a[3][3], float b[3][3])
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			c[i][j] = 0;
			for (int k = 0; k < 3; k++)
				c[i][j] += a[i][k] * b[k][j];
		}
}

__attribute__((noinline)) static double
mixed(float s, double d, int i, unsigned u, long long w)
{
	return s * i + d * u - w / (s + 1) + (float)(d / 3) + i / 2 + i / 2.0;
}

int
main(void)
{
	double a[8] = {1.5, 2.25, 3, 4.125, 5, 6.5, 7, 8.75}, c[3][3];
	double m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 10}};
	float s[8] = {1.5f, 2.25f, 3, 4.125f, 5, 6.5f, 7, 8.75f}, n[3][3] = {{0.5f, 0, 1}, {2, -1, 0}, {0.25f, 4, 3}};
	float acc = 0;

	printf("%.15g %.8g\n", deep(a), deep_single(s));
	printf("%.15g\n", with_calls(0.75, 3, 100000000000ll));
	printf("%.15g\n", horner(0.5, a, 8));
	multiply(c, m, n);
	for (int i = 0; i < 3; i++)
		printf("%g %g %g ", c[i][0], c[i][1], c[i][2]);
	printf("\n%.15g\n", mixed(0.1f, 1e10, -7, 4000000000u, 123456789012ll));
	for (int i = 0; i < 1000; i++)
		acc += 0.1f;
	printf("%.9g %.17g\n", acc, 0.1 + 0.2);
	printf("%g %g %g\n", -a[0], -(a[0] - 1.5), +s[1]);
	a[1]++, --a[2], s[3] += a[1], a[4] *= s[0];
	printf("%g %g %g %g\n", a[1], a[2], s[3], a[4]);
	return 0;
}
