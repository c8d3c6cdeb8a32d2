/* things.h - knapsack: the data that all nodes share, a task, and its result. */
#ifndef THINGS_H
#define THINGS_H

#include <stdint.h>

enum { THINGS = 7 };

typedef struct Things {
	uint32_t weight[THINGS], value[THINGS];
} Things;

/* The subsets first to last - 1, as bits, that weigh no more than the limit. */
typedef struct Search {
	uint32_t first, last, limit;
} Search;

typedef struct Best {
	uint32_t value, subset;
} Best;

#endif
