/*
 * cholesky_nodes.c - cholesky.c on several nodes.
 *
 * Nodes own columns in turn. A column that is ready is a message to its node, which one of the
 * threads takes. A column that is done is sent to the nodes that need it, where main receives it.
 */
#include "cholesky.h"
#include "nodes.h"

#include <stddef.h>
#include <string.h>

enum { READY, COLUMN, RESULT }; /* tags */
enum { END = -1 };              /* instead of a column that is ready */

/* A message: the elements of a column from the diagonal on. */
typedef struct Column {
	int number;
	double row[MOST];
} Column;

static int done; /* columns of this node */

static int
is_own(int j)
{
	return j % nodes == node;
}

/* is_needed: true if a column of the node `by` needs this one. */
static int
is_needed(int j, int by)
{
	for (int i = j + 1; i < n; i++)
		if (needs[i][j] && i % nodes == by)
			return 1;
	return 0;
}

/* release_columns: make columns of this node ready that were waiting for this one only. */
static void
release_columns(int j)
{
	for (int i = j + 1; i < n; i++) {
		int ready;

		if (!needs[i][j] || !is_own(i))
			continue;
		team_lock(1, 1 + i);
		ready = --waits[i] == 0;
		team_unlock(1, 1 + i);
		if (ready)
			node_post(node, READY, &i, sizeof i);
	}
}

/* ---- threads ---- */

static void
send_column(int j)
{
	Column c = {.number = j};
	int nbytes = (n - j) * sizeof c.row[0];

	memcpy(c.row, &a[j][j], nbytes);
	for (int i = 0; i < nodes; i++)
		if (i != node && is_needed(j, i))
			node_post(i, COLUMN, &c, offsetof(Column, row) + nbytes);
}

/* count_done: another column of this node is done; with the last one, the threads end. */
static void
count_done(int own)
{
	int all, end = END;

	team_lock(2, 0);
	all = ++done == own;
	team_unlock(2, 0);
	for (int i = 0; i < threads && all; i++)
		node_post(node, READY, &end, sizeof end);
}

static void
work(int me)
{
	int own = (n - node + nodes - 1) / nodes, j;

	(void)me;
	for (node_take(READY, &j, sizeof j); j != END; node_take(READY, &j, sizeof j)) {
		finish_column(j);
		send_column(j);
		release_columns(j);
		count_done(own);
	}
}

/* ---- main ---- */

static void
begin_columns(void)
{
	for (int j = node; j < n; j += nodes)
		if (waits[j] == 0)
			node_post(node, READY, &j, sizeof j);
}

/* receive_columns: receive the columns of other nodes, as they come. */
static void
receive_columns(void)
{
	Column c;

	for (int j = 0; j < n; j++) {
		if (is_own(j) || !is_needed(j, node))
			continue;
		node_take(COLUMN, &c, sizeof c);
		memcpy(&a[c.number][c.number], c.row, (n - c.number) * sizeof c.row[0]);
		release_columns(c.number);
	}
}

static void
collect(void)
{
	for (int j = 0; j < n; j++) {
		int nbytes = (n - j) * sizeof a[j][j];

		if (is_own(j) && node > 0)
			node_send(0, RESULT, &a[j][j], nbytes);
		else if (!is_own(j) && node == 0)
			node_receive(j % nodes, RESULT, &a[j][j], nbytes);
	}
}

int
main(int argc, char **argv)
{
	n = nodes_begin(argc, argv, MOST_NODES, MOST, MOST);
	fill();
	begin_columns();
	team_start(work);
	receive_columns();
	team_join();
	collect();
	if (node == 0)
		print_result();
	return 0;
}
