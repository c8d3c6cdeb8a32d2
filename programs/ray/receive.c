/*
 * receive.c - puts the tiles together and writes the picture.
 */
#include <stdio.h>
#include <stdlib.h>
#include <trek.h>
#include "ray.h"

void
result_receiver(void)
{
	static TileResult result;
	const Tile *t = &result.tile;
	Picture picture;

	if (picture_begin(&picture, manager.kind, stdout, manager.width, manager.height) < 0) {
		fprintf(stderr, "ray: no memory for a picture of %d by %d\n", (int)manager.width,
			(int)manager.height);
		exit(2);
	}
	while (get_result(&result, sizeof result, NULL) >= 0)
		picture_tile(&picture, t->x, t->y, t->w, t->h, result.rgb[0]);
	picture_end(&picture);
}
