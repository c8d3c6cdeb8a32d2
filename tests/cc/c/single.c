/*
 * The float functions next to the double ones: errors in units of the last place, and special
 * values.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Pair {
	const char *name;
	float (*single)(float);
	double (*twice)(double);
	float low, high; /* arguments */
} Pair;

static const Pair pairs[] = {
	{"sinf", sinf, sin, -8, 8}, {"sinf far", sinf, sin, 1e4f, 5e5f}, {"cosf", cosf, cos, -8, 8},
	{"cosf far", cosf, cos, 1e4f, 5e5f}, {"tanf", tanf, tan, -1.5f, 1.5f},
	{"atanf", atanf, atan, -4, 4}, {"atanf far", atanf, atan, 4, 1e6f},
	{"expf", expf, exp, -85, 85}, {"expf near", expf, exp, -0.5f, 0.5f}, {"expf far", expf, exp, -103, -88},
	{"logf", logf, log, 1e-3f, 4}, {"logf near", logf, log, 0.99f, 1.01f}, {"logf far", logf, log, 1, 1e30f},
};

static double
error(float got, double exact)
{
	int e;
	double unit;

	frexp(exact, &e);
	unit = ldexp(1, (e < FLT_MIN_EXP ? FLT_MIN_EXP : e) - FLT_MANT_DIG);
	return fabs(got - exact) / unit;
}

static void
compare(const Pair *p)
{
	double worst = 0;
	unsigned x = 1;

	for (int i = 0; i < 300; i++) {
		float at;

		x = x * 1664525 + 1013904223;
		at = p->low + (p->high - p->low) * (x >> 8) / 16777216;
		worst = fmax(worst, error(p->single(at), p->twice(at)));
	}
	if (worst <= 0.65)
		printf("%s: within 0.65\n", p->name);
	else
		printf("%s: %g\n", p->name, worst);
}

static void
show(const char *name, float x)
{
	printf("%s %g\n", name, (double)x);
}

int
main(void)
{
	static volatile float zero = 0, minus = -0.0f;
	float infinity = 1 / zero, nan = zero / zero;

	for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
		compare(&pairs[i]);
	show("sin -0", sinf(minus)), show("tan -0", tanf(minus)), show("atan -0", atanf(minus));
	show("sin inf", fabsf(sinf(infinity))), show("cos nan", fabsf(cosf(nan)));
	show("atan inf", atanf(infinity)), show("atan -inf", atanf(-infinity));
	show("exp 100", expf(100)), show("exp -110", expf(-110)), show("exp inf", expf(infinity));
	show("exp -inf", expf(-infinity)), show("exp 0", expf(zero)), show("exp -100", expf(-100));
	show("log 0", logf(zero)), show("log -1", fabsf(logf(-1))), show("log inf", logf(infinity));
	show("log 1", logf(1 + zero)), show("log 1e-40", logf(1e-40f));
	show("floor", floorf(-1.5f)), show("ceil", ceilf(-0.5f)), show("trunc", truncf(-0.5f));
	show("rint", rintf(2.5f)), show("nearbyint", nearbyintf(-3.5f)), show("floor 2^30", floorf(0x1p30f));
	show("floor inf", floorf(-infinity)), show("floor nan", fabsf(floorf(nan)));
	return 0;
}
