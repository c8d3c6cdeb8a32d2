/*
 * join.c - the sum of the parts' sums.
 */
#include <stdlib.h>
#include <trek.h>
#include "spend.h"
#include "work.h"

void
join_fn(const Part *part, uint32_t nparts)
{
	uint32_t began = machine_clock(), number = task_number(), n;
	Segment s = work_begin(began, shared(NULL), number, task_part(), JOIN);
	Header sum = { 0, 0 }, *result;
	uint32_t nbytes = 0;

	for (uint32_t i = 0; i < nparts; i++) {
		const Header *h = part[i].data;

		if (work_check(h, part[i].nbytes, number) < 0)
			continue;
		sum.first += h->first;
		sum.n += h->n;
		nbytes += part[i].nbytes;
	}
	result = work_fill(&s, number, sum, &n);
	if (s.bug != BUG_NOTHING)
		put_result(result, n);
	if (s.bug == BUG_MANY)
		put_result(result, n);
	free(result);
	work_end(&s, nbytes + n);
}
