/* receive.c - prints the sum of all results. */
#include <stdio.h>
#include <trek.h>
#include "random_time.h"

void
result_receiver(void)
{
	static uint32_t result[MOST_BYTES / sizeof(uint32_t)];
	uint32_t sum = 0;

	while (get_result(result, sizeof result, NULL) >= 0)
		sum += result[0];
	printf("%08x\n", (unsigned)sum);
}
