/* receive.c - the counts by task, and their sum. */
#include <stdio.h>
#include <trek.h>

enum { MOST = 64 };

void
result_receiver(void)
{
	uint32_t count[MOST] = {0}, task, value, sum = 0;

	while (get_result(&value, sizeof value, &task) >= 0)
		count[task] = value;
	for (uint32_t i = 0; i < total_tasks(); i++) {
		printf("%u: %u\n", (unsigned)i, (unsigned)count[i]);
		sum += count[i];
	}
	printf("%u primes\n", (unsigned)sum);
}
