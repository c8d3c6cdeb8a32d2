/* layout_shape.c - recognises and places lines, rings, hypercubes and grids. */
#include "layout.h"

#include <math.h>
#include <stdlib.h>

enum {
	LONG_LINE = 24, /* nodes; a longer line or ring is folded */
};

/* node_degree: the number of a node's neighbours. */
static uint32_t
node_degree(const Plan *p, uint32_t v)
{
	uint32_t n = 0;

	for (int l = 0; l < NLINKS; l++)
		n += p->peer[v][l] != NOWHERE;
	return n;
}

/* follow_line: list the nodes of a line or ring in order, starting at `from`; returns how many. */
static uint32_t
follow_line(const Plan *p, uint32_t from, uint32_t *order)
{
	uint32_t n = 0, last = NOWHERE, v = from;

	while (v != NOWHERE && n < p->n) {
		uint32_t next = NOWHERE;

		order[n++] = v;
		for (int l = 0; l < NLINKS && next == NOWHERE; l++)
			if (p->peer[v][l] != last && p->peer[v][l] != from)
				next = p->peer[v][l];
		last = v;
		v = next;
	}
	return n;
}

/*
 * count_line_ends: the number of nodes with one link, of which *first is the lowest; NOWHERE if a
 * node has no link, or more than two.
 */
static uint32_t
count_line_ends(const Plan *p, uint32_t *first)
{
	uint32_t ends = 0;

	for (uint32_t v = p->n; v-- > 0;) {
		uint32_t d = node_degree(p, v);

		if (d > 2 || d == 0)
			return NOWHERE;
		if (d == 1) {
			ends++;
			*first = v;
		}
	}
	return ends;
}

/* fold_line: place a line in rows of alternating direction. */
static void
fold_line(Plan *p, const uint32_t *order, uint32_t n, uint32_t width, float x, float y)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t row = i / width, column = i % width;

		p->at[order[i]] = (Point){x + (row % 2 ? width - 1 - column : column), y + row};
	}
}

/* row_width: the number of nodes in a row when a line of n is folded. */
static uint32_t
row_width(uint32_t n)
{
	return n <= LONG_LINE ? n : ceil(sqrt(1.8 * n));
}

bool
place_line(Plan *p)
{
	uint32_t *order = xcalloc(p->n, sizeof *order), first = 0;
	bool fits = p->n == 1;

	if (p->n > 1 && count_line_ends(p, &first) == 2) {
		if (node_degree(p, p->root) == 1)
			first = p->root;
		fits = follow_line(p, first, order) == p->n;
	}
	if (fits)
		fold_line(p, order, p->n, row_width(p->n), 0, 0);
	free(order);
	return fits;
}

bool
place_ring(Plan *p)
{
	uint32_t *order = xcalloc(p->n, sizeof *order), first = 0;
	bool fits = p->n > 2 && count_line_ends(p, &first) == 0
		&& follow_line(p, p->root, order) == p->n;

	if (fits && p->n <= 4 * LONG_LINE) {
		double radius = p->n / 5.0 + 0.7;

		for (uint32_t i = 0; i < p->n; i++) {
			double angle = 2 * M_PI * i / p->n;

			p->at[order[i]] = (Point){1.6 * radius * sin(angle), -radius * cos(angle)};
		}
	} else if (fits) {
		uint32_t rows = (uint32_t)sqrt(p->n / 1.8) & ~1u, there = p->n - rows;

		fold_line(p, order, there, (there + rows - 1) / rows, 1, 0);
		/* the first column is left free for the way back */
		for (uint32_t i = 0; i < rows; i++)
			p->at[order[p->n - 1 - i]] = (Point){0, i};
	}
	free(order);
	return fits;
}

bool
place_cube(Plan *p)
{
	static const Point step[] = {{1, 0}, {0, 1}, {2.4, 0.45}, {0.45, 2.4}};
	uint32_t k = 0;

	while (1u << k < p->n)
		k++;
	if (1u << k != p->n || k < 3 || k > 4)
		return false;
	for (uint32_t v = 0; v < p->n; v++)
		for (int l = 0; l < NLINKS; l++) {
			uint32_t bit = p->peer[v][l] == NOWHERE ? 1 : p->peer[v][l] ^ v;

			if (node_degree(p, v) != k || (bit & (bit - 1)) != 0 || bit == 0)
				return false;
		}
	for (uint32_t v = 0; v < p->n; v++)
		for (uint32_t b = 0; b < k; b++)
			if (v >> b & 1) {
				p->at[v].x += step[b].x;
				p->at[v].y += step[b].y;
			}
	return true;
}

/*
 * is_in_grid: true if v and u are neighbours in a grid with rows of `width`, including wrap-around.
 */
static bool
is_in_grid(const Plan *p, uint32_t v, uint32_t u, uint32_t width)
{
	uint32_t rows = p->n / width;
	uint32_t dx = abs((int)(v % width) - (int)(u % width)),
		dy = abs((int)(v / width) - (int)(u / width));

	return (dy == 0 && (dx == 1 || dx == width - 1))
		|| (dx == 0 && (dy == 1 || dy == rows - 1));
}

/* is_grid: true if the links are those of a grid with this width, with or without wrapped ends. */
static bool
is_grid(const Plan *p, uint32_t width)
{
	uint32_t inner = 0;

	for (uint32_t v = 0; v < p->n; v++)
		for (int l = 0; l < NLINKS; l++) {
			uint32_t u = p->peer[v][l];

			if (u == NOWHERE)
				continue;
			if (!is_in_grid(p, v, u, width))
				return false;
			inner += v < u;
		}
	return inner >= (width - 1) * (p->n / width) + (p->n / width - 1) * width;
}

bool
place_grid(Plan *p)
{
	uint32_t width;

	for (width = 2; width <= p->n / 2; width++)
		if (p->n % width == 0 && is_grid(p, width))
			break;
	if (width > p->n / 2)
		return false;
	for (uint32_t v = 0; v < p->n; v++)
		p->at[v] = (Point){v % width, v / width};
	return true;
}
