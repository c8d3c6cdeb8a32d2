/*
 * fft.h - the numbers of fft.c and fft_nodes.c, and the steps of their transform.
 */
#ifndef FFT_H
#define FFT_H

#include "team.h"

#include <stdio.h>

enum { USUAL = 2048, MOST = 4096, ROUNDS = 3 };

typedef struct Complex {
	double re, im;
} Complex;

static Complex data[2][MOST], root[MOST / 2]; /* powers of the first root of 1 */
static int n, bits;

static int
reversed(int i)
{
	int r = 0;

	for (int b = 0; b < bits; b++)
		r |= (i >> b & 1) << (bits - 1 - b);
	return r;
}

static Complex
multiply(Complex a, Complex b)
{
	return (Complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* combine: transform pair i of a stage; the elements of a pair are `apart` from each other. */
static void
combine(Complex *x, int i, int apart, int back)
{
	int at = i / apart * 2 * apart + i % apart;
	Complex w = root[i % apart * (n / 2 / apart)], a = x[at], b;

	if (back)
		w.im = -w.im;
	b = multiply(w, x[at + apart]);
	x[at] = (Complex){a.re + b.re, a.im + b.im};
	x[at + apart] = (Complex){a.re - b.re, a.im - b.im};
}

/* root_of: the square root of x, by Newton's method; find_roots halves angles by it. */
static double
root_of(double x)
{
	double r = x > 1.0 ? x : 1.0;

	for (int i = 0; i < 60; i++)
		r = 0.5 * (r + x / r);
	return r;
}

static void
find_roots(void)
{
	Complex w = {-1.0, 0.0};

	for (int k = 2; k < n; k *= 2)
		w = k == 2 ? (Complex){0.0, 1.0}
			: (Complex){root_of((1.0 + w.re) / 2.0), root_of((1.0 - w.re) / 2.0)};
	root[0] = (Complex){1.0, 0.0};
	for (int i = 1; i < n / 2; i++)
		root[i] = multiply(root[i - 1], w);
}

/* fill: make n numbers; n is the largest power of two up to `size`. */
static void
fill(int size)
{
	uint32_t seed = 3;

	for (n = 2, bits = 1; 2 * n <= size; n *= 2)
		bits++;
	find_roots();
	for (int i = 0; i < n; i++)
		data[0][i] = (Complex){random_unit(&seed), random_unit(&seed)};
}

static void
print_result(void)
{
	uint32_t seed = 3, hash = 0;
	double off = 0.0;

	for (int i = 0; i < n; i++) {
		double re = data[0][i].re - random_unit(&seed),
			im = data[0][i].im - random_unit(&seed);

		off += re * re + im * im;
		hash = hash_double(hash_double(hash, data[1][i].re), data[1][i].im);
	}
	printf("fft: %d numbers, back %s, %08x\n", n, off < 1e-18 ? "where they were" : "elsewhere",
		(unsigned)hash);
}

#endif
