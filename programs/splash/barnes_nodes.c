/*
 * barnes_nodes.c - barnes.c on several nodes.
 *
 * Each node has all bodies in a tree of its own, which its threads build under one lock. It moves a
 * part of the bodies, and sends them to all other nodes at the end of a step.
 */
#include "barnes.h"
#include "nodes.h"

enum { MOVED }; /* tag */
enum { BATCH = 8 }; /* of bodies that a thread inserts while it has the lock */

static int
take_square(void)
{
	return nsquares++ % SQUARES; /* enough, unless a point (team.h) is left out */
}

static void
insert_body(int b)
{
	int s = 0;

	for (int level = 0; s != EMPTY && level < LEVELS; level++)
		s = step_down(s, b);
}

/* insert_bodies: insert the bodies from `first` on, before `end`. */
static void
insert_bodies(int first, int end)
{
	while (first < end) {
		team_lock(1, 0);
		for (int i = 0; i < BATCH && first < end; i++)
			insert_body(first++);
		team_unlock(1, 0);
	}
}

/* build_tree: build the tree of all bodies. */
static void
build_tree(int me)
{
	if (me == 0)
		begin_tree();
	team_barrier(2);
	insert_bodies(part_begin(n, me, threads), part_begin(n, me + 1, threads));
	team_barrier(3);
	if (me == 0)
		weigh(&square[0]);
	team_barrier(4);
}

static void
work(int me)
{
	int begin = part_begin(n, node, nodes), count = part_begin(n, node + 1, nodes) - begin;
	int first = begin + part_begin(count, me, threads),
		end = begin + part_begin(count, me + 1, threads);

	for (int step = 0; step < STEPS; step++) {
		build_tree(me);
		for (int b = first; b < end; b++)
			attract_by(&body[b], &square[0]);
		team_barrier(5);
		for (int b = first; b < end; b++)
			move(&body[b]);
		team_barrier(6);
		if (me == 0)
			nodes_share(MOVED, body, sizeof body[0], n);
	}
}

int
main(int argc, char **argv)
{
	n = nodes_begin(argc, argv, 2, MOST, MOST);
	fill();
	team_run(work);
	if (node == 0)
		print_result();
	return 0;
}
