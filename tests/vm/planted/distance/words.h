/* words.h - a task of distance: the lengths of two words, and their letters one after the other. */
#ifndef PAIR_H
#define PAIR_H

#include <stdint.h>

enum { LETTERS = 40 };

typedef struct Pair {
	uint32_t na, nb;
	char letter[2 * LETTERS];
} Pair;

#endif
