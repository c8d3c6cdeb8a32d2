/*
 * task.h - the data of a task and of its result. They travel as they are, in words.
 */
#ifndef TASK_H
#define TASK_H

#include <stdint.h>

/* The numbers from `first` on, n of them. */
typedef struct Task {
	uint32_t first;
	uint32_t n;
} Task;

typedef struct Result {
	uint32_t primes; /* how many there are in the range */
	uint32_t last;   /* the largest of them; 0 if there are none */
} Result;

#endif
