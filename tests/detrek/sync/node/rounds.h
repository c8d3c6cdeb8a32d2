/*
 * rounds.h - a random program of threads and semaphores, for the program of the nodes that runs it
 * (rounds.c beside) and for the test that judges its runs (../rounds.c). Which operations its
 * threads do depends on the seed alone.
 */
#ifndef ROUNDS_H
#define ROUNDS_H

#include <stdint.h>

enum { MOST_THREADS = 4, MOST_SEMAPHORES = 3, LEAST_OPS = 6, MOST_OPS = 12 };

typedef struct RoundOp {
	uint8_t thread, semaphore, waits; /* waits: 1 for a wait, 0 for a signal */
} RoundOp;

typedef struct RoundProgram {
	uint32_t nthreads, nsemaphores, nops;
	RoundOp op[MOST_OPS]; /* in one order in which they can be done */
} RoundProgram;

static inline uint32_t
round_draw(uint32_t *state, uint32_t below)
{
	*state = *state * 1664525u + 1013904223u;
	return (*state >> 8) % below;
}

/* round_program: semaphores begin at 0; each thread does at least one operation. */
static inline void
round_program(RoundProgram *p, uint32_t seed)
{
	uint32_t value[MOST_SEMAPHORES] = {0}, state = seed * 2654435761u;

	p->nthreads = 2 + round_draw(&state, MOST_THREADS - 1);
	p->nsemaphores = 1 + round_draw(&state, MOST_SEMAPHORES);
	p->nops = LEAST_OPS + round_draw(&state, MOST_OPS - LEAST_OPS + 1);
	for (uint32_t i = 0; i < p->nops; i++) {
		uint32_t s = round_draw(&state, p->nsemaphores);
		uint32_t waits = value[s] > 0 && round_draw(&state, 10) < 6;
		uint32_t t = round_draw(&state, p->nthreads);

		value[s] += waits ? -1 : 1;
		p->op[i] = (RoundOp){i < p->nthreads ? i : t, s, waits};
	}
}

#endif
