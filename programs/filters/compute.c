/*
 * compute.c - the stages of the pipeline: each node applies one filter to all frames. If there are
 * more stages than filters, the filters take turns.
 */
#include <stdlib.h>
#include <trek.h>
#include "filters.h"

/* The pixel at (x, y); outside the frame, the nearest pixel of the edge. */
static int
at(const Frame *f, int x, int y)
{
	x = x < 0 ? 0 : x >= WIDTH ? WIDTH - 1 : x;
	y = y < 0 ? 0 : y >= HEIGHT ? HEIGHT - 1 : y;
	return f->grey[y][x];
}

/* The mean of nine pixels. */
static int
smooth(const Frame *f, int x, int y)
{
	int sum = 0;

	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			sum += at(f, x + dx, y + dy);
	return sum / 9;
}

/* The steepness at a pixel, by Sobel's two masks. */
static int
edges(const Frame *f, int x, int y)
{
	int across = 0, down = 0;

	for (int d = -1; d <= 1; d++) {
		int weight = d == 0 ? 2 : 1;

		across += weight * (at(f, x + 1, y + d) - at(f, x - 1, y + d));
		down += weight * (at(f, x + d, y + 1) - at(f, x + d, y - 1));
	}
	across = abs(across) + abs(down);
	return across > 255 ? 255 : across;
}

static int
threshold(const Frame *f, int x, int y)
{
	return f->grey[y][x] > 96 ? 255 : 0;
}

/* The brightest of nine pixels. */
static int
thicken(const Frame *f, int x, int y)
{
	int most = 0;

	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			most = at(f, x + dx, y + dy) > most ? at(f, x + dx, y + dy) : most;
	return most;
}

void
compute_fn(void *task, uint32_t nbytes)
{
	static int (*const filter[])(const Frame *f, int x, int y) = {
		smooth, edges, threshold, thicken,
	};
	static Frame out;
	const Frame *in = task;
	uint32_t stage = (stage_number() - 1) % (sizeof filter / sizeof *filter);

	(void)nbytes;
	out.number = in->number;
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			out.grey[y][x] = filter[stage](in, x, y);
	put_result(&out, sizeof out);
}
