/*
 * suite.h - programs with known mistakes of their threads, and mended ones. -DMENDED makes the
 * mended program of a file, whose first comment says what is wrong in the other.
 */
#ifndef SUITE_H
#define SUITE_H

#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

#ifdef MENDED
#define IF_MENDED(...) __VA_ARGS__
#define IF_WRONG(...)
#else
#define IF_MENDED(...)
#define IF_WRONG(...) __VA_ARGS__
#endif

enum { MOST_THREADS = 4 };

/* run_threads: n threads execute f with the numbers from 0; wait for their ends. */
static inline void
run_threads(int n, int (*f)(void *))
{
	thrd_t t[MOST_THREADS];

	for (int i = 0; i < n; i++)
		thrd_create(&t[i], f, (void *)i);
	for (int i = 0; i < n; i++)
		thrd_join(t[i], NULL);
}

/* run_both: two threads execute these functions. */
static inline void
run_both(int (*f)(void *), int (*g)(void *))
{
	thrd_t t[2];

	thrd_create(&t[0], f, NULL);
	thrd_create(&t[1], g, NULL);
	thrd_join(t[0], NULL);
	thrd_join(t[1], NULL);
}

/* require: an outcome that the program must not have is an abort. */
static inline void
require(int true)
{
	if (!true)
		abort();
}

#endif
