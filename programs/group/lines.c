/*
 * lines.c - finds line segments: pixels that touch each other and have a strong gradient of about
 * one direction are the support of a line; its axis is the line (Burns, Hanson, Riseman,
 * "Extracting straight lines", 1986, with one partition of the directions).
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include "group.h"

enum {
	NONE = 255,          /* no edge here */
	USED = 254,          /* the pixel has been collected */
	LEAST_PIXELS = 6,    /* of a line */
};

#define LEAST_LENGTH 4.0
#define MOST_WIDTH 2.0   /* standard deviation across the line, in pixels */

typedef struct Support {
	double n, x, y, xx, yy, xy; /* sums over the pixels, with weights; see add */
	double gx, gy;              /* sum of the gradients */
	uint32_t npixels;
} Support;

/* A strip, and data for each of its pixels. */
typedef struct Edges {
	const Strip *s;
	int width, height;
	uint8_t *octant; /* [pixel] octant of its gradient, or NONE, or USED */
	int32_t *stack;  /* room for the number of each pixel */
} Edges;

/* Sobel's gradient at a pixel that is not at the border. */
static void
gradient(const Edges *e, int at, int *gx, int *gy)
{
	const uint8_t *p = e->s->pixel + at, *up = p - e->width, *down = p + e->width;

	*gx = up[1] + 2 * p[1] + down[1] - up[-1] - 2 * p[-1] - down[-1];
	*gy = down[-1] + 2 * down[0] + down[1] - up[-1] - 2 * up[0] - up[1];
}

/* Which eighth of the circle, the first one being around (1, 0); tan(22.5 degrees) is 70 / 169. */
static int
octant(int gx, int gy)
{
	int ax = gx < 0 ? -gx : gx, ay = gy < 0 ? -gy : gy;

	if (169 * ay < 70 * ax)
		return gx > 0 ? 0 : 4;
	if (169 * ax < 70 * ay)
		return gy > 0 ? 2 : 6;
	if (gx > 0)
		return gy > 0 ? 1 : 7;
	return gy > 0 ? 3 : 5;
}

static void
mark(Edges *e)
{
	for (int i = 0; i < e->width * e->height; i++)
		e->octant[i] = NONE;
	for (int y = 1; y + 1 < e->height; y++)
		for (int x = 1; x + 1 < e->width; x++) {
			int at = y * e->width + x, gx, gy;

			gradient(e, at, &gx, &gy);
			if ((gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy) > e->s->threshold)
				e->octant[at] = octant(gx, gy);
		}
}

/* Adds the pixel, with the strength of its gradient as weight. */
static void
add(const Edges *e, Support *s, int at)
{
	int gx, gy;
	double x = at % e->width, y = at / e->width, w;

	gradient(e, at, &gx, &gy);
	w = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
	s->n += w;
	s->x += w * x;
	s->y += w * y;
	s->xx += w * x * x;
	s->yy += w * y * y;
	s->xy += w * x * y;
	s->gx += gx;
	s->gy += gy;
	s->npixels++;
}

/*
 * Collects the pixels that touch a first one, or each other, and have its octant. They are on the
 * stack afterwards, from the bottom, and marked as USED.
 */
static Support
collect(Edges *e, int first)
{
	Support s = { 0 };
	uint8_t which = e->octant[first];

	e->stack[0] = first;
	e->octant[first] = USED;
	for (uint32_t n = 1; s.npixels < n; ) {
		int at = e->stack[s.npixels];

		add(e, &s, at);
		/* Pixels of the border have no octant, so neighbours are always inside. */
		for (int dy = -1; dy <= 1; dy++)
			for (int dx = -1; dx <= 1; dx++) {
				int next = at + dy * e->width + dx;

				if (e->octant[next] == which) {
					e->octant[next] = USED;
					e->stack[n++] = next;
				}
			}
	}
	return s;
}

/* The ends: the outermost pixels along the axis through (x, y). */
static void
measure(const Edges *e, const Support *s, double x, double y, Line *l)
{
	double least = 0, most = 0;

	for (uint32_t i = 0; i < s->npixels; i++) {
		double at = (e->stack[i] % e->width - x) * l->dx
			+ (e->stack[i] / e->width - y) * l->dy;

		least = at < least ? at : least;
		most = at > most ? at : most;
	}
	y += e->s->top - e->s->above;
	l->x[0] = x + least * l->dx;
	l->y[0] = y + least * l->dy;
	l->x[1] = x + most * l->dx;
	l->y[1] = y + most * l->dy;
	l->length = most - least;
	l->npixels = s->npixels;
}

/* The line of a support, if the support is long and thin enough. */
static int
fit(const Edges *e, const Support *s, Line *l)
{
	double x = s->x / s->n, y = s->y / s->n;
	double xx = s->xx / s->n - x * x, yy = s->yy / s->n - y * y, xy = s->xy / s->n - x * y;
	double angle = 0.5 * atan2(2 * xy, xx - yy), across;

	l->dx = cos(angle);
	l->dy = sin(angle);
	/*
	 * the darker side is against the gradient; it shall be on the left, where y grows downwards
	 */
	if (s->gx * -l->dy + s->gy * l->dx < 0) {
		l->dx = -l->dx;
		l->dy = -l->dy;
	}
	across = xx * l->dy * l->dy - 2 * xy * l->dx * l->dy + yy * l->dx * l->dx;
	measure(e, s, x, y, l);
	return l->length >= LEAST_LENGTH && across <= MOST_WIDTH * MOST_WIDTH;
}

/* Keeps the line; if there is no room, drops the shortest one. */
static void
keep(Found *f, const Line *l)
{
	uint32_t shortest = 0;

	if (f->nlines < MAX_LINES) {
		f->line[f->nlines++] = *l;
		return;
	}
	for (uint32_t i = 1; i < MAX_LINES; i++)
		if (f->line[i].length < f->line[shortest].length)
			shortest = i;
	if (l->length > f->line[shortest].length)
		f->line[shortest] = *l;
}

int
lines_find(const Strip *s, Found *found)
{
	Edges e = { .s = s, .width = s->width, .height = s->above + s->rows + s->below };
	int npixels = e.width * e.height;

	found->nlines = found->npairs = 0;
	e.stack = malloc(npixels * (sizeof *e.stack + sizeof *e.octant) + 1);
	if (e.stack == NULL)
		return -1;
	e.octant = (uint8_t *)(e.stack + npixels);
	mark(&e);
	for (int at = 0; at < npixels; at++) {
		Support support;
		Line l;

		if (e.octant[at] >= USED)
			continue;
		support = collect(&e, at);
		if (support.npixels >= LEAST_PIXELS && fit(&e, &support, &l))
			keep(found, &l);
	}
	free(e.stack);
	return 0;
}
