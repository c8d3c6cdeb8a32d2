/*
 * generate.c - deals out a torus with random cells in bands of rows, one for each node.
 */
#include <stdio.h>
#include <stdlib.h>
#include <trek.h>
#include "life.h"

void
init_master(int argc, char **argv)
{
	(void)argc, (void)argv;
}

/* One cell in four is alive. */
static uint8_t
random_cell(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 30 == 0;
}

void
data_generator(void)
{
	static Band b;
	uint32_t nbands = stage_count(), seed = 1;

	if (nbands > HEIGHT) {
		fprintf(stderr, "life: %u bands of %d rows\n", (unsigned)nbands, HEIGHT);
		exit(1);
	}
	for (uint32_t i = 0; i < nbands; i++) {
		b.first = HEIGHT * i / nbands;
		b.nrows = HEIGHT * (i + 1) / nbands - b.first;
		for (uint32_t y = 0; y < b.nrows; y++)
			for (uint32_t x = 0; x < WIDTH; x++)
				b.cell[y][x] = random_cell(&seed);
		do_task(&b, band_bytes(&b));
	}
}
