/* random_time.h - random times and sizes of an application for the tests of --break. */
#include <stdint.h>

enum { MOST_BYTES = 2048 }; /* of a task, and of a result */

/* spend: compute for a random number of rounds below `most`; the seed advances */
static inline void
spend(uint32_t *seed, uint32_t most)
{
	*seed = *seed * 1664525 + 1013904223;
	for (volatile uint32_t i = (*seed >> 16) % most; i > 0; i--)
		;
}
