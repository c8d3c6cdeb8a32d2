/*
 * join.c - the sum of the parts' sums.
 */
#include <trek.h>
#include "work.h"

/* make: make the sum of the parts; w->nbytes is the number of parts. */
static void
make(Work *w)
{
	const Part *part = w->data;
	uint32_t number = task_number(), n;
	Header sum = { 0, 0 }, *result;

	if (!work_ready(w, JOIN, number, task_part))
		return;
	for (uint32_t i = 0; i < w->nbytes; i++) {
		const Header *h = part[i].data;

		if (work_check(h, part[i].nbytes, number) < 0)
			continue;
		sum.first += h->first;
		sum.n += h->n;
	}
	result = work_fill(w, sum.first, sum.n, &n);
	if (w->bug != BUG_NOTHING)
		put_result(result, n);
	if (w->bug == BUG_MANY)
		put_result(result, n);
}

void
join_fn(const Part *part, uint32_t nparts)
{
	work_segment(make, part, nparts);
}
