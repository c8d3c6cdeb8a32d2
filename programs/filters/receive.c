/*
 * receive.c - writes the frames, one PGM picture after the other. A pipeline keeps their order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <trek.h>
#include "filters.h"

void
result_receiver(void)
{
	static Frame f;
	uint32_t next = 0;

	for (; get_result(&f, sizeof f, NULL) >= 0; next++) {
		if (f.number != next) {
			fprintf(stderr, "filters: frame %u came in the place of %u\n",
				(unsigned)f.number, (unsigned)next);
			exit(1);
		}
		printf("P5\n%d %d\n255\n", WIDTH, HEIGHT);
		fwrite(f.grey, sizeof f.grey, 1, stdout);
	}
}
