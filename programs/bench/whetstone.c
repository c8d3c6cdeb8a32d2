/*
 * whetstone.c - a benchmark with the work of Whetstone, single length, or double with DOUBLE
 * defined.
 *
 * Written after H. Curnow and B. Wichmann's description (Computer Journal 19,1, 1976): eleven
 * modules, of which three have no passes, with their numbers of passes; one run is a million
 * Whetstone instructions. The single-length version uses `float` throughout, as INMOS's figures do.
 */
#include "bench.h"

#include <math.h>
#include <stddef.h>

#ifdef DOUBLE
typedef double Real;
#define NAME "whetstone-double"
#define FUNCTION(name) name
#else
typedef float Real;
#define NAME "whetstone"
#define FUNCTION(name) name##f
#endif
#define SIN FUNCTION(sin)
#define COS FUNCTION(cos)
#define ATAN FUNCTION(atan)

enum { SCALE = 10 }; /* for a million Whetstone instructions */

/* Passes of each module. */
enum {
	N2 = 12 * SCALE, N3 = 14 * SCALE, N4 = 345 * SCALE, N6 = 210 * SCALE, N7 = 32 * SCALE,
	N8 = 899 * SCALE, N9 = 616 * SCALE, N11 = 93 * SCALE,
};

static const Real near_half = (Real)0.499975, over_half = (Real)0.50025, two = 2;

Real e1[4]; /* E1 of the description; below, its J, K and L */
int at_j, at_k, at_l;

/* Values that the compiler must not know in advance. */
static volatile int one = 1;

/* ---- the procedures; the rules forbid to merge them with their callers ---- */

#define PROCEDURE __attribute__((noinline))

PROCEDURE void
pa(Real *e)
{
	for (int j = 0; j < 6; j++) {
		e[0] = (e[0] + e[1] + e[2] - e[3]) * near_half;
		e[1] = (e[0] + e[1] - e[2] + e[3]) * near_half;
		e[2] = (e[0] - e[1] + e[2] + e[3]) * near_half;
		e[3] = (-e[0] + e[1] + e[2] + e[3]) / two;
	}
}

PROCEDURE void
p0(void)
{
	e1[at_j] = e1[at_k];
	e1[at_k] = e1[at_l];
	e1[at_l] = e1[at_j];
}

PROCEDURE void
p3(Real x, Real y, Real *z)
{
	Real x1 = near_half * (x + y), y1 = near_half * (x1 + y);

	*z = (x1 + y1) / two;
}

/* ---- the modules ---- */

static void
array_elements(void)
{
	e1[0] = 1.0f;
	e1[1] = e1[2] = e1[3] = -1.0f;
	for (int i = 0; i < N2; i++) {
		e1[0] = (e1[0] + e1[1] + e1[2] - e1[3]) * near_half;
		e1[1] = (e1[0] + e1[1] - e1[2] + e1[3]) * near_half;
		e1[2] = (e1[0] - e1[1] + e1[2] + e1[3]) * near_half;
		e1[3] = (-e1[0] + e1[1] + e1[2] + e1[3]) * near_half;
	}
}

static void
array_parameter(void)
{
	for (int i = 0; i < N3; i++)
		pa(e1);
}

/* The compiler must not find out that all passes have the same result: it would make only one. */
static int
conditional_jumps(void)
{
	int j = one;

	for (int i = 0; i < N4; i++) {
		__asm__("" : "+r"(j));
		j = j == 1 ? 2 : 3;
		j = j > 2 ? 0 : 1;
		j = j < 1 ? 1 : 0;
	}
	return j;
}

static void
integer_arithmetic(void)
{
	int j = one, k = 2 * j, l = 3 * j;

	for (int i = 0; i < N6; i++) {
		j = j * (k - j) * (l - k);
		k = l * k - (l - j) * k;
		l = (l - k) * (k + j);
		e1[l - 2] = j + k + l;
		e1[k - 2] = j * k * l;
	}
	at_j = j;
	at_k = k;
	at_l = l;
}

static Real
trigonometry(void)
{
	Real x = 0.5f, y = 0.5f;

	for (int i = 0; i < N7; i++) {
		x = near_half * ATAN(two * SIN(x) * COS(x) / (COS(x + y) + COS(x - y) - 1.0f));
		y = near_half * ATAN(two * SIN(y) * COS(y) / (COS(x + y) + COS(x - y) - 1.0f));
	}
	return x;
}

static Real
procedure_calls(void)
{
	Real x = 1.0f, y = 1.0f, z = 1.0f;

	for (int i = 0; i < N8; i++)
		p3(x, y, &z);
	return z;
}

static void
array_references(void)
{
	at_j = 0;
	at_k = 1;
	at_l = 2;
	e1[0] = 1.0f;
	e1[1] = 2.0f;
	e1[2] = 3.0f;
	for (int i = 0; i < N9; i++)
		p0();
}

static Real
standard_functions(void)
{
	Real x = 0.75f;

	for (int i = 0; i < N11; i++)
		x = FUNCTION(sqrt)(FUNCTION(exp)(FUNCTION(log)(x) / over_half));
	return x;
}

/* ---- together ---- */

static int
is_near(Real x, Real wanted)
{
	return x > wanted - (Real)1e-3 && x < wanted + (Real)1e-3;
}

static int
kernel(uint32_t runs)
{
	int right = 1;

	while (runs-- > 0) {
		array_elements();
		right &= is_near(e1[0], (Real)-0.0683) && is_near(e1[3], (Real)-1.1240);
		array_parameter();
		right &= is_near(e1[0], (Real)-0.0553) && is_near(e1[3], (Real)-1.1031);
		right &= conditional_jumps() == 1;
		integer_arithmetic();
		right &= at_j == 1 && at_k == 2 && at_l == 3 && e1[0] == 6.0f && e1[1] == 6.0f;
		right &= is_near(trigonometry(), (Real)0.4904);
		right &= is_near(procedure_calls(), (Real)0.99994);
		array_references();
		right &= e1[0] == 3.0f && e1[1] == 2.0f && e1[2] == 3.0f;
		right &= is_near(standard_functions(), (Real)0.8347);
	}
	return right;
}

int
main(void)
{
	static const Benchmark b = {NAME, kernel, 2, 1000, "KWhetstones"};

	return benchmark(&b, 1);
}
