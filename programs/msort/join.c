/*
 * join.c - merges the sorted parts.
 */
#include <trek.h>
#include "lines.h"
#include "memory.h"

void
join_fn(const Part *part, uint32_t nparts)
{
	Block b[TREK_MAX_DEGREE];
	uint32_t nbytes = 0;
	char *merged;

	for (uint32_t i = 0; i < nparts; i++) {
		b[i] = (Block){ part[i].data, part[i].nbytes };
		nbytes += part[i].nbytes;
	}
	merged = memory(nbytes);
	lines_merge(b, nparts, merged);
	put_result(merged, nbytes);
	free(merged);
}
