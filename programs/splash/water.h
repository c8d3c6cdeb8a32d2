/*
 * water.h - the molecules of water.c and water_nodes.c.
 */
#ifndef WATER_H
#define WATER_H

#include "team.h"

#include <stdio.h>

enum { MOST = 256, STEPS = 4, UNIT = 4096 /* of length */, NEAR = UNIT / 4 };

typedef struct Molecule {
	int32_t at[3], speed[3], force[3];
} Molecule;

static Molecule molecule[MOST];
static int n;

/* push: compute the force of b on a; zero beyond NEAR. Returns how near they are */
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

/* add_force: sign is 1 or -1. */
static void
add_force(int i, const int32_t force[3], int sign)
{
	team_lock(1, i);
	for (int k = 0; k < 3; k++)
		molecule[i].force[k] += sign * force[k];
	team_unlock(1, i);
}

/*
 * push_others: add the forces between molecule i and half of the others; the forces on i are added
 * at the end.
 */
static int32_t
push_others(int i)
{
	int32_t force[3], own[3] = {0}, sum = 0;

	for (int d = 1; d <= n / 2; d++) {
		int j = (i + d) % n;
		int32_t near;

		if (2 * d == n && i > j)
			continue; /* the other molecule adds this force */
		near = push(&molecule[i], &molecule[j], force);
		if (near == 0)
			continue;
		sum += near;
		add_force(j, force, -1);
		for (int k = 0; k < 3; k++)
			own[k] += force[k];
	}
	add_force(i, own, 1);
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
fill(void)
{
	uint32_t seed = 13;

	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++)
			molecule[i].at[k] = random_next(&seed) / 64 % UNIT;
}

static void
print_result(int32_t energy)
{
	uint32_t hash = 0;

	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++)
			hash = hash_add(hash_add(hash, molecule[i].at[k]), molecule[i].speed[k]);
	printf("water: %d molecules, energy %d, %08x\n", n, (int)energy, (unsigned)hash);
}

#endif
