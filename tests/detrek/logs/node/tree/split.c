/* split.c - two halves of a range that is long enough. */
#include <trek.h>
#include "ranges.h"

volatile int32_t splits, middle;

void
split_fn(const void *task, uint32_t nbytes)
{
	const Range *r = task;
	Range half = *r;

	(void)nbytes;
	if (r->to - r->from < LEAST)
		return;
	splits++;
	middle = (r->from + r->to) / 2;
	half.to = middle;
	put_part(&half, sizeof half);
	half = (Range){.from = middle, .to = r->to};
	put_part(&half, sizeof half);
}
