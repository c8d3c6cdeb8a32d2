/*
 * lu.c - LU decomposition of a dense matrix, by blocks, without pivoting.
 *
 * Threads own blocks in a two-dimensional pattern. In each step the block on the diagonal is
 * factored, then the blocks right of it and below it, each by its owner; each of these ends with a
 * barrier. Then all other blocks are updated.
 */
#include "team.h"

#include <stdio.h>

enum { BLOCK = 4, MOST = 144 };

static double a[MOST][MOST];
static int n;
static int rows, columns; /* of the pattern of threads */

static int
owner(int bi, int bj)
{
	return bi % rows * columns + bj % columns;
}

/* The block that begins at (k, k). */
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

/* A block below the diagonal one, with the same columns. */
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

/* A block right of the diagonal one. */
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
work(int me)
{
	for (int k = 0; k < n; k += BLOCK) {
		if (owner(k / BLOCK, k / BLOCK) == me)
			factor(k);
		team_barrier(1);
		for (int i = k + BLOCK; i < n; i += BLOCK) {
			if (owner(i / BLOCK, k / BLOCK) == me)
				divide(i, k);
			if (owner(k / BLOCK, i / BLOCK) == me)
				subtract(k, i);
		}
		team_barrier(2);
		for (int i = k + BLOCK; i < n; i += BLOCK)
			for (int j = k + BLOCK; j < n; j += BLOCK)
				if (owner(i / BLOCK, j / BLOCK) == me)
					update(i, j, k);
	}
}

int
main(int argc, char **argv)
{
	uint32_t seed = 1, hash = 0;

	n = team_begin(argc, argv, BLOCK, MOST, MOST) / BLOCK * BLOCK;
	for (columns = 1; columns * columns < threads || threads % columns != 0; columns++)
		;
	rows = threads / columns;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			a[i][j] = random_unit(&seed) + (i == j ? 10.0 : 0.0);
	team_run(work);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			hash = hash_double(hash, a[i][j]);
	printf("lu: %d x %d, %08x\n", n, n, (unsigned)hash);
	return 0;
}
