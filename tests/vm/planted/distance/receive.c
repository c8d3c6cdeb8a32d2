/* receive.c - prints the distances by task, and the largest one. */
#include <stdio.h>
#include <stdlib.h>
#include <trek.h>

void
result_receiver(void)
{
	uint32_t *distance = calloc(total_tasks(), sizeof *distance), task, value, most = 0;

	for (uint32_t n = 0; n < total_tasks(); n++) {
		get_result(&value, sizeof value, &task);
		distance[task] = value;
		if (value > most)
			most = value;
	}
	for (uint32_t i = 0; i < total_tasks(); i++)
		printf("%u: %u\n", (unsigned)i, (unsigned)distance[i]);
	printf("at most %u\n", (unsigned)most);
	free(distance);
}
