/*
 * lu.h - the matrix of lu.c and lu_nodes.c, and the steps of its decomposition.
 */
#ifndef LU_H
#define LU_H

#include "team.h"

#include <stdio.h>

enum { BLOCK = 4, USUAL = 144, MOST = 192 };

static double a[MOST][MOST];
static int n;

/* Factor the diagonal block that begins at (k, k). */
static void
factor(int k)
{
	for (int i = k; i < k + BLOCK; i++)
		for (int j = i + 1; j < k + BLOCK; j++) {
			a[j][i] /= a[i][i];
			for (int c = i + 1; c < k + BLOCK; c++)
				a[j][c] -= a[j][i] * a[i][c];
		}
}

/* Divide a block below the diagonal block, with the same columns. */
static void
divide(int i, int k)
{
	for (int r = i; r < i + BLOCK; r++)
		for (int c = k; c < k + BLOCK; c++) {
			for (int m = k; m < c; m++)
				a[r][c] -= a[r][m] * a[m][c];
			a[r][c] /= a[c][c];
		}
}

/* Change a block right of the diagonal block. */
static void
subtract(int k, int j)
{
	for (int r = k; r < k + BLOCK; r++)
		for (int m = k; m < r; m++)
			for (int c = j; c < j + BLOCK; c++)
				a[r][c] -= a[r][m] * a[m][c];
}

static void
update(int i, int j, int k)
{
	for (int r = i; r < i + BLOCK; r++)
		for (int c = j; c < j + BLOCK; c++)
			for (int m = k; m < k + BLOCK; m++)
				a[r][c] -= a[r][m] * a[m][c];
}

static void
fill(void)
{
	uint32_t seed = 1;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			a[i][j] = random_unit(&seed) + (i == j ? 10.0 : 0.0);
}

static void
print_result(void)
{
	uint32_t hash = 0;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			hash = hash_double(hash, a[i][j]);
	printf("lu: %d x %d, %08x\n", n, n, (unsigned)hash);
}

#endif
