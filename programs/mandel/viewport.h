/*
 * viewport.h - the manager's data about the picture.
 */
#ifndef VIEW_H
#define VIEW_H

#include <stdint.h>
#include <picture.h>

typedef struct View {
	int32_t width, height; /* pixels */
	int32_t limit;         /* most steps */
	int32_t tile;          /* side of a tile */
	double re, im;         /* of the centre */
	double across;         /* width of the view in the complex plane */
	PictureKind kind;
} View;

extern View view; /* set by init_master */

#endif
