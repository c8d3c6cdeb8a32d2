/* farm.h - a task and its result. */
#include <stdint.h>

enum { TASKS = 6, LONG = 1000 };

typedef struct Work {
	int32_t number, weight;
} Work;
