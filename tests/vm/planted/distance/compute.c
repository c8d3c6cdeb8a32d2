/* compute.c - the edit distance of two words, row by row (Wagner and Fischer). */
#include <stdlib.h>
#include <trek.h>
#include "words.h"

static uint32_t
least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static void
next_row(uint32_t *row, char a, const char *b, uint32_t nb)
{
	uint32_t corner = row[0];

	row[0]++;
	for (uint32_t i = 1; i <= nb; i++) {
		uint32_t changed = corner + (a != b[i - 1]);

		corner = row[i];
		row[i] = least(changed, least(row[i], row[i - 1]) + 1);
	}
}

void
compute_fn(void *task, uint32_t nbytes)
{
	const Pair *p = task;
	uint32_t *row = malloc((p->nb + 1) * sizeof *row);

	(void)nbytes;
	for (uint32_t i = 0; i <= p->nb; i++)
		row[i] = i;
	for (uint32_t i = 0; i < p->na; i++)
		next_row(row, p->letter[i], p->letter + p->na, p->nb);
	put_result(&row[p->nb], sizeof *row);
	free(row);
}
