/*
 * barnes.h - the bodies and the tree of barnes.c and barnes_nodes.c.
 */
#ifndef BARNES_H
#define BARNES_H

#include "team.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 256, STEPS = 4, SQUARES = 8 * MOST, LEVELS = 24, EMPTY = -1 };

typedef struct Body {
	double x, y, vx, vy, mass;
} Body;

/* A square of the tree: a child is EMPTY, the number of a body, or MOST plus that of a square. */
typedef struct Square {
	int child[4];
	double x, y, half; /* its middle; half of its side */
	double mass, cx, cy; /* the mass in it, and its centre */
} Square;

static Body body[MOST];
static Square square[SQUARES];
static int n, nsquares;

/* take_square: the number of a new square, of which there are enough; each program defines it. */
static int take_square(void);

static int
square_new(double x, double y, double half)
{
	int s = take_square();

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
 * step_down: inserts the body into the square, or returns the sub-square where it belongs; EMPTY:
 * done.
 */
static int
step_down(int s, int b)
{
	int q = quarter(&square[s], &body[b]), other = square[s].child[q], next;

	if (other == EMPTY) {
		square[s].child[q] = b;
		return EMPTY;
	}
	if (other >= MOST)
		return other - MOST;
	next = child_new(&square[s], q);
	square[next].child[quarter(&square[next], &body[other])] = other;
	square[s].child[q] = MOST + next;
	return next;
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
move(Body *b)
{
	b->x += b->vx;
	b->y += b->vy;
}

static void
begin_tree(void)
{
	nsquares = 0;
	square_new(0.0, 0.0, 2.0);
}

static void
fill(void)
{
	uint32_t seed = 17;

	for (int i = 0; i < n; i++)
		body[i] = (Body){.x = random_unit(&seed) * 2.0 - 1.0,
			.y = random_unit(&seed) * 2.0 - 1.0,
			.mass = 0.5 + random_unit(&seed)};
}

static void
print_result(void)
{
	uint32_t hash = 0;

	for (int i = 0; i < n; i++)
		hash = hash_double(hash_double(hash, body[i].x), body[i].y);
	printf("barnes: %d bodies, %08x\n", n, (unsigned)hash);
}

#endif
