/* receive.c - prints the sum of all results. */
#include <stdio.h>
#include <trek.h>

void
result_receiver(void)
{
	uint32_t sum = 0, seed;

	while (get_result(&seed, sizeof seed, NULL) >= 0)
		sum += seed;
	printf("%08x\n", (unsigned)sum);
}
