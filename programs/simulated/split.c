/*
 * split.c - splits a range into parts of the same size; the last may be smaller.
 */
#include <trek.h>
#include "work.h"

static void
make(Work *w)
{
	uint32_t number = task_number(), degree = split_degree(), n;
	Header left = *(const Header *)w->data;

	if (!work_ready(w, SPLIT, number, task_part))
		return;
	/* A task with changed bytes is not split: compute_fn gets it. */
	if (left.n < degree || work_check(w->data, w->nbytes, number) < 0
		|| w->bug == BUG_NOTHING)
		return;
	for (uint32_t i = 0; i < degree; i++) {
		uint32_t units = i + 1 < degree ? left.n / (degree - i) : left.n;
		Header *part = work_fill(w, left.first, units, &n);

		if (w->bug != BUG_FEW || i > 0)
			put_part(part, n);
		if (w->bug == BUG_MANY && i == 0)
			put_part(part, n);
		left.first += units;
		left.n -= units;
	}
}

void
split_fn(const void *task, uint32_t nbytes)
{
	work_segment(make, task, nbytes);
}
