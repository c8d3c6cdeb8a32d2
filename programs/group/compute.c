/*
 * compute.c - the lines of a strip, and the pairs of them that belong together.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trek.h>
#include "group.h"

static void
find_pairs(Found *f)
{
	for (uint32_t a = 0; a < f->nlines; a++)
		for (uint32_t b = a + 1; b < f->nlines; b++) {
			int reasons = lines_relate(&f->line[a], &f->line[b]);

			if (reasons != 0 && f->npairs < MAX_PAIRS)
				f->pair[f->npairs++] = (Pair){ a, b, reasons };
		}
}

/* The result: a Found without the room that is not used. */
void
compute_fn(void *task, uint32_t nbytes)
{
	static Found found;
	static uint8_t result[sizeof(Found)];
	uint32_t n;

	(void)nbytes;
	if (lines_find(task, &found) < 0) {
		fprintf(stderr, "group: no memory for a strip of the image\n");
		exit(2);
	}
	find_pairs(&found);
	n = offsetof(Found, line) + found.nlines * sizeof(Line);
	memcpy(result, &found, n);
	memcpy(result + n, found.pair, found.npairs * sizeof(Pair));
	put_result(result, n + found.npairs * sizeof(Pair));
}
