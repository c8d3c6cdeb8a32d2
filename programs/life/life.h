/* life.h - the game of life on a torus, whose rows are dealt out in bands. */
#ifndef LIFE_H
#define LIFE_H

#include <stdint.h>

enum { WIDTH = 64, HEIGHT = 48 };

typedef struct Band {
	uint32_t first, nrows; /* of the torus */
	uint8_t cell[HEIGHT][WIDTH]; /* [nrows] 1: alive */
} Band;

static inline uint32_t
band_bytes(const Band *b)
{
	return 2 * sizeof(uint32_t) + b->nrows * WIDTH;
}

#endif
