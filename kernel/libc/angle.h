/*
 * angle.h - angles brought next to zero; private to the library.
 */
#ifndef ANGLE_H
#define ANGLE_H

#include "parts.h"

/*
 * The angle without whole turns: r, at most 45 degrees either way, and `quarter` quarters (the low
 * two bits count).
 */
typedef struct Angle {
	Parts r;
	int quarter;
} Angle;

Angle __angle(double x); /* x is finite */

#endif
