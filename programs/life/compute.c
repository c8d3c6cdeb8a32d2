/*
 * compute.c - a generation of a band. A band's borders are its last row, for the next band, and
 * its first row, for the previous one.
 */
#include <stddef.h>
#include <trek.h>
#include "life.h"

void
border_fn(const void *block, uint32_t nbytes, Side side)
{
	const Band *b = block;

	(void)nbytes;
	put_border(b->cell[side == SIDE_NEXT ? b->nrows - 1 : 0], WIDTH);
}

/* The row's cells at x - 1, x and x + 1 that are alive. */
static int
alive_near(const uint8_t *row, uint32_t x)
{
	return row[(x + WIDTH - 1) % WIDTH] + row[x] + row[(x + 1) % WIDTH];
}

static void
next_row(uint8_t *to, const uint8_t *above, const uint8_t *row, const uint8_t *below)
{
	for (uint32_t x = 0; x < WIDTH; x++) {
		int near = alive_near(above, x) + alive_near(row, x) + alive_near(below, x);

		to[x] = near == 3 || (near == 4 && row[x]);
	}
}

void
compute_fn(void *block, uint32_t nbytes)
{
	static Band out;
	const Band *in = block;
	uint32_t last = in->nrows - 1;

	(void)nbytes;
	out.first = in->first;
	out.nrows = in->nrows;
	for (uint32_t y = 0; y <= last; y++)
		next_row(out.cell[y], y > 0 ? in->cell[y - 1] : get_border(SIDE_PREVIOUS, NULL),
			in->cell[y], y < last ? in->cell[y + 1] : get_border(SIDE_NEXT, NULL));
	put_result(&out, band_bytes(&out));
}
