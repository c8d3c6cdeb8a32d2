/* Functions of math.h whose results are exact: rounding, parts, neighbours, remainders, fma, sqrt; double and float */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const double values[] = {
	0, -0.0, 0.5, -0.5, 1, -1.5, 2.5, -2.5, 3.5, 0.49999999999999994, 123456789.75, -4503599627370495.5, 4503599627370497.0,
	9007199254740993.0, 1e300, -1e-300, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, INFINITY, -INFINITY, NAN,
};

enum { N = sizeof values / sizeof *values };

/* show: all NaNs are printed alike. */
static void
show(double x)
{
	if (isnan(x))
		printf(" nan");
	else
		printf(" %a", x);
}

static void
one(const char *name, double f(double), float ff(float))
{
	printf("%s", name);
	for (int i = 0; i < N; i++) {
		show(f(values[i]));
		show(ff((float)values[i]));
	}
	putchar('\n');
}

static void
two(const char *name, double f(double, double), float ff(float, float))
{
	printf("%s", name);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++) {
			if ((float)values[i] == 0 && (float)values[k] == 0 && name[1] == 'm')
				continue; /* fmax and fmin may give either zero */
			show(f(values[i], values[k]));
			show(ff((float)values[i], (float)values[k]));
		}
	putchar('\n');
}

static void
to_integers(void)
{
	for (int i = 0; i < 12; i++) {
		double x = values[i];
		float f = (float)x;

		printf("%lld %lld %lld %lld ", llrint(x), llround(x), llrintf(f), llroundf(f));
		if (fabs(x) < 2e9)
			printf("%ld %ld %ld %ld", lrint(x), lround(x), lrintf(f), lroundf(f));
		putchar('\n');
	}
}

static void
parts(void)
{
	for (int i = 0; i < N; i++) {
		double x = values[i], whole;
		float f = (float)x, fwhole;
		int e = 0;

		show(frexp(x, &e));
		if (isfinite(x))
			printf(" %d", e);
		show(frexpf(f, &e));
		if (isfinite(f))
			printf(" %d", e);
		show(modf(x, &whole));
		show(whole);
		show(modff(f, &fwhole));
		show(fwhole);
		show(logb(x));
		show(logbf(f));
		if (isfinite(x) && x != 0)
			printf(" %d", ilogb(x));
		if (isfinite(f) && f != 0)
			printf(" %d", ilogbf(f));
		printf(" %d%d%d%d%d%d\n", fpclassify(x) == FP_NAN, fpclassify(x) == FP_SUBNORMAL, isnormal(x) != 0,
			signbit(x) != 0 && !isnan(x), isinf(x) != 0, isgreater(x, 1.0));
	}
}

static void
scaling(void)
{
	static const int steps[] = {0, 1, -1, 30, -60, -1022, -1074, -1080, 1023, 2100, -2100, INT_MAX, INT_MIN};

	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 13; k++) {
			show(ldexp(values[i], steps[k]));
			show(scalbn(values[i], steps[k]));
			show(scalbln(values[i], steps[k]));
			show(ldexpf((float)values[i], steps[k]));
			show(scalbnf((float)values[i], steps[k]));
			show(scalblnf((float)values[i], steps[k]));
		}
		putchar('\n');
	}
}

static void
quotients(void)
{
	static const double y[] = {1, -3, 0.75, 1e-5, 7e10, INFINITY};

	for (int i = 0; i < 18; i++)
		for (int k = 0; k < 6; k++) {
			int q, qf;

			show(remquo(values[i], y[k], &q));
			show(remquof((float)values[i], (float)y[k], &qf));
			printf(" %d %d", q < 0 ? -(-q & 7) : q & 7, qf < 0 ? -(-qf & 7) : qf & 7);
		}
	putchar('\n');
}

static void
sums_of_products(void)
{
	uint64_t seed = 1;

	for (int i = 0; i < 400; i++) {
		double v[3];

		for (int k = 0; k < 3; k++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			v[k] = ldexp((double)(int64_t)(seed & ~0xFFFu), (int)(seed >> 56 & 15) - 70);
		}
		if (i % 3 == 0)
			v[2] = -v[0] * v[1];
		if (i % 5 == 0)
			v[0] = ldexp(v[0], -1000), v[2] = ldexp(v[2], -1040);
		if (i % 7 == 0)
			v[2] = ldexp(v[2], 80);
		show(fma(v[0], v[1], v[2]));
		show(fmaf((float)v[0], (float)v[1], (float)v[2]));
	}
	show(fma(0x1p1000, 0x1p1000, -INFINITY));
	show(fma(INFINITY, 0, 1));
	show(fma(0x1.fffffffffffffp1023, 2, -0x1.fffffffffffffp1023));
	show(fma(-0.0, 1, 0.0));
	show(fma(-0.0, 1, -0.0));
	show(fma(1, 1, -1));
	show(fma(0x1p-1074, 0.5, 0x1p-1074));
	show(fma(0x1p-1074, 0x1p-1074, 1));
	show(fmaf(0x1p-149f, 0x1p-149f, 1));
	show(fmaf(0x1.000002p0f, 0x1.000002p0f, -0x1p-60f));
	putchar('\n');
}

int
main(void)
{
	one("fabs", fabs, fabsf);
	one("ceil", ceil, ceilf);
	one("floor", floor, floorf);
	one("trunc", trunc, truncf);
	one("round", round, roundf);
	one("rint", rint, rintf);
	one("nearbyint", nearbyint, nearbyintf);
	one("roundeven", roundeven, roundevenf);
	one("sqrt", sqrt, sqrtf);
	two("copysign", copysign, copysignf);
	two("fmax", fmax, fmaxf);
	two("fmin", fmin, fminf);
	two("fdim", fdim, fdimf);
	two("fmod", fmod, fmodf);
	two("remainder", remainder, remainderf);
	two("nextafter", nextafter, nextafterf);
	for (int i = 0; i < N; i++) {
		show(nexttoward(values[i], 1));
		show(nexttowardf((float)values[i], -1));
	}
	putchar('\n');
	to_integers();
	parts();
	scaling();
	quotients();
	sums_of_products();
	printf("%d %d\n", isnan(nan("")), isnan(nanf("")));
	return 0;
}
