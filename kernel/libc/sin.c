/*
 * sin.c - circular functions and their inverses.
 *
 * The angle is brought within 45 degrees by subtracting a multiple of 90 in four parts; the multiple
 * is exact below 2^20 quarters, and the result keeps its accuracy up to there. Then the series, the
 * rest of the reduction as a correction.
 */
#include <errno.h>
#include <math.h>

/* pi / 2 in parts of 33 bits */
static const double parts[] = {
	0x1.921fb54400000p+0, 0x1.0b4611a600000p-34,
	0x1.3198a2e000000p-69, 0x1.b839a252049c1p-104,
};

typedef struct Angle {
	double r, low;
	int quarter;
} Angle;

static Angle
reduce(double x)
{
	double k = rint(x * 0.63661977236758134), r = x, t;
	Angle a;

	a.low = 0;
	a.quarter = (int)fmod(k, 4) & 3;
	for (int i = 0; i < 3; i++) {
		double part = k * parts[i];

		t = r - part;
		a.low += (r - t) - part; /* what rounding left */
		r = t;
	}
	a.low -= k * parts[3];
	a.r = r + a.low;
	a.low = (r - a.r) + a.low;
	return a;
}

static double
series(double first, double r2, int from)
{
	double sum = 0;

	for (int n = from; n >= 3; n -= 2)
		sum = (sum + 1) * -r2 / (n * (n - 1));
	return first * sum;
}

static double
sine(Angle a)
{
	double r2 = a.r * a.r;

	return a.r + (series(a.r, r2, 21) + a.low * (1 - r2 / 2));
}

static double
cosine(Angle a)
{
	double r2 = a.r * a.r, sum = 0;

	for (int n = 20; n >= 4; n -= 2)
		sum = (sum + 1) * -r2 / (n * (n - 1));
	return 1 - (r2 / 2 * (1 + sum) + a.r * a.low);
}

static double
turn(Angle a, int quarter)
{
	double v = (a.quarter + quarter) & 1 ? cosine(a) : sine(a);

	return (a.quarter + quarter) & 2 ? -v : v;
}

static int
no_angle(double x)
{
	if (isfinite(x))
		return 0;
	errno = EDOM;
	return 1;
}

double
sin(double x)
{
	if (no_angle(x))
		return x - x;
	return fabs(x) < 1e-9 ? x : turn(reduce(x), 0);
}

double
cos(double x)
{
	return no_angle(x) ? x - x : turn(reduce(x), 1);
}

double
tan(double x)
{
	Angle a;

	if (no_angle(x))
		return x - x;
	if (fabs(x) < 1e-9)
		return x;
	a = reduce(x);
	return a.quarter & 1 ? -cosine(a) / sine(a) : sine(a) / cosine(a);
}

/* Known arc tangents, in two parts; x is compared with them by the tangent of the difference. */
static const struct {
	double up_to, tangent, high, low;
} arcs[] = {
	{0.4375, 0, 0, 0},
	{0.6875, 0.5, 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
	{1.1875, 1, 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
	{2.4375, 1.5, 0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56},
};

double
atan(double x)
{
	double a = fabs(x), t, g, sum = 0, high = 0x1.921fb54442d18p+0, low = 0x1.1a62633145c07p-54;

	t = -1 / a;
	for (int i = 3; i >= 0; i--)
		if (a < arcs[i].up_to) {
			t = (a - arcs[i].tangent) / (1 + a * arcs[i].tangent);
			high = arcs[i].high;
			low = arcs[i].low;
		}
	if (isnan(x))
		return x;
	g = t * t;
	for (int n = 47; n >= 3; n -= 2)
		sum = (1.0 / n - sum) * g;
	return copysign(high + (t - (t * sum - low)), x);
}

double
atan2(double y, double x)
{
	double pi = 3.14159265358979312, a;

	if (isnan(x) || isnan(y))
		return x + y;
	if (y == 0)
		return signbit(x) ? copysign(pi, y) : y;
	if (x == 0)
		return copysign(pi / 2, y);
	if (isinf(x) && isinf(y))
		return copysign(x > 0 ? pi / 4 : 3 * pi / 4, y);
	a = atan(fabs(y / x));
	return copysign(x > 0 ? a : pi - (a - 1.2246467991473532e-16), y);
}

double
asin(double x)
{
	if (fabs(x) > 1) {
		errno = EDOM;
		return NAN;
	}
	return atan2(x, sqrt((1 - x) * (1 + x)));
}

double
acos(double x)
{
	if (fabs(x) > 1) {
		errno = EDOM;
		return NAN;
	}
	if (fabs(x) < 0.5)
		return 1.5707963267948966 - (asin(x) - 6.123233995736766e-17);
	return 2 * atan2(sqrt(1 - x), sqrt(1 + x));
}
