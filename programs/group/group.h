/*
 * group.h - line segments of an image, and which of them belong together.
 *
 * The image is cut into strips of rows ("segments" of the image, hence Nsegs); a task is a strip
 * with a row above and one below, where there are some.
 */
#ifndef GROUP_H
#define GROUP_H

#include <stdint.h>

enum {
	MAX_WIDTH = 512,     /* pixels */
	MAX_HEIGHT = 512,
	MAX_STRIPS = 64,
	MAX_LINES = 96,      /* line segments of a strip; the longest are kept */
	MAX_PAIRS = 1024,    /* pairs of these lines that belong together */
};

typedef struct Strip {
	uint16_t width;
	uint16_t top;        /* row of the image where the strip's own rows begin */
	uint16_t rows;       /* number of its own rows */
	uint16_t above;      /* rows before these: 0 or 1 */
	uint16_t below;      /* rows after these: 0 or 1 */
	uint16_t threshold;  /* of the gradient */
	uint8_t pixel[];     /* above + rows + below rows of width */
} Strip;

/* A line segment; dark is on its left, seen from the first end to the second. */
typedef struct Line {
	double x[2], y[2];   /* its ends, in pixels of the image */
	double length;
	double dx, dy;       /* its direction, of length 1 */
	uint32_t npixels; /* number of pixels of which it was made */
} Line;

/* Why two lines belong together. */
enum Reason { NEAR = 1, COLLINEAR = 2, PARALLEL = 4 };

typedef struct Pair {
	uint8_t a, b;        /* lines of the strip */
	uint8_t reasons;
} Pair;

typedef struct Found {
	uint32_t nlines, npairs;
	Line line[MAX_LINES];
	Pair pair[MAX_PAIRS];
} Found;

/* lines.c: put the line segments of a strip into `found`, without pairs. 0, or -1: no memory. */
int lines_find(const Strip *s, Found *found);
/* relate.c: the reasons why two lines belong together; 0: they do not. */
int lines_relate(const Line *a, const Line *b);

#endif
