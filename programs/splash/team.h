/*
 * team.h - shared by the programs of this folder: threads that share memory, and their
 * synchronisation.
 *
 * 	PROGRAM [-without N] [THREADS [SIZE]]
 *
 * Each synchronisation of threads is a point with a number; -without leaves point N out, so that
 * the program has data races. A program's own numbers begin at 1; JOIN is the point at which main
 * waits for the threads. The result does not depend on how threads take turns.
 */
#ifndef TEAM_H
#define TEAM_H

#include <stdint.h>

enum { MOST_THREADS = 16, MOST_LOCKS = 512, JOIN = 100 };

extern int threads; /* how many work */

/*
 * team_begin: read the command line; returns SIZE, from least to most, `usual` if it is not given.
 */
int team_begin(int argc, char **argv, int least, int usual, int most);

/*
 * team_start: f(0) to f(threads - 1), each in a thread of its own. team_join: returns when all have
 * ended. team_run: both.
 */
void team_start(void (*f)(int me));
void team_join(void);
void team_run(void (*f)(int me));

int team_has(int point); /* true if the point is not left out */

void team_barrier(int point); /* wait until all threads are here */

/* team_lock, team_unlock: only one thread at a time is between them; MOST_LOCKS locks exist. */
void team_lock(int point, int lock);
void team_unlock(int point, int lock);

/* ---- numbers that are the same on all machines ---- */

/* random_next: the next of a series of numbers below 2^31. */
static inline uint32_t
random_next(uint32_t *state)
{
	*state = *state * 1103515245u + 12345u;
	return *state >> 1;
}

/* random_unit: the next of a series of numbers from 0 to below 1. */
static inline double
random_unit(uint32_t *state)
{
	return random_next(state) / 2147483648.0;
}

/* hash_add: add a word to the hash of a row of words; the first hash is 0. */
static inline uint32_t
hash_add(uint32_t hash, uint32_t word)
{
	return (hash ^ word) * 16777619u + 1;
}

/* part_begin: of n things, the first one of part i of several; the parts are almost equal. */
static inline int
part_begin(int n, int i, int parts)
{
	return n * i / parts;
}

uint32_t hash_double(uint32_t hash, double x); /* hash_add for the bits of x */

#endif
