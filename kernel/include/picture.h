/* picture.h - a picture made of tiles, which may arrive in any order, and written row by row. */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdint.h>
#include <stdio.h>

enum { MAX_SIDE = 4096 }; /* pixels */

typedef enum PictureKind { PICTURE_PPM, PICTURE_PNG } PictureKind;

typedef struct Picture {
	PictureKind kind;
	FILE *to;        /* borrowed from the caller */
	int width, height;
	int written;     /* rows */
	uint8_t *pixels; /* height rows of width pixels, each red, green, blue */
	int16_t *left;   /* for each row: pixels still missing */
	uint32_t adler;  /* PNG: checksum of the rows written so far */
} Picture;

/*
 * picture_begin: start an empty picture whose rows will be written to a file; width and height from
 * 1 to MAX_SIDE. Returns 0, or -1 if out of memory.
 */
int picture_begin(Picture *p, PictureKind kind, FILE *to, int width, int height);
/*
 * picture_tile: add w by h pixels, three bytes each, row by row, with upper left corner (x, y).
 * This writes all rows that are now complete, together with all rows above them. No pixel may be
 * added twice.
 */
void picture_tile(Picture *p, int x, int y, int w, int h, const uint8_t *rgb);
/* picture_end: free it. Returns the number of rows that were incomplete, and so not written. */
int picture_end(Picture *p);

#endif
