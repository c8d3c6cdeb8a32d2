/*
 * atan.c - arc tangent, sine and cosine: all are the angle of a point.
 *
 * The angle is compared with known ones by the tangent of the difference, t = (y - x c) / (x + y c), carried in two parts;
 * the rest is a polynomial in t that is nearly the best of its degree. For the arc tangent of one
 * number there are enough known angles that one part suffices.
 */
#include "double.h"
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
/* Arc tangents of i / 4. */
static const Parts quarters[] = {
	{0, 0},
	{0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
	{0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
	{0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
	{0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
	{0x1.cac7c57846f9ep-1, 0x1.0dae13ad18a6bp-55},
	{0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56},
	{0x1.0d38f2c5ba09fp+0, -0x1.bd0dc231bfd70p-54},
	{0x1.1b6e192ebbe44p+0, 0x1.b1b466a88828ep-54},
	{0x1.270ef55a53a25p+0, -0x1.a66b1af5f84fbp-54},
	{0x1.30b6d796a4da8p+0, 0x1.6254cb03bb199p-54},
};

static const Parts pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

/* (1 - atan t / t) / t^2 in t^2: error 2^-58 of atan t */
static const double series[] = {
	-0x1.e3e17f483240ap-7, 0x1.0f55666ec5c9ep-5, -0x1.6ffbb8354db1ap-5, 0x1.ab5849ab57353p-5,
	-0x1.e170491df79b9p-5, 0x1.110c9a3d3c1bep-4, -0x1.3b1375a3f24c4p-4, 0x1.745d154ae1c94p-4,
	-0x1.c71c71bd22246p-4, 0x1.2492492485427p-3, -0x1.99999999998c4p-3, 0x1.5555555555555p-2,
};

/* angle_from: the angle of a point with x > 0, from a known angle near it, whose tangent is c. */
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

/* arc_series: atan(t) - t, for |t| up to 0.126; the error is 2^-57 of atan(t). */
static inline double
arc_series(double t)
{
	double z = t * t;

	return t * z * (-0x1.555555555554dp-2 + z * (0x1.9999999987060p-3 + z * (-0x1.249248ee6c3c3p-3
		+ z * (0x1.c71bfe35625d9p-4 + z * (-0x1.74253d9358a2cp-4 + z * 0x1.2e94dc24fbf6dp-4)))));
}

/* arc_from: the arc tangent of a positive number near c, from the known arc of c. */
static inline double
arc_from(double a, double c, Parts known)
{
	double t = (a - c) / (1 + a * c);

	return known.high + (t + (known.low + arc_series(t)));
}

/* Upper words of 2^-27, 1/8 and a little more, 2.5, 3.625, 8. */
enum { TINY = 0x3E400000, EIGHTH = 0x3FC02000, FIVE_HALVES = 0x40040000, BELOW_FOUR = 0x400D0000, EIGHT = 0x40200000 };

/* atan: a known arc near x plus the arc of the difference; in one part. */
double
atan(double x)
{
	uint32_t size = double_size(x);
	double a = __builtin_fabs(x), v;
	Double k;

	if (size < EIGHTH)
		return size < TINY ? x : x + arc_series(x);
	if (size < FIVE_HALVES) {
		k.value = a * 4 + ROUND_OFF;
		v = arc_from(a, (k.value - ROUND_OFF) * 0.25, quarters[k.word.low]);
	} else if (size < BELOW_FOUR) {
		v = arc_from(a, 3, (Parts){0x1.3fc176b7a8560p+0, -0x1.441a3bd3f1083p-59});
	} else if (size < EIGHT) {
		v = arc_from(a, 5, (Parts){0x1.5f97315254857p+0, -0x1.31151a43b51cap-55});
	} else if (x != x) {
		return x;
	} else {
		v = -1 / a;
		v = half_pi.high + (v + (half_pi.low + arc_series(v)));
	}
	return x < 0 ? -v : v;
}

/* atan2: both numbers are first scaled near 1 together, so that products stay in range. */
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

/* other_leg: sqrt(1 - x^2), the other leg of a right triangle with hypotenuse 1. */
static Parts
other_leg(double x)
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
	return copysign(__angle_parts((Parts){a, 0}, other_leg(a)).high, x);
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
	return __angle_parts(other_leg(x), (Parts){x, 0}).high;
}
