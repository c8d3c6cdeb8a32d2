/*
 * Comparisons of floating-point numbers: all operators on ordinary numbers, zeros of both signs,
 * infinities and NaNs; as conditions.
 */
#include <math.h>
#include <stdio.h>

static volatile double zero = 0;

#define OPERATORS(x, y) (((x) < (y)) | ((x) <= (y)) << 1 | ((x) > (y)) << 2 | ((x) >= (y)) << 3 | ((x) == (y)) << 4 \
	| ((x) != (y)) << 5 | !((x) < (y)) << 6 | !((x) >= (y)) << 7)

__attribute__((noinline)) static int
doubles(double x, double y)
{
	return OPERATORS(x, y);
}

__attribute__((noinline)) static int
floats(float x, float y)
{
	return OPERATORS(x, y);
}

__attribute__((noinline)) static int
branches(double x, double y)
{
	int n = 0;

	if (x < y)
		n += 1;
	if (!(x <= y))
		n += 2;
	if (x == y || x > 1)
		n += 4;
	if (x != y && !(y >= 1))
		n += 8;
	if (x)
		n += 16;
	if (!y)
		n += 32;
	while (x > y) {
		x /= 2;
		n += 64;
	}
	return n;
}

__attribute__((noinline)) static double
median(double a, double b, double c)
{
	double low = a < b ? a : b, high = a < b ? b : a;

	return c < low ? low : c > high ? high : c;
}

int
main(void)
{
	double values[] = {0, -zero, 1, -1, 1e-310, 1e300, 1 / zero, -1 / zero, zero / zero};
	enum { N = sizeof values / sizeof *values };

	for (int i = 0; i < N; i++) {
		for (int k = 0; k < N; k++)
			printf("%02x%02x ", doubles(values[i], values[k]), floats(values[i], values[k]));
		printf("\n");
	}
	printf("%d %d %d %d\n", branches(1, 2), branches(5, 1), branches(zero, -zero), branches(zero / zero, 1));
	printf("%g %g %g\n", median(1, 2, 3), median(3, 1, 2), median(2, 3, 1));
	printf("%d %d %d\n", isnan(values[8]) != 0, isless(values[8], 1.0), isunordered(1.0, values[8]) != 0);
	printf("%d %d\n", signbit(values[1]) != 0, islessgreater(1.0, 2.0) != 0);
	return 0;
}
