/* compute.c - a number to the power of three, times its weight. */
#include <trek.h>
#include "farm.h"

static int32_t
cube(int32_t n)
{
	return n * n * n;
}

void
compute_fn(void *task, uint32_t nbytes)
{
	const Work *w = task;
	int32_t result = cube(w->number) * w->weight;

	(void)nbytes;
	for (volatile int i = 0; i < LONG; i++) /* so that other nodes get tasks, too */
		continue;
	put_result(&result, sizeof result);
}
