/*
 * receive.c - the sum, as a line of text.
 */
#include <inttypes.h>
#include <stdio.h>
#include <trek.h>
#include "queens.h"

extern int32_t size;

void
result_receiver(void)
{
	Count sum = { 0, 0 }, c;

	while (get_result(&c, sizeof c, NULL) >= 0) {
		sum.ways += c.ways;
		sum.placed += c.placed;
	}
	printf("%d queens: %" PRIu64 " ways, %" PRIu64 " queens placed\n", (int)size, sum.ways,
		sum.placed);
}
