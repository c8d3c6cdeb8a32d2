/* receive.c - the best of each limit. */
#include <stdio.h>
#include <trek.h>
#include "things.h"

static Best best[32];

void
result_receiver(void)
{
	uint32_t task, n = 0;
	Best b;

	while (get_result(&b, sizeof b, &task) >= 0) {
		best[task] = b;
		n++;
	}
	for (uint32_t i = 0; i < n; i++)
		printf("%u: %u by %x\n", (unsigned)i, (unsigned)best[i].value,
			(unsigned)best[i].subset);
}
