/*
 * ocean.c - currents in a basin: a grid is relaxed until it changes no more, red points first, then
 * black ones.
 *
 * Threads have bands of rows. The largest change of a sweep is found under a lock, and ends the
 * sweeps for all.
 */
#include "ocean.h"

static double change[2]; /* the largest change of a sweep, of even and odd sweeps */
static int sweeps;

static double
relax_band(int me, int colour)
{
	return relax_rows(1 + part_begin(n - 2, me, threads), 1 + part_begin(n - 2, me + 1, threads), colour);
}

static void
work(int me)
{
	double most = 1.0;

	for (int sweep = 0; sweep < MOST_SWEEPS && most > enough; sweep++) {
		double red = relax_band(me, 0), black;

		team_barrier(1);
		if (me == 0)
			change[!(sweep & 1)] = 0.0; /* all threads have read it */
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
	n = team_begin(argc, argv, 4, USUAL, MOST);
	fill();
	team_run(work);
	print_result(sweeps);
	return 0;
}
