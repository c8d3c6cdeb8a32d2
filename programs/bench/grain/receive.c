/* receive.c - counts the results. */
#include <stdio.h>
#include <trek.h>
#include "grain.h"

void
result_receiver(void)
{
	static uint32_t result[MOST / sizeof(uint32_t)];
	const Grain *g = (const Grain *)result;
	uint32_t n = 0, sum = 0;

	while (get_result(result, sizeof result, NULL) >= 0) {
		n++;
		sum += g->number;
	}
	printf("%u results, sum %u\n", (unsigned)n, (unsigned)sum);
}
