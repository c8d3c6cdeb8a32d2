/*
 * compute.c - does a task, on any node but 0: counts the primes of its range.
 */
#include <trek.h>
#include "task.h"

static int
is_prime(uint32_t n)
{
	if (n < 2)
		return 0;
	for (uint32_t d = 2; d * d <= n; d++)
		if (n % d == 0)
			return 0;
	return 1;
}

void
compute_fn(void *task, uint32_t nbytes)
{
	const Task *t = task;
	Result r = {0, 0};

	(void)nbytes;
	for (uint32_t n = t->first; n < t->first + t->n; n++) {
		if (is_prime(n)) {
			r.primes++;
			r.last = n;
		}
	}
	put_result(&r, sizeof r);
}
