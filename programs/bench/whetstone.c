/*
 * whetstone.c - a benchmark with the work of Whetstone, single length.
 *
 * Written after H. Curnow and B. Wichmann's description (Computer Journal 19,1, 1976): eleven modules, of which
 * three have no passes, with their numbers of passes; one run is a million Whetstone instructions. The program
 * works in `float` throughout, as INMOS's figures do.
 */
#include "bench.h"

#include <math.h>
#include <stddef.h>

enum { SCALE = 10 }; /* a million instructions */

/* Passes of each module. */
enum {
	N2 = 12 * SCALE, N3 = 14 * SCALE, N4 = 345 * SCALE, N6 = 210 * SCALE, N7 = 32 * SCALE,
	N8 = 899 * SCALE, N9 = 616 * SCALE, N11 = 93 * SCALE,
};

static const float near_half = 0.499975f, over_half = 0.50025f, two = 2.0f;

float e1[4];
int at_j, at_k, at_l;

/* What the compiler must not know beforehand. */
static volatile int one = 1;

/* ---- the procedures; the rules forbid to merge them with their callers ---- */

#define PROCEDURE __attribute__((noinline))

PROCEDURE void
pa(float *e)
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
p3(float x, float y, float *z)
{
	float x1 = near_half * (x + y), y1 = near_half * (x1 + y);

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

/* Each pass is made: the compiler must not know that the first one's result is the last one's. */
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

static float
trigonometry(void)
{
	float x = 0.5f, y = 0.5f;

	for (int i = 0; i < N7; i++) {
		x = near_half * atanf(two * sinf(x) * cosf(x) / (cosf(x + y) + cosf(x - y) - 1.0f));
		y = near_half * atanf(two * sinf(y) * cosf(y) / (cosf(x + y) + cosf(x - y) - 1.0f));
	}
	return x;
}

static float
procedure_calls(void)
{
	float x = 1.0f, y = 1.0f, z = 1.0f;

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

static float
standard_functions(void)
{
	float x = 0.75f;

	for (int i = 0; i < N11; i++)
		x = sqrtf(expf(logf(x) / over_half));
	return x;
}

/* ---- together ---- */

static int
near(float x, float wanted)
{
	return x > wanted - 1e-3f && x < wanted + 1e-3f;
}

static int
kernel(uint32_t runs)
{
	int right = 1;

	while (runs-- > 0) {
		array_elements();
		right &= near(e1[0], -0.0683f) && near(e1[3], -1.1240f);
		array_parameter();
		right &= near(e1[0], -0.0553f) && near(e1[3], -1.1031f);
		right &= conditional_jumps() == 1;
		integer_arithmetic();
		right &= at_j == 1 && at_k == 2 && at_l == 3 && e1[0] == 6.0f && e1[1] == 6.0f;
		right &= near(trigonometry(), 0.4904f);
		right &= near(procedure_calls(), 0.99994f);
		array_references();
		right &= e1[0] == 3.0f && e1[1] == 2.0f && e1[2] == 3.0f;
		right &= near(standard_functions(), 0.8347f);
	}
	return right;
}

int
main(void)
{
	static const Benchmark b = {"whetstone", kernel, 2, 1000, "KWhetstones"};

	return benchmark(&b, 1);
}
