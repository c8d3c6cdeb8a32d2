/*
 * receive.c - takes the results, on node 0, as they come; the order is not that of the tasks.
 */
#include <stdio.h>
#include <trek.h>
#include "task.h"

void
result_receiver(void)
{
	uint32_t primes = 0, last = 0;
	Result r;

	while (get_result(&r, sizeof r, NULL) >= 0) {
		primes += r.primes;
		if (r.last > last)
			last = r.last;
	}
	printf("%u primes, the last is %u\n", (unsigned)primes, (unsigned)last);
}
