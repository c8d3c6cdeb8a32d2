/*
 * compute.c - counts by trying, row by row.
 */
#include <trek.h>
#include "queens.h"

static Count
count(Board b)
{
	Count sum = { 0, b.placed };
	Board row[MAX_BOARD + 1]; /* with places left to try, the lowest last */
	int n = 0;

	row[0] = b;
	while (n >= 0) {
		uint32_t bit = row[n].choice & -row[n].choice;

		if (bit == 0) {
			n--;
			continue;
		}
		row[n].choice ^= bit;
		sum.placed++;
		if ((row[n].columns | bit) == b.full) {
			sum.ways++;
			continue;
		}
		row[n + 1] = board_place(row[n], bit);
		n++;
	}
	return sum;
}

void
compute_fn(void *task, uint32_t nbytes)
{
	Count c = count(*(const Board *)task);

	(void)nbytes;
	put_result(&c, sizeof c);
}
