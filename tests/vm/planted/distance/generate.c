/* generate.c - pairs of words from a linear congruential generator. */
#include <stddef.h>
#include <trek.h>
#include "words.h"

static uint32_t seed;

static uint32_t
draw(uint32_t n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 16) % n;
}

void
init_master(int argc, char **argv)
{
	(void)argc, (void)argv;
	seed = 7;
}

void
data_generator(void)
{
	Pair p;

	for (uint32_t i = 0; i < total_tasks(); i++) {
		p.na = 8 + draw(LETTERS - 8);
		p.nb = 8 + draw(LETTERS - 8);
		for (uint32_t k = 0; k < p.na + p.nb; k++)
			p.letter[k] = 'a' + draw(4);
		do_task(&p, offsetof(Pair, letter) + p.na + p.nb);
	}
}
