/* compute.c - the best subset of a range; the first one of several equal ones. */
#include <trek.h>
#include "things.h"

static uint32_t
sum(const uint32_t *of, uint32_t subset)
{
	uint32_t total = 0;

	for (uint32_t i = 0; i < THINGS; i++)
		if (subset >> i & 1)
			total += of[i];
	return total;
}

void
compute_fn(void *task, uint32_t nbytes)
{
	const Things *t = shared(0);
	const Search *s = task;
	Best best = {0, s->first};

	(void)nbytes;
	for (uint32_t subset = s->first; subset < s->last; subset++) {
		uint32_t value = sum(t->value, subset);

		if (sum(t->weight, subset) > s->limit)
			continue;
		if (value > best.value) {
			best.value = value;
			best.subset = subset;
		}
	}
	put_result(&best, sizeof best);
}
