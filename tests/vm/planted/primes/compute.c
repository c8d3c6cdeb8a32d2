/* compute.c - the primes of a range, by trial division. */
#include <trek.h>
#include "range.h"

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
	const Range *r = task;
	uint32_t count = 0;

	(void)nbytes;
	for (uint32_t n = r->first; n < r->last; n++)
		count += is_prime(n);
	put_result(&count, sizeof count);
}
