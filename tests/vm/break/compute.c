/*
 * compute.c - each task changes the node's variables several times, at random. Its result is as
 * long as itself.
 */
#include <trek.h>
#include "random_time.h"

volatile uint32_t level;
static volatile uint32_t ntasks;
volatile uint32_t door[2];

static void
toggle(volatile uint32_t *p)
{
	*p ^= 1;
}

void
compute_fn(void *task, uint32_t nbytes)
{
	static uint32_t result[MOST_BYTES / sizeof(uint32_t)];
	uint32_t seed = *(uint32_t *)task;

	for (int i = 0; i < 3; i++) {
		spend(&seed, 500);
		level = seed >> 20 & 3;
		spend(&seed, 100);
		toggle(&door[seed >> 24 & 1]);
	}
	ntasks++;
	result[0] = seed;
	put_result(result, nbytes);
}
