/*
 * viewport.h - the manager's data about the picture.
 */
#ifndef VIEW_H
#define VIEW_H

#include <stdint.h>
#include <picture.h>

typedef struct View {
	int32_t width, height; /* pixels */
	int32_t limit;
	int32_t tile;          /* side of a tile */
	double re, im;         /* of the centre */
	double across;         /* of the whole width */
	PictureKind kind;
} View;

extern View view; /* as init_master left it */

#endif
