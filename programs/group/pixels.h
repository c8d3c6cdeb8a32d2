/*
 * pixels.h - the image, as node 0 reads it and cuts it into strips.
 */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdint.h>

typedef struct Image {
	int32_t width, height;
	int32_t threshold;
	uint8_t *pixel;
} Image;

extern Image image;

/*
 * image_init: the arguments are the gradient's threshold; the image (PGM, P5 or P2) is read from
 * standard input.
 */
void image_init(int argc, char **argv);
/* image_strip: gives away the task for strip i of n. */
void image_strip(uint32_t i, uint32_t n);

#endif
