/*
 * ocean.c - currents in a basin: a grid is relaxed until it changes no more, red points first, then
 * black ones.
 *
 * Threads have bands of rows. The largest change of a sweep is found under a lock, and ends the
 * sweeps for all.
 */
#include "team.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 66, MOST_SWEEPS = 60 };

static double level[MOST][MOST];
static int n;            /* rows and columns, the shores included */
static double change[2]; /* the largest of a sweep, by turns */
static int sweeps;

static double
relax(int i, int j)
{
	double new = 0.25 * (level[i - 1][j] + level[i + 1][j] + level[i][j - 1] + level[i][j + 1]),
		by = fabs(new - level[i][j]);

	level[i][j] = new;
	return by;
}

/* relax_band: the points of a colour; returns the largest change. */
static double
relax_band(int me, int colour)
{
	int first = 1 + (n - 2) * me / threads, end = 1 + (n - 2) * (me + 1) / threads;
	double most = 0.0, by;

	for (int i = first; i < end; i++)
		for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2) {
			by = relax(i, j);
			most = by > most ? by : most;
		}
	return most;
}

static void
work(int me)
{
	double most = 1.0;

	for (int sweep = 0; sweep < MOST_SWEEPS && most > 1e-7; sweep++) {
		double red = relax_band(me, 0), black;

		team_barrier(1);
		if (me == 0)
			change[!(sweep & 1)] = 0.0; /* all have read it */
		black = relax_band(me, 1);
		most = red > black ? red : black;
		team_lock(2, 0);
		if (most > change[sweep & 1])
			change[sweep & 1] = most;
		team_unlock(2, 0);
		team_barrier(3);
		most = change[sweep & 1];
		if (me == 0)
			sweeps = sweep + 1;
	}
}

int
main(int argc, char **argv)
{
	uint32_t seed = 11, hash = 0;

	n = team_begin(argc, argv, 4, MOST, MOST);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			level[i][j] = i == 0 || j == 0 || i == n - 1 || j == n - 1
				? random_unit(&seed)
				: 0.0;
	team_run(work);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			hash = hash_double(hash, level[i][j]);
	printf("ocean: %d x %d, %d sweeps, %08x\n", n, n, sweeps, (unsigned)hash);
	return 0;
}
