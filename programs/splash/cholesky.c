/*
 * cholesky.c - Cholesky factors of a sparse symmetric matrix, column by column.
 *
 * A column is ready when all columns of smaller numbers that it needs are done; columns that are
 * ready are in a queue. Each column counts, under its lock, how many columns it still waits for.
 * The matrix is banded, with some columns left out of the band.
 */
#include "cholesky.h"

enum { PATIENCE = 2000 }; /* vain looks into the queue before a thread gives up */

static int queue[MOST], front, back;
static int done;             /* columns */

/* take_column: take a column that is ready; -1: none is ready yet, -2: all are done. */
static int
take_column(void)
{
	int j;

	team_lock(1, 0);
	j = front < back ? queue[front++] : done == n ? -2 : -1;
	team_unlock(1, 0);
	return j;
}

static void
queue_column(int j)
{
	team_lock(2, 0);
	queue[back++] = j;
	team_unlock(2, 0);
}

/* release_columns: make columns ready that were waiting for this one only. */
static void
release_columns(int j)
{
	for (int i = j + 1; i < n; i++) {
		int ready;

		if (!needs[i][j])
			continue;
		team_lock(3, 1 + i);
		ready = --waits[i] == 0;
		team_unlock(3, 1 + i);
		if (ready)
			queue_column(i);
	}
	team_lock(4, 0);
	done++;
	team_unlock(4, 0);
}

static void
work(int me)
{
	int j, idle = 0; /* vain looks into the queue since the last column */

	(void)me;
	while ((j = take_column()) != -2) {
		if (j == -1) {
			if (++idle > PATIENCE)
				return; /* a point (team.h) was left out, and a column lost */
			continue;
		}
		idle = 0;
		finish_column(j);
		release_columns(j);
	}
}

int
main(int argc, char **argv)
{
	n = team_begin(argc, argv, 1, MOST, MOST);
	fill();
	for (int j = 0; j < n; j++)
		if (waits[j] == 0)
			queue[back++] = j;
	team_run(work);
	print_result();
	return 0;
}
