/*
 * lu.c - LU decomposition of a dense matrix, by blocks, without pivoting.
 *
 * Threads own blocks in a two-dimensional pattern. In each step the block on the diagonal is
 * factored, then the blocks right of it and below it, each by its owner; each of these ends with a
 * barrier. Then all other blocks are updated.
 */
#include "lu.h"

static int rows, columns; /* of the pattern of threads */

static int
owner(int bi, int bj)
{
	return bi % rows * columns + bj % columns;
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
	n = team_begin(argc, argv, BLOCK, USUAL, MOST) / BLOCK * BLOCK;
	for (columns = 1; columns * columns < threads || threads % columns != 0; columns++)
		;
	rows = threads / columns;
	fill();
	team_run(work);
	print_result();
	return 0;
}
