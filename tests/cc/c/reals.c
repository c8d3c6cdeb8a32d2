/* float and double: arithmetic, comparison with NaNs, conversions with truncation. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

static volatile double zero = 0, big = 1e300;

__attribute__((noinline)) static void
compare(double a, double b)
{
	printf("%d%d%d%d%d%d ", a < b, a <= b, a == b, a != b, a > b, a >= b);
	printf("%d%d%d\n", !(a < b), !(a >= b), isunordered(a, b));
}

__attribute__((noinline)) static void
convert(double x)
{
	printf("%d %d %d ", (int)x, (signed char)(int)x, (short)(int)x);
	printf("%lld %g %g\n", (long long)(x * 1e6), (float)x, (double)(float)x);
}

__attribute__((noinline)) static double
deep(double a, double b, double c, double d, double e, double f, double g, double h)
{
	return ((a + b) * (c + d) - (e - f) / (g + h)) * ((a - c) / (b + d) + (e * g - f * h));
}

__attribute__((noinline)) static float
deepf(float a, float b, float c, float d)
{
	return (a * b + c * d) / ((a - b) * (c - d)) - -a;
}

int
main(void)
{
	double nan = zero / zero;

	compare(1, 2), compare(2, 1), compare(1, 1), compare(nan, 1), compare(nan, nan);
	compare(-zero, zero), compare(big * big, 1), compare(-big * big, nan);
	convert(3.99), convert(-3.99), convert(0.5), convert(-0.5), convert(1234.5678);
	printf("%.17g\n", deep(1.5, 2.25, 3.125, -4.5, 5.75, 6.5, 7.25, 8.125));
	printf("%.9g\n", (double)deepf(1.1f, 2.2f, 3.3f, 4.4f));
	printf("%u %u\n", (unsigned)4e9, (unsigned)(float)3e9f);
	printf("%llu\n", (unsigned long long)(1.5e19 + zero));
	printf("%.17g %.9g\n", (double)0xFFFFFFFFFFFFFFFFull, (double)(float)0x123456789ABCDEFull);
	printf("%.9g %.9g\n", (double)(float)0xFFFFFFFFu, (double)(float)-16777217);
	printf("%g %g %g\n", sqrt(2), fabs(-zero), 1 / -zero);
	printf("%f %f %f %f\n", floor(-1.5), ceil(-1.5), rint(2.5), fmod(-7, 3));
	return 0;
}
