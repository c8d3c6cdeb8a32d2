/*
 * cholesky.c - Cholesky factors of a sparse symmetric matrix, column by column.
 *
 * A column is ready when all columns of smaller numbers that it needs are done; columns that are
 * ready are in a queue. Each counts under its lock how many it still waits for. The matrix is
 * banded, with some columns left out of the band.
 */
#include "team.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 144, BAND = 20, PATIENCE = 2000 };

static double a[MOST][MOST]; /* a[j][i]: row i of column j */
static uint8_t needs[MOST][MOST]; /* needs[j][k]: column j needs column k */
static int waits[MOST];      /* number of columns it waits for */
static int queue[MOST], front, back;
static int done;             /* columns */
static int n;

/* take: a column that is ready; -1: none is ready yet, -2: all are done. */
static int
take(void)
{
	int j;

	team_lock(1, 0);
	j = front < back ? queue[front++] : done == n ? -2 : -1;
	team_unlock(1, 0);
	return j;
}

static void
put(int j)
{
	team_lock(2, 0);
	queue[back++] = j;
	team_unlock(2, 0);
}

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

/* release: makes columns ready that were waiting for this one only. */
static void
release(int j)
{
	for (int i = j + 1; i < n; i++) {
		int ready;

		if (!needs[i][j])
			continue;
		team_lock(3, 1 + i);
		ready = --waits[i] == 0;
		team_unlock(3, 1 + i);
		if (ready)
			put(i);
	}
	team_lock(4, 0);
	done++;
	team_unlock(4, 0);
}

static void
work(int me)
{
	int j, idle = 0; /* looks in vain since the last column */

	(void)me;
	while ((j = take()) != -2) {
		if (j == -1) {
			if (++idle > PATIENCE)
				return; /* a point was left out, and a column lost */
			continue;
		}
		idle = 0;
		finish_column(j);
		release(j);
	}
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

int
main(int argc, char **argv)
{
	uint32_t seed = 19, hash = 0;

	n = team_begin(argc, argv, 1, MOST, MOST);
	for (int j = 0; j < n; j++)
		for (int i = j; i < n; i++)
			if (i == j)
				a[j][i] = 30.0 + random_unit(&seed);
			else if (i - j < BAND && random_next(&seed) / 1024 % 3 == 0)
				a[j][i] = random_unit(&seed);
	find_needs();
	for (int j = 0; j < n; j++)
		if (waits[j] == 0)
			queue[back++] = j;
	team_run(work);
	for (int j = 0; j < n; j++)
		for (int i = j; i < n; i++)
			hash = hash_double(hash, a[j][i]);
	printf("cholesky: %d columns, %08x\n", n, (unsigned)hash);
	return 0;
}
