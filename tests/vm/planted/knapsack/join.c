/* join.c - the best of the results of the parts. */
#include <trek.h>
#include "things.h"

void
join_fn(const Part *part, uint32_t nparts)
{
	Best best = *(const Best *)part[0].data;

	for (uint32_t i = 1; i < nparts; i++) {
		const Best *b = part[i].data;

		if (b->value > best.value)
			best = *b;
	}
	put_result(&best, sizeof best);
}
