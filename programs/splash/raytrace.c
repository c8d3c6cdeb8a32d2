/*
 * raytrace.c - spheres over a plane, with mirrors and one light; threads take tiles of the picture
 * from a queue.
 *
 * The work for a tile is not known before, so the queue balances it. The numbers of traced rays are
 * summed under a lock.
 */
#include "raytrace.h"

static int next_tile; /* of the queue */
static int rays;      /* traced */

/* take_tile: take the next tile of the queue. */
static int
take_tile(void)
{
	int tile;

	team_lock(1, 0);
	tile = next_tile++;
	team_unlock(1, 0);
	return tile;
}

static void
work(int me)
{
	int tiles = number_of_tiles(), tile, n = 0;

	(void)me;
	while ((tile = take_tile()) < tiles)
		paint(tile, &n);
	team_lock(2, 1);
	rays += n;
	team_unlock(2, 1);
}

int
main(int argc, char **argv)
{
	size = team_begin(argc, argv, TILE, USUAL, MOST);
	fill();
	team_run(work);
	print_result(rays);
	return 0;
}
