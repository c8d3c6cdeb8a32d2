/*
 * generate.c - makes the frames: a bright square that moves over a slope of grey, with noise.
 */
#include <stdlib.h>
#include <trek.h>
#include "filters.h"

static uint32_t nframes = NFRAMES;

void
init_master(int argc, char **argv)
{
	if (argc > 1)
		nframes = strtoul(argv[1], NULL, 10);
}

static uint32_t
noise(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 28;
}

static int
is_square(uint32_t number, uint32_t x, uint32_t y)
{
	return x - (number + 4) % WIDTH < 10 && y - (number / 2 + 6) % HEIGHT < 10;
}

void
data_generator(void)
{
	static Frame f;
	uint32_t seed = 1;

	for (f.number = 0; f.number < nframes; f.number++) {
		for (uint32_t y = 0; y < HEIGHT; y++)
			for (uint32_t x = 0; x < WIDTH; x++)
				f.grey[y][x] = 2 * x + noise(&seed)
					+ (is_square(f.number, x, y) ? 120 : 0);
		do_task(&f, sizeof f);
	}
}
