/*
 * atan.c - arc tangent, sine and cosine: all are the angle of a point.
 *
 * The angle is compared with known ones by the tangent of the difference, t = (y - x c) / (x + y c), carried in two parts;
 * the rest is a polynomial in t that is next to the best of its degree.
 */
#include "parts.h"

#include <errno.h>

/* Known angles and their tangents; for points whose tangent is less than `below`. */
static const struct {
	double below, tangent;
	Parts angle;
} known[] = {
	{0.4375, 0, {0, 0}},
	{0.6875, 0.5, {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56}},
	{1.1875, 1, {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}},
	{2.4375, 1.5, {0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56}},
};

static const Parts half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
static const Parts pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

/* (1 - atan t / t) / t^2 in t^2: error 2^-58 of atan t */
static const double series[] = {
	-0x1.e3e17f483240ap-7, 0x1.0f55666ec5c9ep-5, -0x1.6ffbb8354db1ap-5, 0x1.ab5849ab57353p-5,
	-0x1.e170491df79b9p-5, 0x1.110c9a3d3c1bep-4, -0x1.3b1375a3f24c4p-4, 0x1.745d154ae1c94p-4,
	-0x1.c71c71bd22246p-4, 0x1.2492492485427p-3, -0x1.99999999998c4p-3, 0x1.5555555555555p-2,
};

/* steep: of points with x > 0; the tangent is compared with c. */
static Parts
angle_from(Parts y, Parts x, double c, Parts angle)
{
	Parts above = parts_add(y, parts_multiply(x, (Parts){-c, 0}));
	Parts below = parts_add(x, parts_multiply(y, (Parts){c, 0}));
	Parts p;
	double t = above.high / below.high, t_low, g = t * t;

	p = parts_product(t, below.high);
	t_low = (((above.high - p.high) - p.low) + (above.low - t * below.low)) / below.high;
	return parts_add(angle, parts_sum(t, t_low - t * g * POLYNOMIAL(series, g)));
}

Parts
__angle_parts(Parts y, Parts x)
{
	if (x.high < 0)
		return parts_add(pi, parts_negative(__angle_parts(y, parts_negative(x))));
	for (int i = 0; i < 4; i++)
		if (y.high < x.high * known[i].below)
			return angle_from(y, x, known[i].tangent, known[i].angle);
	return angle_from(parts_negative(x), y, 0, half_pi);
}

double
atan(double x)
{
	if (isnan(x) || fabs(x) < 0x1p-28)
		return x;
	if (fabs(x) > 0x1p60)
		return copysign(half_pi.high, x);
	return copysign(__angle_parts((Parts){fabs(x), 0}, (Parts){1, 0}).high, x);
}

/* atan2: both are brought near 1 together, so that products stay in range. */
double
atan2(double y, double x)
{
	double a = fabs(y);
	int ex, ey;

	if (isnan(x) || isnan(y))
		return x + y;
	if (y == 0)
		return signbit(x) ? copysign(pi.high, y) : y;
	if (x == 0)
		return copysign(half_pi.high, y);
	if (isinf(y))
		return copysign(!isinf(x) ? half_pi.high : x > 0 ? half_pi.high / 2 : 0x1.2d97c7f3321d2p+1, y);
	if (isinf(x))
		return copysign(x > 0 ? 0 : pi.high, y);
	frexp(x, &ex);
	frexp(y, &ey);
	if (ey - ex > 60)
		return copysign(half_pi.high, y);
	if (ey - ex < -60)
		return copysign(x > 0 ? a / x : pi.high, y);
	return copysign(__angle_parts((Parts){ldexp(a, -ey), 0}, (Parts){ldexp(x, -ey), 0}).high, y);
}

/* leg: sqrt(1 - x^2). */
static Parts
leg(double x)
{
	return parts_root(parts_multiply(parts_sum(1, -x), parts_sum(1, x)));
}

double
asin(double x)
{
	double a = fabs(x);

	if (isnan(x) || a < 0x1p-28)
		return x;
	if (a >= 1) {
		errno = a > 1 ? EDOM : errno;
		return a > 1 ? NAN : copysign(half_pi.high, x);
	}
	return copysign(__angle_parts((Parts){a, 0}, leg(a)).high, x);
}

double
acos(double x)
{
	if (isnan(x))
		return x;
	if (fabs(x) >= 1) {
		errno = fabs(x) > 1 ? EDOM : errno;
		return fabs(x) > 1 ? NAN : x > 0 ? 0 : pi.high;
	}
	return __angle_parts(leg(x), (Parts){x, 0}).high;
}
