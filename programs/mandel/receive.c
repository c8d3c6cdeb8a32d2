/*
 * receive.c - colours the tiles and writes the picture.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trek.h>
#include "mandel.h"
#include "viewport.h"

/* A ramp of 256 shades, up and down again, so that neighbours have similar colours. */
static void
colour(uint8_t rgb[3], uint32_t shade)
{
	uint32_t k = 8 * shade & 511, up = k < 256 ? k : 511 - k;

	rgb[0] = shade == 0 ? 0 : up * up >> 8;
	rgb[1] = shade == 0 ? 0 : 255 - (255 - up) * (255 - up) / 340;
	rgb[2] = shade == 0 ? 0 : 96 + up / 2;
}

void
result_receiver(void)
{
	static TileResult result;
	static uint8_t palette[256][3], rgb[MAX_TILE][3];
	Picture picture;

	if (picture_begin(&picture, view.kind, stdout, view.width, view.height) < 0) {
		fprintf(stderr, "mandel: no memory for a picture of %d by %d\n", (int)view.width,
			(int)view.height);
		exit(2);
	}
	for (int i = 0; i < 256; i++)
		colour(palette[i], i);
	while (get_result(&result, sizeof result, NULL) >= 0) {
		int n = result.w * result.h;

		for (int i = 0; i < n; i++)
			memcpy(rgb[i], palette[result.shade[i]], 3);
		picture_tile(&picture, result.x, result.y, result.w, result.h, rgb[0]);
	}
	picture_end(&picture);
}
