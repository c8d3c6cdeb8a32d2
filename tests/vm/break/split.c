/*
 * split.c - two parts, each as long as the task, and the first part's result. So, against the rule,
 * the results show which tasks were split.
 */
#include <trek.h>
#include "random_time.h"

uint32_t nsplits;

void
split_fn(const void *task, uint32_t nbytes)
{
	static uint32_t part[MOST_BYTES / sizeof(uint32_t)];
	uint32_t seed = *(const uint32_t *)task;

	nsplits++;
	for (int i = 0; i < 2; i++) {
		spend(&seed, 100);
		part[0] = seed;
		put_part(part, nbytes);
	}
}

void
join_fn(const Part *part, uint32_t nparts)
{
	(void)nparts;
	put_result(part[0].data, part[0].nbytes);
}
