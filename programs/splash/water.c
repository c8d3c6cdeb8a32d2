/*
 * water.c - molecules that move because each pushes every other one.
 *
 * Threads share the molecules; for each of its own a thread computes the forces between it and half
 * of the others, and adds them to both, each under its molecule's lock. Forces are whole numbers,
 * so that the order in which they are added does not matter.
 */
#include "team.h"

#include <stdio.h>

enum { MOST = 256, STEPS = 4, UNIT = 4096 /* of length */, NEAR = UNIT / 4 };

typedef struct Molecule {
	int32_t at[3], speed[3], force[3];
} Molecule;

static Molecule molecule[MOST];
static int n;
static int32_t energy; /* of all, in the last step */

static int
begin_of(int me)
{
	return n * me / threads;
}

/* push: the force of b on a; zero beyond NEAR. Returns their distance */
static int32_t
push(const Molecule *a, const Molecule *b, int32_t force[3])
{
	int32_t nearness = NEAR;

	for (int k = 0; k < 3; k++) {
		int32_t d = a->at[k] - b->at[k];

		force[k] = d;
		nearness -= d < 0 ? -d : d;
	}
	for (int k = 0; k < 3; k++)
		force[k] = nearness > 0 ? force[k] * nearness / UNIT : 0;
	return nearness > 0 ? nearness : 0;
}

static void
add_force(int i, const int32_t force[3], int sign)
{
	team_lock(1, i);
	for (int k = 0; k < 3; k++)
		molecule[i].force[k] += sign * force[k];
	team_unlock(1, i);
}

static int32_t
push_others(int i)
{
	int32_t force[3], sum = 0;

	for (int d = 1; d <= n / 2; d++) {
		int j = (i + d) % n;
		int32_t near;

		if (2 * d == n && i > j)
			continue; /* the other one does it */
		near = push(&molecule[i], &molecule[j], force);
		if (near == 0)
			continue;
		sum += near;
		add_force(i, force, 1);
		add_force(j, force, -1);
	}
	return sum;
}

static void
move(Molecule *m)
{
	for (int k = 0; k < 3; k++) {
		m->speed[k] += m->force[k];
		m->force[k] = 0;
		m->at[k] += m->speed[k] / 16;
		if (m->at[k] < 0 || m->at[k] >= UNIT)
			m->speed[k] = -m->speed[k];
	}
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
	uint32_t seed = 13, hash = 0;

	n = team_begin(argc, argv, 2, MOST, MOST);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++)
			molecule[i].at[k] = random_next(&seed) / 64 % UNIT;
	team_run(work);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++)
			hash = hash_add(hash_add(hash, molecule[i].at[k]), molecule[i].speed[k]);
	printf("water: %d molecules, energy %d, %08x\n", n, (int)energy, (unsigned)hash);
	return 0;
}
