/*
 * compute.c - the segments of the nodes that compute.
 */
#include <trek.h>
#include "work.h"

static void
make(Work *w)
{
	const Header *h = w->data;
	uint32_t number = task_number(), units, n;
	Header *result;

	if (!work_ready(w, COMPUTE, number, task_part))
		return;
	/* A task with changed bytes gets a wrong result. */
	units = work_check(h, w->nbytes, number) == 0 ? h->n : 0;
	result = work_fill(w, work_sum(h->first, units), units, &n);
	if (w->bug != BUG_NOTHING)
		put_result(result, n);
	if (w->bug == BUG_MANY)
		put_result(result, n);
}

/* Before the node's first task. */
static void __attribute__((constructor))
start(void)
{
	work_start(shared);
}

void
compute_fn(void *task, uint32_t nbytes)
{
	work_segment(make, task, nbytes);
}
