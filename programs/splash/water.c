/*
 * water.c - molecules that move because they push each other.
 *
 * Threads share the molecules. For each of its molecules, a thread computes the forces between it
 * and half of the others, and adds them to both, under the lock of each. Forces are whole numbers,
 * so that the order in which they are added does not matter.
 */
#include "water.h"

static int32_t energy; /* of all, in the last step */

static int
begin_of(int me)
{
	return part_begin(n, me, threads);
}

static void
work(int me)
{
	for (int step = 0; step < STEPS; step++) {
		int32_t sum = 0;

		for (int i = begin_of(me); i < begin_of(me + 1); i++)
			sum += push_others(i);
		if (step == STEPS - 1) {
			team_lock(2, MOST);
			energy += sum;
			team_unlock(2, MOST);
		}
		team_barrier(3);
		for (int i = begin_of(me); i < begin_of(me + 1); i++)
			move(&molecule[i]);
		team_barrier(4);
	}
}

int
main(int argc, char **argv)
{
	n = team_begin(argc, argv, 2, MOST, MOST);
	fill();
	team_run(work);
	print_result(energy);
	return 0;
}
