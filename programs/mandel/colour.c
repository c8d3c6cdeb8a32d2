/*
 * colour.c - a ramp of 256 shades, up and down again, so that neighbours have similar colours.
 */
#include "colour.h"

void
colour(uint8_t rgb[3], uint32_t shade)
{
	uint32_t k = 8 * shade & 511, up = k < 256 ? k : 511 - k;

	rgb[0] = shade == 0 ? 0 : up * up >> 8;
	rgb[1] = shade == 0 ? 0 : 255 - (255 - up) * (255 - up) / 340;
	rgb[2] = shade == 0 ? 0 : 96 + up / 2;
}
