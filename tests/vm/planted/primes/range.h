/* range.h - a task of primes: the numbers from first up to, but not including, last. */
#ifndef RANGE_H
#define RANGE_H

#include <stdint.h>

typedef struct Range {
	uint32_t first, last;
} Range;

#endif
