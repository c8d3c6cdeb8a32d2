/*
 * split.c - a range in parts of the same size, but for the last.
 */
#include <stdlib.h>
#include <trek.h>
#include "spend.h"
#include "work.h"

void
split_fn(const void *task, uint32_t nbytes)
{
	uint32_t began = machine_clock(), number = task_number(), degree = split_degree(), n;
	Segment s = work_begin(began, shared(NULL), number, task_part(), SPLIT);
	Header left = *(const Header *)task;

	/* Bytes that are not as they were are left to compute_fn. */
	if (left.n < degree || work_check(task, nbytes, number) < 0 || s.bug == BUG_NOTHING)
		return;
	for (uint32_t i = 0; i < degree; i++) {
		uint32_t units = i + 1 < degree ? left.n / (degree - i) : left.n;
		Header *part = work_fill(&s, number, (Header){ left.first, units }, &n);

		if (s.bug != BUG_FEW || i > 0)
			put_part(part, n);
		if (s.bug == BUG_MANY && i == 0)
			put_part(part, n);
		free(part);
		left.first += units;
		left.n -= units;
	}
	work_end(&s, nbytes + degree * n);
}
