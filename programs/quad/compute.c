/*
 * compute.c - the area of an interval.
 */
#include <trek.h>
#include "quad.h"

void
compute_fn(void *task, uint32_t nbytes)
{
	Area a = interval_area(task);

	(void)nbytes;
	put_result(&a, sizeof a);
}
