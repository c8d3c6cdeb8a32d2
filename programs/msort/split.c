/*
 * split.c - cuts a block into parts of about the same size.
 */
#include <trek.h>
#include "lines.h"

enum { LEAST_BYTES = 2048 }; /* a smaller task is not worth splitting */

void
split_fn(const void *task, uint32_t nbytes)
{
	Block left = { task, nbytes };
	uint32_t degree = split_degree();

	if (nbytes < LEAST_BYTES)
		return;
	for (uint32_t i = 0; i < degree; i++) {
		Block b = lines_cut(&left, i + 1 < degree ? nbytes / degree : left.nbytes);

		put_part(b.at, b.nbytes);
	}
}
