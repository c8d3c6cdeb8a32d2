/*
 * receive.c - merges the sorted tasks and writes the text.
 */
#include <stdio.h>
#include <string.h>
#include <trek.h>
#include "memory.h"
#include "text.h"

void
result_receiver(void)
{
	Block *sorted = memory(ntasks * sizeof *sorted);
	char *room = memory(text.nbytes), *merged = memory(text.nbytes);
	uint32_t task, n = 0;
	int32_t got;

	memset(sorted, 0, ntasks * sizeof *sorted);
	while ((got = get_result(room + n, text.nbytes - n, &task)) >= 0) {
		sorted[task] = (Block){ room + n, got };
		n += got;
	}
	lines_merge(sorted, ntasks, merged);
	fwrite(merged, 1, n, stdout);
	free(merged);
	free(room);
	free(sorted);
}
