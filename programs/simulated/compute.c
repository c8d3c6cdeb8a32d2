/*
 * compute.c - the segments of the nodes that compute.
 */
#include <stdlib.h>
#include <trek.h>
#include "spend.h"
#include "work.h"

void
compute_fn(void *task, uint32_t nbytes)
{
	uint32_t began = machine_clock(), number = task_number(), n;
	Segment s = work_begin(began, shared(NULL), number, task_part(), COMPUTE);
	const Header *h = task;
	/* A task whose bytes are not as they were makes a result that cannot be right. */
	uint32_t units = work_check(task, nbytes, number) == 0 ? h->n : 0;
	Header *result = work_fill(&s, number, (Header){ work_sum(h->first, units), units }, &n);

	if (s.bug != BUG_NOTHING)
		put_result(result, n);
	if (s.bug == BUG_MANY)
		put_result(result, n);
	free(result);
	work_end(&s, nbytes + n);
}
