/* receive.c - prints the sums. */
#include <stdio.h>
#include <trek.h>

void
result_receiver(void)
{
	uint32_t task;
	int32_t total;

	while (get_result(&total, sizeof total, &task) >= 0)
		printf("%u: %d\n", (unsigned)task, (int)total);
}
