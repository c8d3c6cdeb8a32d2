/*
 * mandel.h - the Mandelbrot set, tile by tile: tasks and results.
 */
#ifndef MANDEL_H
#define MANDEL_H

#include <stdint.h>

enum { MAX_TILE = 1024 }; /* pixels */

typedef struct Tile {
	double re, im;    /* of the upper left pixel; im falls from row to row */
	double step;      /* between pixels */
	uint32_t limit;   /* steps after which a point counts as one of the set */
	uint16_t x, y;    /* of the upper left pixel in the picture */
	uint16_t w, h;    /* w * h is at most MAX_TILE */
} Tile;

typedef struct TileResult {
	uint16_t x, y, w, h;
	uint8_t shade[MAX_TILE]; /* row by row: 0 in the set, else 1 + (steps - 1) modulo 255 */
} TileResult;

#endif
