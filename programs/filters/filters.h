/* filters.h - frames of a moving picture, and the filters that they pass. */
#ifndef FILTERS_H
#define FILTERS_H

#include <stdint.h>

enum { WIDTH = 48, HEIGHT = 32, NFRAMES = 24 };

typedef struct Frame {
	uint32_t number;
	uint8_t grey[HEIGHT][WIDTH];
} Frame;

#endif
