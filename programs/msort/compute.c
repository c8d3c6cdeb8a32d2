/*
 * compute.c - sorts a block.
 */
#include <trek.h>
#include "lines.h"
#include "memory.h"

void
compute_fn(void *task, uint32_t nbytes)
{
	char *sorted = memory(nbytes);

	if (lines_sort((Block){ task, nbytes }, sorted) < 0) {
		fprintf(stderr, "msort: no memory for the lines of %u bytes\n", (unsigned)nbytes);
		exit(2);
	}
	put_result(sorted, nbytes);
	free(sorted);
}
