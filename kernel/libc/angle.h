/*
 * angle.h - angles reduced to at most 45 degrees; private to the library.
 */
#ifndef ANGLE_H
#define ANGLE_H

#include "parts.h"

/*
 * An angle without whole turns: `quarter` quarters, of which only the low two bits count, plus r,
 * at most 45 degrees either way.
 */
typedef struct Angle {
	Parts r;
	int quarter;
} Angle;

Angle __angle(double x); /* x is finite */

#endif
