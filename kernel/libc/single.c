/*
 * single.c - the most used functions of float, made for speed. They compute in double, so that the
 * argument's reduction and the sums need no second part, with polynomials that are as short as a
 * result of 24 bits allows: Chebyshev interpolations of the rest of each series; their errors,
 * relative to the result, are given beside them. Unusual arguments go to the functions of double.
 * Results are within 0.65 units of the last place.
 */
#include <errno.h>
#include <math.h>
#include <stdint.h>

typedef union Single {
	float value;
	int32_t bits;
} Single;

typedef union Double {
	double value;
	uint32_t word[2]; /* the low one first */
} Double;

/* Adding and then subtracting it rounds to a whole number, which is also in the sum's low word. */
static const double round_off = 0x1.8p52;

/* ---- sinf, cosf, tanf ---- */

typedef struct Angle {
	double r; /* within 45 degrees of 0 */
	uint32_t quarter;
} Angle;

/* reduce: |x| is below 2^19. pi / 2 is in two parts; whole numbers times the first are exact. */
static inline Angle
reduce(double x)
{
	Double k;
	Angle a = {x, 0};

	if (fabs(x) > 0x1.921fb6p-1) {
		k.value = x * 0x1.45f306dc9c883p-1 + round_off;
		a.quarter = k.word[0];
		k.value -= round_off;
		a.r = x - k.value * 0x1.921fb544p+0 - k.value * 0x1.0b4611a626331p-34;
	}
	return a;
}

/* error: 2^-36 */
static inline double
sine(double r)
{
	double z = r * r;

	return r * (1 + z * (-0x1.555555545d0dap-3 + z * (0x1.11110decc73fdp-7
		+ z * (-0x1.a013a455bd213p-13 + z * 0x1.6dbcfb4dee452p-19))));
}

/* error: 2^-32 */
static inline double
cosine(double r)
{
	double z = r * r;

	return 1 + z * (-0x1.fffffffaac6ccp-2 + z * (0x1.55554cb4ac619p-5
		+ z * (-0x1.6c0e040c547dap-10 + z * 0x1.9a6dbaa8b8ee6p-16)));
}

/* turned_sine: the sine of r plus that many quarter turns. */
static inline float
turned_sine(double r, uint32_t quarter)
{
	double v = quarter & 1 ? cosine(r) : sine(r);

	return quarter & 2 ? -v : v;
}

static inline int
is_small(float x) /* true if |x| is below 2^19 */
{
	return fabsf(x) < 0x1p19f;
}

float
sinf(float x)
{
	Angle a;

	if (!is_small(x))
		return (float)sin(x);
	a = reduce(x);
	return turned_sine(a.r, a.quarter);
}

float
cosf(float x)
{
	Angle a;

	if (!is_small(x))
		return (float)cos(x);
	a = reduce(x);
	return turned_sine(a.r, a.quarter + 1);
}

float
tanf(float x)
{
	Angle a;

	if (!is_small(x))
		return (float)tan(x);
	a = reduce(x);
	return a.quarter & 1 ? -cosine(a.r) / sine(a.r) : sine(a.r) / cosine(a.r);
}

/* ---- atanf ---- */

/* arc_series: the arc tangent of t, at most 7/16 from 0; error: 2^-28 */
static inline double
arc_series(double t)
{
	double z = t * t;

	return t * (1 + z * (-0x1.555553920439ap-2 + z * (0x1.9995fe6e537f1p-3
		+ z * (-0x1.23f91b27c346ep-3 + z * (0x1.b4f246d6b12f7p-4 - z * 0x1.fd0466faa540ep-5)))));
}

/* atanf: the difference from the nearest of four known arcs. */
float
atanf(float x)
{
	double a = fabsf(x), v;

	if (a < 0.4375)
		return (float)arc_series(x);
	if (a < 0.6875)
		v = 0x1.dac670561bb4fp-2 + arc_series((a - 0.5) / (1 + a * 0.5));
	else if (a < 1.1875)
		v = 0x1.921fb54442d18p-1 + arc_series((a - 1) / (1 + a));
	else if (a < 2.4375)
		v = 0x1.f730bd281f69bp-1 + arc_series((a - 1.5) / (1 + a * 1.5));
	else
		v = 0x1.921fb54442d18p+0 - arc_series(1 / a);
	return (float)(x < 0 ? -v : v);
}

/* ---- expf, logf ---- */

/* exp_of_large: e^x where the result may be out of a float's range; sets errno. */
static float
exp_of_large(float x)
{
	float v = (float)exp(x);

	if (v == 0 || v == HUGE_VALF)
		errno = x == HUGE_VALF || x == -HUGE_VALF ? errno : ERANGE;
	return v;
}

/* expf: 2^k, made of its bits, times e^r, where r is x less k ln 2; error: 2^-27 */
float
expf(float x)
{
	Double k, power;
	double r;

	if (!(fabsf(x) < 87))
		return exp_of_large(x);
	k.value = x * 0x1.71547652b82fep+0 + round_off;
	power.word[0] = 0;
	power.word[1] = (k.word[0] + 1023) << 20;
	r = x - (k.value - round_off) * 0x1.62e42fefa39efp-1;
	r = 1 + r + r * r * (0x1p-1 + r * (0x1.5554dcfb7f5e9p-3 + r * (0x1.5555192ed6e85p-5
		+ r * (0x1.120b6b34aae20p-7 + r * 0x1.6d11062c7656fp-10))));
	return (float)(r * power.value);
}

/*
 * logf: x = 2^e m, m between the roots of 1/2 and 2; then the series of log((1 + s) / (1 - s)).
 * The error is 2^-28.
 */
float
logf(float x)
{
	Single m = {x};
	double f, s, z;
	int e;

	if (!(x >= 0x1p-126f && x < HUGE_VALF))
		return (float)log(x);
	e = (m.bits - 0x3F3504F3) >> 23;
	m.bits -= e << 23;
	f = m.value;
	s = (f - 1) / (f + 1);
	z = s * s;
	s += s;
	s += s * z * (0x1.55555b85df663p-2 + z * (0x1.997c1c2c9e3b8p-3 + z * 0x1.2ee9a3ce980eep-3));
	return (float)(e * 0x1.62e42fefa39efp-1 + s);
}
