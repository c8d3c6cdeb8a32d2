/*
 * colour.h - the colours of a picture.
 */
#ifndef COLOUR_H
#define COLOUR_H

#include <stdint.h>

/* colour: of a shade, 0 to 255: red, green and blue. */
void colour(uint8_t rgb[3], uint32_t shade);

#endif
