/* receive.c - the sum of all, and the task with the largest one. */
#include <stdio.h>
#include <trek.h>
#include "ranges.h"

volatile int32_t all, best = -1;

void
result_receiver(void)
{
	int32_t most = -1;
	uint32_t task;
	Sum s;

	while (get_result(&s, sizeof s, &task) >= 0) {
		all += s.value;
		if (s.value > most) {
			most = s.value;
			best = task;
		}
	}
	printf("%d %d\n", (int)all, (int)best);
}
