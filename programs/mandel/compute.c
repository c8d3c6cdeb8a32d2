/*
 * compute.c - the steps z := z^2 + c until |z| > 2, for each pixel of a tile.
 */
#include <stddef.h>
#include <trek.h>
#include "mandel.h"

/* The number of steps that take z out of the circle, from 1 on; 0: not within the limit. */
static uint32_t
steps(double re, double im, uint32_t limit)
{
	double x = 0, y = 0, x2 = 0, y2 = 0;

	for (uint32_t n = 1; n <= limit; n++) {
		y = 2 * x * y + im;
		x = x2 - y2 + re;
		x2 = x * x;
		y2 = y * y;
		if (x2 + y2 > 4)
			return n;
	}
	return 0;
}

void
compute_fn(void *task, uint32_t nbytes)
{
	static TileResult result;
	const Tile *t = task;
	uint8_t *to = result.shade;

	(void)nbytes;
	result.x = t->x;
	result.y = t->y;
	result.w = t->w;
	result.h = t->h;
	for (int j = 0; j < t->h; j++)
		for (int i = 0; i < t->w; i++) {
			uint32_t n = steps(t->re + i * t->step, t->im - j * t->step, t->limit);

			*to++ = n == 0 ? 0 : 1 + (n - 1) % 255;
		}
	put_result(&result, offsetof(TileResult, shade) + t->w * t->h);
}
