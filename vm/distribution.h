/* distribution.h - prints how many tasks each node did, in few lines for a terminal. */
#ifndef DISTRIBUTION_H
#define DISTRIBUTION_H

#include "base/base.h"

/*
 * The state of a filter for output. It replaces lines "Node N M Tasks" by a summary if they are
 * many. {0} at the beginning.
 */
typedef struct Distribution {
	Buf line;        /* an incomplete line that may be a line "Node N M Tasks" */
	uint32_t *tasks; /* [n] number of tasks in each of the lines that are held back */
	uint32_t n;
	bool within;     /* the last byte passed is not the end of a line */
} Distribution;

/*
 * distribution_put: append to `to` the part of the output that can be shown now; bytes that are
 * held back follow later.
 */
void distribution_put(Distribution *d, const char *text, size_t n, Buf *to);
/* distribution_end: append the bytes that were held back, and free all. */
void distribution_end(Distribution *d, Buf *to);

/*
 * distribution_print: print the lines of n nodes, node 0 first. fold: if they are many, print
 * instead how many nodes did a similar number of tasks, with bars.
 */
void distribution_print(const uint32_t *tasks, uint32_t n, bool fold, Buf *to);

#endif
