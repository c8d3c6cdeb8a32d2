/* receive.c - receives the results. */
#include <stdio.h>
#include <trek.h>
#include "item.h"

void
result_receiver(void)
{
	uint32_t sum = 0;
	Item r;

	while (get_result(&r, sizeof r, NULL) >= 0)
		sum += r.number;
	printf("%u\n", (unsigned)sum);
}
