/*
 * water_nodes.c - water.c on several nodes.
 *
 * A node moves a part of the molecules; its threads compute the forces between these and all
 * others. Forces on another node's molecules are sent to it, by one of the threads for each node.
 * At the end of a step the nodes send their molecules to all others.
 */
#include "nodes.h"
#include "water.h"

enum { MOVED, FORCES, ENERGY }; /* tags */

static int32_t received[MOST_NODES][MOST][3]; /* forces on this node's molecules, from the others */
static int32_t energy[MOST_NODES]; /* of a node's molecules, in the last step */

static int
first_molecule(int of)
{
	return part_begin(n, of, nodes);
}

static int
begin_of(int me)
{
	return first_molecule(node) + part_begin(first_molecule(node + 1) - first_molecule(node), me, threads);
}

/* send_forces: send the forces on another node's molecules, and set them to 0. */
static void
send_forces(int to)
{
	int32_t force[MOST / 2][3]; /* part of at most half of the molecules */
	int first = first_molecule(to), count = first_molecule(to + 1) - first;

	for (int i = 0; i < count; i++)
		for (int k = 0; k < 3; k++) {
			force[i][k] = molecule[first + i].force[k];
			molecule[first + i].force[k] = 0;
		}
	node_send(to, FORCES, force, count * sizeof force[0]);
}

static int32_t
push_molecules(int me)
{
	int32_t sum = 0;

	for (int i = begin_of(me); i < begin_of(me + 1); i++)
		sum += push_others(i);
	return sum;
}

/* exchange_forces: exchange forces with some of the other nodes. */
static void
exchange_forces(int me)
{
	int nbytes = (first_molecule(node + 1) - first_molecule(node)) * sizeof received[0][0];

	for (int i = me; i < nodes; i += threads)
		if (i != node)
			send_forces(i);
	for (int i = me; i < nodes; i += threads)
		if (i != node)
			node_receive(i, FORCES, received[i], nbytes);
}

/* move_molecules: move molecules by the forces that all nodes have found. */
static void
move_molecules(int me)
{
	for (int i = begin_of(me); i < begin_of(me + 1); i++) {
		for (int from = 0; from < nodes; from++)
			for (int k = 0; k < 3; k++)
				molecule[i].force[k] += received[from][i - first_molecule(node)][k];
		move(&molecule[i]);
	}
}

static void
work(int me)
{
	for (int step = 0; step < STEPS; step++) {
		int32_t sum = push_molecules(me);

		if (step == STEPS - 1) {
			team_lock(2, MOST);
			energy[node] += sum;
			team_unlock(2, MOST);
		}
		team_barrier(3);
		exchange_forces(me);
		team_barrier(4);
		move_molecules(me);
		team_barrier(5);
		if (me == 0)
			nodes_share(MOVED, molecule, sizeof molecule[0], n);
		team_barrier(6);
	}
}

static int32_t
all_energy(void)
{
	int32_t sum = 0;

	nodes_collect(ENERGY, energy, sizeof energy[0], nodes);
	for (int i = 0; i < nodes; i++)
		sum += energy[i];
	return sum;
}

int
main(int argc, char **argv)
{
	int32_t sum;

	n = nodes_begin(argc, argv, 2, MOST, MOST);
	fill();
	team_run(work);
	sum = all_energy();
	if (node == 0)
		print_result(sum);
	return 0;
}
