/*
 * ocean.h - the grid of ocean.c and ocean_nodes.c.
 */
#ifndef OCEAN_H
#define OCEAN_H

#include "team.h"

#include <math.h>
#include <stdio.h>

enum { USUAL = 66, MOST = 194, MOST_SWEEPS = 60 };

static const double enough = 1e-7; /* a sweep that changes no point by more is the last one */

static double level[MOST][MOST];
static int n; /* rows and columns, the shores included */

static void
fill(void)
{
	uint32_t seed = 11;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			level[i][j] = i == 0 || j == 0 || i == n - 1 || j == n - 1
				? random_unit(&seed)
				: 0.0;
}

static double
relax(int i, int j)
{
	double new = 0.25 * (level[i - 1][j] + level[i + 1][j] + level[i][j - 1] + level[i][j + 1]),
		by = fabs(new - level[i][j]);

	level[i][j] = new;
	return by;
}

/* relax_rows: the points of a colour in some rows; returns the largest change. */
static double
relax_rows(int first, int end, int colour)
{
	double most = 0.0, by;

	for (int i = first; i < end; i++)
		for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2) {
			by = relax(i, j);
			most = by > most ? by : most;
		}
	return most;
}

static void
print_result(int sweeps)
{
	uint32_t hash = 0;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			hash = hash_double(hash, level[i][j]);
	printf("ocean: %d x %d, %d sweeps, %08x\n", n, n, sweeps, (unsigned)hash);
}

#endif
