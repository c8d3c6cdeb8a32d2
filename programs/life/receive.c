/*
 * receive.c - puts the bands together and prints the torus.
 */
#include <stdio.h>
#include <string.h>
#include <trek.h>
#include "life.h"

void
result_receiver(void)
{
	static uint8_t torus[HEIGHT][WIDTH];
	static Band b;

	while (get_result(&b, sizeof b, NULL) >= 0)
		memcpy(torus[b.first], b.cell, b.nrows * WIDTH);
	for (uint32_t y = 0; y < HEIGHT; y++) {
		for (uint32_t x = 0; x < WIDTH; x++)
			putchar(torus[y][x] ? '#' : '.');
		putchar('\n');
	}
}
