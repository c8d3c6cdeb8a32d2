/* stateset.c - the states visited before: rows of counts in one array, with an open hash table. */
#include "solve.h"

#include <stdlib.h>
#include <string.h>

/* hash_counts: the hash of n counts. */
static uint32_t
hash_counts(const Count *c, uint32_t n)
{
	uint64_t h = n;

	for (uint32_t i = 0; i < n; i++)
		h = (h ^ c[i]) * 0x9e3779b97f4a7c15u + (h >> 29);
	return h ^ h >> 32;
}

/* find_state: the slot of the state in the table, or the empty one where it belongs. */
static uint32_t *
find_state(const StateSet *set, const Count *c)
{
	uint32_t i = hash_counts(c, set->width) & (set->nslots - 1);

	for (; set->slot[i]; i = (i + 1) & (set->nslots - 1))
		if (memcmp(stateset_row(set, set->slot[i] - 1), c, set->width * sizeof *c) == 0)
			break;
	return &set->slot[i];
}

/* enlarge: double the table. */
static void
enlarge(StateSet *set)
{
	set->nslots = set->nslots ? set->nslots * 2 : 256;
	set->row = xrealloc(set->row, (size_t)set->nslots / 2 * set->width * sizeof *set->row);
	free(set->slot);
	set->slot = xcalloc(set->nslots, sizeof *set->slot);
	for (uint32_t i = 0; i < set->n; i++)
		*find_state(set, stateset_row(set, i)) = i + 1;
}

bool
stateset_add(StateSet *set, const Count *c)
{
	uint32_t *slot;

	if (set->n == set->nslots / 2)
		enlarge(set);
	slot = find_state(set, c);
	if (*slot)
		return false;
	memcpy(set->row + (size_t)set->n * set->width, c, set->width * sizeof *c);
	*slot = ++set->n;
	return true;
}

/* stateset_empty: remove all states; if they are few in a large table, one by one. */
void
stateset_empty(StateSet *set)
{
	if (set->n >= set->nslots / 8 && set->n > 0)
		memset(set->slot, 0, set->nslots * sizeof *set->slot);
	for (uint32_t k = 0; k < set->n && set->n < set->nslots / 8; k++) {
		uint32_t i = hash_counts(stateset_row(set, k), set->width) & (set->nslots - 1);

		while (set->slot[i] != k + 1)
			i = (i + 1) & (set->nslots - 1);
		set->slot[i] = 0;
	}
	set->n = 0;
}

void
stateset_free(StateSet *set)
{
	free(set->row);
	free(set->slot);
	*set = (StateSet){0};
}
