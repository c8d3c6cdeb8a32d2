/* ranges.h - a range of numbers, and the sum of their weighted cubes. */
#include <stdint.h>

enum { TASKS = 5, LEAST = 4, WEIGHTS = 3, LONG = 2000 };

typedef struct Range {
	int32_t from, to;
} Range;

typedef struct Sum {
	int32_t value, n;
} Sum;
