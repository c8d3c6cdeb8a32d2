/*
 * cholesky.h - the matrix of cholesky.c and cholesky_nodes.c.
 */
#ifndef CHOLESKY_H
#define CHOLESKY_H

#include "team.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 144, BAND = 20 };

static double a[MOST][MOST]; /* a[j][i]: row i of column j */
static uint8_t needs[MOST][MOST]; /* needs[j][k]: column j needs column k */
static int waits[MOST];      /* number of columns that a column waits for */
static int n;

static void
finish_column(int j)
{
	for (int k = 0; k < j; k++)
		if (needs[j][k])
			for (int i = j; i < n; i++)
				a[j][i] -= a[k][j] * a[k][i];
	a[j][j] = sqrt(a[j][j]);
	for (int i = j + 1; i < n; i++)
		a[j][i] /= a[j][j];
}

/* find_needs: column j needs column k if row j of column k is not zero. */
static void
find_needs(void)
{
	for (int k = 0; k < n; k++)
		for (int j = k + 1; j < n; j++) {
			needs[j][k] = a[k][j] != 0.0;
			for (int m = 0; m < k && !needs[j][k]; m++)
				needs[j][k] = needs[k][m] && needs[j][m];
			waits[j] += needs[j][k];
		}
}

static void
fill(void)
{
	uint32_t seed = 19;

	for (int j = 0; j < n; j++)
		for (int i = j; i < n; i++)
			if (i == j)
				a[j][i] = 30.0 + random_unit(&seed);
			else if (i - j < BAND && random_next(&seed) / 1024 % 3 == 0)
				a[j][i] = random_unit(&seed);
	find_needs();
}

static void
print_result(void)
{
	uint32_t hash = 0;

	for (int j = 0; j < n; j++)
		for (int i = j; i < n; i++)
			hash = hash_double(hash, a[j][i]);
	printf("cholesky: %d columns, %08x\n", n, (unsigned)hash);
}

#endif
