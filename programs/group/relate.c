/*
 * relate.c - perceptual grouping of two lines (Lowe, "Perceptual organization and visual
 * recognition", 1985): ends that are near each other, lines that continue each other, lines side by
 * side.
 */
#include <math.h>
#include "group.h"

#define NEAR_ENDS 3.5        /* pixels */
#define SMALL_ANGLE 0.14     /* sine of 8 degrees */
#define SAME_LINE 2.0        /* pixels beside the course of the other line */
#define MOST_GAP 10.0        /* between lines that continue each other */
#define SIDE_BY_SIDE 9.0     /* most distance between parallel lines, in pixels */
#define LEAST_OVERLAP 0.6    /* overlap of parallel lines, as part of the shorter */

static double
distance(const Line *a, int i, const Line *b, int j)
{
	double dx = a->x[i] - b->x[j], dy = a->y[i] - b->y[j];

	return sqrt(dx * dx + dy * dy);
}

static double
nearest_ends(const Line *a, const Line *b)
{
	double least = distance(a, 0, b, 0);

	for (int i = 1; i < 4; i++) {
		double d = distance(a, i & 1, b, i >> 1);

		least = d < least ? d : least;
	}
	return least;
}

/* The position of an end of b relative to a: along a from its first end, and sideways. */
static void
project(const Line *a, const Line *b, int i, double *along, double *aside)
{
	double x = b->x[i] - a->x[0], y = b->y[i] - a->y[0];

	*along = x * a->dx + y * a->dy;
	*aside = y * a->dx - x * a->dy;
}

int
lines_relate(const Line *a, const Line *b)
{
	double ends = nearest_ends(a, b), along[2], aside[2], low, high, off, shorter;
	int reasons = ends <= NEAR_ENDS ? NEAR : 0;

	if (fabs(a->dx * b->dy - a->dy * b->dx) > SMALL_ANGLE)
		return reasons;
	if (a->length < b->length) {
		const Line *other = a;

		a = b;
		b = other;
	}
	project(a, b, 0, &along[0], &aside[0]);
	project(a, b, 1, &along[1], &aside[1]);
	off = fabs(0.5 * (aside[0] + aside[1]));
	low = along[0] < along[1] ? along[0] : along[1];
	high = along[0] < along[1] ? along[1] : along[0];
	low = low < 0 ? 0 : low;
	high = high > a->length ? a->length : high;
	shorter = b->length;
	if (off <= SAME_LINE && ends <= MOST_GAP)
		reasons |= COLLINEAR;
	else if (off <= SIDE_BY_SIDE && high - low >= LEAST_OVERLAP * shorter)
		reasons |= PARALLEL;
	return reasons;
}
