/* compute.c - a sum; what a node has computed before is kept. */
#include <stddef.h>
#include <trek.h>
#include "ranges.h"

volatile int32_t tasks, total, largest;

static int32_t
cube(int32_t n)
{
	return n * n * n;
}

void
compute_fn(void *task, uint32_t nbytes)
{
	const int32_t *weight = shared(NULL);
	Range *r = task;
	Sum s = {0};

	(void)nbytes;
	for (volatile int i = 0; i < LONG; i++) /* so that other nodes get tasks, too */
		continue;
	for (; r->from < r->to; r->from++, s.n++)
		s.value += cube(r->from) * weight[r->from % WEIGHTS];
	tasks++;
	total += s.value;
	if (s.value > largest)
		largest = s.value;
	put_result(&s, sizeof s);
}
