/* receive.c - the sum, and the largest result. */
#include <stdio.h>
#include <trek.h>
#include "farm.h"

volatile int32_t sum, largest;

void
result_receiver(void)
{
	int32_t r;

	while (get_result(&r, sizeof r, NULL) >= 0) {
		sum += r;
		if (r > largest)
			largest = r;
	}
	printf("%d %d\n", (int)sum, (int)largest);
}
