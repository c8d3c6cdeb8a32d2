/*
 * show.c - puts the tiles into the frame buffer of node 0, on the machine of screen16.topo.
 */
#include <string.h>
#include <trek.h>
#include "colour.h"
#include "mandel.h"

/* As the topology has it: 256 colours, then the pixels. */
enum { WIDTH = 320 };
#define SCREEN ((uint8_t *)0x80400000)
#define PIXELS (SCREEN + 4 * 256)

void
result_receiver(void)
{
	static TileResult result;

	for (int i = 0; i < 256; i++)
		colour(SCREEN + 4 * i, i);
	while (get_result(&result, sizeof result, NULL) >= 0)
		for (int j = 0; j < result.h; j++)
			memcpy(PIXELS + (result.y + j) * WIDTH + result.x,
				result.shade + j * result.w, result.w);
}
