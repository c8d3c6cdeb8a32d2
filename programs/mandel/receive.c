/*
 * receive.c - colours the tiles and writes the picture.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trek.h>
#include "colour.h"
#include "mandel.h"
#include "viewport.h"

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
