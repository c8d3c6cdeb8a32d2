/*
 * picture.h - a picture that is made of tiles, which come in any order, and written row by row.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdint.h>
#include <stdio.h>

enum { MAX_SIDE = 4096 }; /* pixels */

typedef enum PictureKind { PICTURE_PPM, PICTURE_PNG } PictureKind;

typedef struct Picture {
	PictureKind kind;
	FILE *to;        /* the caller's */
	int width, height;
	int written;     /* rows */
	uint8_t *pixels; /* height rows of width pixels, each red, green, blue */
	int16_t *left;   /* of each row: pixels that have not come */
	uint32_t adler;  /* PNG: checksum of the rows that are written */
} Picture;

/*
 * picture_begin: an empty picture whose rows will go to a file; width and height from 1 to
 * MAX_SIDE. Returns 0, or -1 when there is no memory for it.
 */
int picture_begin(Picture *p, PictureKind kind, FILE *to, int width, int height);
/*
 * picture_tile: w by h pixels, three bytes each, row by row, whose upper left corner is (x, y). All
 * rows that are complete now, with all rows above them, are written. No pixel may come twice.
 */
void picture_tile(Picture *p, int x, int y, int w, int h, const uint8_t *rgb);
/* picture_end: frees it. Returns the number of rows that were not complete, and so not written. */
int picture_end(Picture *p);

#endif
