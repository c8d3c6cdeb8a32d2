/*
 * ocean_nodes.c - ocean.c on several nodes.
 *
 * Nodes have bands of rows, and their threads bands of these. When all threads of a node have
 * relaxed a colour, main exchanges the first and last row with the neighbours'. Main and the threads
 * wait for each other by messages.
 */
#include "nodes.h"
#include "ocean.h"

enum { UP, DOWN, CHANGE, RESULT, DONE, ROWS }; /* tags; ROWS and the following ones: for a thread */

static int top, bottom;                  /* the node's first row, and the one behind its last */
static double change;                    /* the largest of a sweep on this node */
static double largest = 1.0;             /* on all nodes */

/* ---- threads ---- */

/* relax_band: the thread's points of a colour; returns the largest change. */
static double
relax_band(int me, int colour)
{
	return relax_rows(top + part_begin(bottom - top, me, threads),
		top + part_begin(bottom - top, me + 1, threads), colour);
}

/* wait_for_rows: let main exchange the rows. */
static void
wait_for_rows(int me)
{
	node_tell(1, DONE);
	node_hear(2, ROWS + me);
}

static void
work(int me)
{
	for (int sweep = 0; sweep < MOST_SWEEPS && largest > enough; sweep++) {
		double red = relax_band(me, 0), black, most;

		wait_for_rows(me);
		black = relax_band(me, 1);
		most = red > black ? red : black;
		team_lock(3, 0);
		if (most > change)
			change = most;
		team_unlock(3, 0);
		wait_for_rows(me);
	}
}

/* ---- main ---- */

static void
wait_for_threads(void)
{
	for (int i = 0; i < threads; i++)
		node_hear(1, DONE);
}

static void
exchange_rows(void)
{
	int nbytes = n * sizeof(double);

	if (node > 0)
		node_send(node - 1, UP, level[top], nbytes);
	if (node < nodes - 1)
		node_send(node + 1, DOWN, level[bottom - 1], nbytes);
	if (node > 0)
		node_receive(node - 1, DOWN, level[top - 1], nbytes);
	if (node < nodes - 1)
		node_receive(node + 1, UP, level[bottom], nbytes);
}

/* find_largest: find the largest change on all nodes. */
static void
find_largest(void)
{
	double all[MOST_NODES];

	all[node] = change;
	nodes_share(CHANGE, all, sizeof all[0], nodes);
	change = largest = 0.0;
	for (int i = 0; i < nodes; i++)
		largest = all[i] > largest ? all[i] : largest;
}

static void
release_threads(void)
{
	for (int i = 0; i < threads; i++)
		node_tell(2, ROWS + i);
}

/*
 * serve_threads: exchange rows for the threads until the last sweep; returns the number of sweeps.
 */
static int
serve_threads(void)
{
	int sweep;

	for (sweep = 0; sweep < MOST_SWEEPS && largest > enough; sweep++) {
		wait_for_threads();
		exchange_rows();
		release_threads();
		wait_for_threads();
		exchange_rows();
		find_largest();
		release_threads();
	}
	return sweep;
}

int
main(int argc, char **argv)
{
	int sweeps;

	n = nodes_begin(argc, argv, MOST_NODES + 2, MOST, MOST);
	top = 1 + part_begin(n - 2, node, nodes);
	bottom = 1 + part_begin(n - 2, node + 1, nodes);
	fill();
	team_start(work);
	sweeps = serve_threads();
	team_join();
	nodes_collect(RESULT, level[1], sizeof level[1], n - 2);
	if (node == 0)
		print_result(sweeps);
	return 0;
}
