/*
 * lu_nodes.c - lu.c on several nodes.
 *
 * Nodes own blocks of columns in turn, and so do the threads of a node. The thread that owns the
 * columns of a step factors them. Main sends them round the ring of nodes, and each thread updates
 * its own columns with them. Main receives columns while threads still update with earlier ones.
 */
#include "lu.h"
#include "nodes.h"

enum { COLUMNS, RESULT, FACTORED, HERE }; /* tags; HERE and the following ones: for a thread */

static double columns[MOST][BLOCK]; /* of a message, by rows */

/* owner_node, owner_thread: the owner of the columns from k on. */
static int
owner_node(int k)
{
	return k / BLOCK % nodes;
}

static int
owner_thread(int k)
{
	return k / BLOCK / nodes % threads;
}

static int
is_own(int k, int me)
{
	return owner_node(k) == node && owner_thread(k) == me;
}

/* ---- threads ---- */

static void
factor_columns(int k)
{
	factor(k);
	for (int i = k + BLOCK; i < n; i += BLOCK)
		divide(i, k);
}

static void
update_columns(int j, int k)
{
	subtract(k, j);
	for (int i = k + BLOCK; i < n; i += BLOCK)
		update(i, j, k);
}

static void
work(int me)
{
	for (int k = 0; k < n; k += BLOCK) {
		if (is_own(k, me)) {
			factor_columns(k);
			node_tell(1, FACTORED);
		}
		node_hear(2, HERE + me);
		for (int j = k + BLOCK; j < n; j += BLOCK)
			if (is_own(j, me))
				update_columns(j, k);
	}
}

/* ---- main ---- */

/* pack, unpack: the columns from k on, from row `first` down. */
static void
pack(int first, int k)
{
	for (int i = first; i < n; i++)
		for (int c = 0; c < BLOCK; c++)
			columns[i][c] = a[i][k + c];
}

static void
unpack(int first, int k)
{
	for (int i = first; i < n; i++)
		for (int c = 0; c < BLOCK; c++)
			a[i][k + c] = columns[i][c];
}

/* distribute: send the columns from k on round the ring, up to the node before their owner. */
static void
distribute(int k)
{
	int next = (node + 1) % nodes, last = (node + nodes - 1) % nodes;
	int nbytes = (n - k) * sizeof columns[0];

	if (owner_node(k) == node) {
		node_hear(1, FACTORED);
		pack(k, k);
	} else {
		node_receive(last, COLUMNS, columns[k], nbytes);
		unpack(k, k);
	}
	for (int i = 0; i < threads; i++)
		node_tell(2, HERE + i);
	if (next != owner_node(k))
		node_send(next, COLUMNS, columns[k], nbytes);
}

/* collect: send all columns to node 0. */
static void
collect(void)
{
	int nbytes = n * sizeof columns[0];

	for (int k = 0; k < n; k += BLOCK)
		if (owner_node(k) == node && node > 0) {
			pack(0, k);
			node_send(0, RESULT, columns, nbytes);
		} else if (owner_node(k) > 0 && node == 0) {
			node_receive(owner_node(k), RESULT, columns, nbytes);
			unpack(0, k);
		}
}

int
main(int argc, char **argv)
{
	n = nodes_begin(argc, argv, BLOCK, MOST, MOST) / BLOCK * BLOCK;
	fill();
	team_start(work);
	for (int k = 0; k < n; k += BLOCK)
		distribute(k);
	team_join();
	collect();
	if (node == 0)
		print_result();
	return 0;
}
