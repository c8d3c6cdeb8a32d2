/*
 * split.c - the parts of a task: the columns to be tried in the next row are dealt out.
 */
#include <trek.h>
#include "queens.h"

/* A task with fewer rows left is not worth splitting. */
enum { LEAST_ROWS = 5 };

static int
bits(uint32_t w)
{
	int n = 0;

	for (; w != 0; w &= w - 1)
		n++;
	return n;
}

static int
rows_left(Board b)
{
	return bits(b.full) - bits(b.columns);
}

void
split_fn(const void *task, uint32_t nbytes)
{
	Board b = *(const Board *)task, part[TREK_MAX_DEGREE];
	uint32_t degree = split_degree(), next = 0;

	(void)nbytes;
	while (bits(b.choice) == 1 && rows_left(b) > LEAST_ROWS) {
		b = board_place(b, b.choice);
		b.placed++;
	}
	if (bits(b.choice) < 2 || rows_left(b) < LEAST_ROWS)
		return;
	for (uint32_t i = 0; i < degree; i++) {
		part[i] = b;
		part[i].choice = 0;
		part[i].placed = i == 0 ? b.placed : 0;
	}
	for (uint32_t left = b.choice; left != 0; left &= left - 1)
		part[next++ % degree].choice |= left & -left;
	for (uint32_t i = 0; i < degree; i++)
		put_part(&part[i], sizeof part[i]);
}
