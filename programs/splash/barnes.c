/*
 * barnes.c - bodies in a plane that attract each other, by Barnes and Hut's quadtree.
 *
 * In each step threads insert their bodies into the tree, each square of it changed under its
 * lock. Then one thread computes the mass in each square. Then every thread moves its own bodies
 * by the forces of bodies and of distant squares. The tree does not depend on the order of
 * insertion.
 */
#include "team.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 256, STEPS = 4, SQUARES = 8 * MOST, LEVELS = 24, EMPTY = -1 };

typedef struct Body {
	double x, y, vx, vy, mass;
} Body;

/* A square of the tree: a child is EMPTY, a body, or MOST and a square. */
typedef struct Square {
	int child[4];
	double x, y, half; /* its middle, half of its side */
	double mass, cx, cy;
} Square;

static Body body[MOST];
static Square square[SQUARES];
static int n, nsquares;

static int
square_new(double x, double y, double half)
{
	int s;

	team_lock(1, 0);
	s = nsquares++ % SQUARES; /* there are enough, unless a point is left out */
	team_unlock(1, 0);
	square[s] = (Square){.child = {EMPTY, EMPTY, EMPTY, EMPTY}, .x = x, .y = y, .half = half};
	return s;
}

static int
quarter(const Square *s, const Body *b)
{
	return (b->x >= s->x) + 2 * (b->y >= s->y);
}

static int
child_new(const Square *s, int q)
{
	double half = s->half / 2.0;

	return square_new(s->x + (q & 1 ? half : -half), s->y + (q & 2 ? half : -half), half);
}

/*
 * step_down: inserts the body into the square, or descends to the sub-square where it belongs;
 * EMPTY: done.
 */
static int
step_down(int s, int b)
{
	int lock = 1 + s % (MOST_LOCKS - 1), q = quarter(&square[s], &body[b]), next = EMPTY, other;

	team_lock(2, lock);
	other = square[s].child[q];
	if (other == EMPTY) {
		square[s].child[q] = b;
	} else if (other >= MOST) {
		next = other - MOST;
	} else {
		next = child_new(&square[s], q);
		square[next].child[quarter(&square[next], &body[other])] = other;
		square[s].child[q] = MOST + next;
	}
	team_unlock(2, lock);
	return next;
}

static void
put(int b)
{
	int s = 0;

	for (int level = 0; s != EMPTY && level < LEVELS; level++)
		s = step_down(s, b);
}

/* weigh: the mass of a square, and its centre. */
static void
weigh(Square *s)
{
	for (int q = 0; q < 4; q++) {
		int c = s->child[q];
		double mass, x, y;

		if (c == EMPTY)
			continue;
		if (c >= MOST)
			weigh(&square[c - MOST]);
		mass = c >= MOST ? square[c - MOST].mass : body[c].mass;
		x = c >= MOST ? square[c - MOST].cx : body[c].x;
		y = c >= MOST ? square[c - MOST].cy : body[c].y;
		s->cx += x * mass;
		s->cy += y * mass;
		s->mass += mass;
	}
	s->cx /= s->mass;
	s->cy /= s->mass;
}

static void
attract(Body *b, double mass, double x, double y)
{
	double dx = x - b->x, dy = y - b->y, d = dx * dx + dy * dy + 0.01,
		by = mass / (d * sqrt(d)) * 0.001;

	b->vx += dx * by;
	b->vy += dy * by;
}

static void
attract_by(Body *b, const Square *s)
{
	double dx = s->cx - b->x, dy = s->cy - b->y;

	if (4.0 * s->half * s->half < 0.5 * (dx * dx + dy * dy)) {
		attract(b, s->mass, s->cx, s->cy);
		return;
	}
	for (int q = 0; q < 4; q++) {
		int c = s->child[q];

		if (c >= MOST)
			attract_by(b, &square[c - MOST]);
		else if (c != EMPTY && &body[c] != b)
			attract(b, body[c].mass, body[c].x, body[c].y);
	}
}

static void
work(int me)
{
	int first = n * me / threads, end = n * (me + 1) / threads;

	for (int step = 0; step < STEPS; step++) {
		if (me == 0) {
			nsquares = 0;
			square_new(0.0, 0.0, 2.0);
		}
		team_barrier(3);
		for (int b = first; b < end; b++)
			put(b);
		team_barrier(4);
		if (me == 0)
			weigh(&square[0]);
		team_barrier(5);
		for (int b = first; b < end; b++)
			attract_by(&body[b], &square[0]);
		team_barrier(6);
		for (int b = first; b < end; b++) {
			body[b].x += body[b].vx;
			body[b].y += body[b].vy;
		}
	}
}

int
main(int argc, char **argv)
{
	uint32_t seed = 17, hash = 0;

	n = team_begin(argc, argv, 2, MOST, MOST);
	for (int i = 0; i < n; i++)
		body[i] = (Body){.x = random_unit(&seed) * 2.0 - 1.0,
			.y = random_unit(&seed) * 2.0 - 1.0,
			.mass = 0.5 + random_unit(&seed)};
	team_run(work);
	for (int i = 0; i < n; i++)
		hash = hash_double(hash_double(hash, body[i].x), body[i].y);
	printf("barnes: %d bodies, %08x\n", n, (unsigned)hash);
	return 0;
}
