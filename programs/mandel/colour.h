/*
 * colour.h - the colours of a picture.
 */
#ifndef COLOUR_H
#define COLOUR_H

#include <stdint.h>

/* colour: the red, green and blue of a shade from 0 to 255. */
void colour(uint8_t rgb[3], uint32_t shade);

#endif
