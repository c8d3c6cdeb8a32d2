/* grain.h - a task and its result. */
#ifndef GRAIN_H
#define GRAIN_H

#include <stdint.h>

enum { LEAST = 8, MOST = 65536 }; /* bytes */

typedef struct Grain {
	uint32_t turns, number;
	uint8_t rest[]; /* to give the task its size */
} Grain;

#endif
