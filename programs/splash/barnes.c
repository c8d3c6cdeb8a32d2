/*
 * barnes.c - bodies in a plane that attract each other, by Barnes and Hut's quadtree.
 *
 * In each step threads insert their bodies into the tree; each square is changed under a lock of
 * its own. Then one thread computes the mass in each square. Then every thread moves its own bodies
 * by the forces of bodies and of distant squares. The tree does not depend on the order of
 * insertion.
 */
#include "barnes.h"

static int
take_square(void)
{
	int s;

	team_lock(1, 0);
	s = nsquares++ % SQUARES; /* there are enough, unless a point (team.h) is left out */
	team_unlock(1, 0);
	return s;
}

static int
step_down_locked(int s, int b)
{
	int lock = 1 + s % (MOST_LOCKS - 1), next;

	team_lock(2, lock);
	next = step_down(s, b);
	team_unlock(2, lock);
	return next;
}

static void
insert_body(int b)
{
	int s = 0;

	for (int level = 0; s != EMPTY && level < LEVELS; level++)
		s = step_down_locked(s, b);
}

static void
work(int me)
{
	int first = part_begin(n, me, threads), end = part_begin(n, me + 1, threads);

	for (int step = 0; step < STEPS; step++) {
		if (me == 0)
			begin_tree();
		team_barrier(3);
		for (int b = first; b < end; b++)
			insert_body(b);
		team_barrier(4);
		if (me == 0)
			weigh(&square[0]);
		team_barrier(5);
		for (int b = first; b < end; b++)
			attract_by(&body[b], &square[0]);
		team_barrier(6);
		for (int b = first; b < end; b++)
			move(&body[b]);
	}
}

int
main(int argc, char **argv)
{
	n = team_begin(argc, argv, 2, MOST, MOST);
	fill();
	team_run(work);
	print_result();
	return 0;
}
