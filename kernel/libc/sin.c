/*
 * sin.c - sine, cosine, tangent: within 45 degrees a polynomial that is next to the best of its degree, its first terms
 * in two parts. Usual angles are computed faster, in one part.
 */
#include "angle.h"
#include "double.h"

#include <errno.h>

/* ---- usual angles ---- */

/* Upper words of 45 degrees, 2^19, 2^-20, 2^-27. */
enum { EIGHTH = 0x3FE921FB, LARGE = 0x41200000, NEXT_TO_0 = 0x3EB00000, TINY = 0x3E400000 };

/* error: 2^-55 */
static inline double
usual_sine(double r)
{
	double z = r * r;

	return r + r * z * (-0x1.5555555555555p-3 + z * (0x1.1111111110bb1p-7 + z * (-0x1.a01a019e8357dp-13
		+ z * (0x1.71de37961e4c6p-19 + z * (-0x1.ae600a926c89ap-26 + z * 0x1.5e0af186af739p-33)))));
}

/* error: 2^-59 */
static inline double
usual_cosine(double r)
{
	double z = r * r, half = 0.5 * z, high = 1 - half;
	double rest = z * z * (0x1.5555555555555p-5 + z * (-0x1.6c16c16c16966p-10 + z * (0x1.a01a019f4e867p-16
		+ z * (-0x1.27e4fa17a41b4p-22 + z * (0x1.1eeb68b109172p-29 - z * 0x1.907d7aebd5de5p-37)))));

	return high + (1 - high - half + rest);
}

static double any_angle(double x, uint32_t quarter);

/*
 * turned_sine: the sine of x plus that many quarter turns. pi / 2 is split into three parts; a whole number times each of the first
 * two is exact, and so is the rounding error of the second difference, so r is rounded once. any_angle handles
 * larger angles, and those so near to a multiple of pi / 2 that the third part is not exact enough.
 */
static inline double
turned_sine(double x, uint32_t quarter)
{
	uint32_t turns = quarter;
	double r = x, v, most, second;
	Double k;

	if (double_size(x) > EIGHTH) {
		k.value = x * 0x1.45f306dc9c883p-1 + ROUND_OFF;
		turns += k.word.low;
		k.value -= ROUND_OFF;
		most = x - k.value * 0x1.921fb54400000p+0;
		second = k.value * 0x1.0b4611a600000p-34;
		r = most - second;
		r += most - r - second - k.value * 0x1.3198a2e037073p-69;
		if (double_size(x) >= LARGE || double_size(r) < NEXT_TO_0)
			return any_angle(x, quarter);
	}
	if (quarter == 0 && double_size(x) < TINY)
		return x; /* with its sign, if it is 0 */
	v = turns & 1 ? usual_cosine(r) : usual_sine(r);
	return turns & 2 ? -v : v;
}

/* ---- all angles ---- */

/* (sin r / r - 1) / r^2 in r^2: error 2^-66 of sin r */
static const double sine_series[] = {
	-0x1.ab0f25d21fd92p-41, 0x1.6121703ee57b1p-33, -0x1.ae64540000f84p-26, 0x1.71de3a5455b9ap-19,
	-0x1.a01a01a0198dep-13, 0x1.1111111111110p-7, -0x1.5555555555555p-3,
};

/* (cos r - 1 + r^2 / 2) / r^4 in r^2: error 2^-59 */
static const double cosine_series[] = {
	-0x1.9075bb669682cp-37, 0x1.1eeb5de1e2b95p-29, -0x1.27e4fa0d3726cp-22, 0x1.a01a019f4671dp-16,
	-0x1.6c16c16c16944p-10, 0x1.5555555555555p-5,
};

static Parts
sine(Parts r)
{
	double g = r.high * r.high;

	return (Parts){r.high, r.high * g * POLYNOMIAL(sine_series, g) + r.low * (1 - g / 2)};
}

static Parts
cosine(Parts r)
{
	double g = r.high * r.high;
	Parts p = parts_product(r.high, r.high * -0.5);

	p.low += g * g * POLYNOMIAL(cosine_series, g) - r.high * r.low;
	return (Parts){1, p.high + p.low};
}

/* sine_of_angle: the sine of an angle plus that many quarter turns. */
static double
sine_of_angle(Angle a, int quarter)
{
	Parts v = (a.quarter + quarter) & 1 ? cosine(a.r) : sine(a.r);

	return (a.quarter + quarter) & 2 ? -(v.high + v.low) : v.high + v.low;
}

/* is_not_finite: true if x is infinite (errno is then EDOM) or NaN. */
static int
is_not_finite(double x)
{
	if (isfinite(x))
		return 0;
	if (isinf(x))
		errno = EDOM;
	return 1;
}

static double
any_angle(double x, uint32_t quarter)
{
	return is_not_finite(x) ? x - x : sine_of_angle(__angle(x), (int)quarter);
}

double
sin(double x)
{
	return turned_sine(x, 0);
}

double
cos(double x)
{
	return turned_sine(x, 1);
}

static double
quotient(Parts a, Parts b)
{
	return parts_divide(parts_sum(a.high, a.low), parts_sum(b.high, b.low)).high;
}

double
tan(double x)
{
	Angle a;

	if (is_not_finite(x))
		return x - x;
	if (fabs(x) < 0x1p-27)
		return x;
	a = __angle(x);
	return a.quarter & 1 ? -quotient(cosine(a.r), sine(a.r)) : quotient(sine(a.r), cosine(a.r));
}
