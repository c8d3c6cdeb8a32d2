/* generate.c - makes tasks at random times; arguments SEED MOST. A task is the seed of its computation. */
#include <stdlib.h>
#include <trek.h>
#include "random_time.h"

static uint32_t seed, most;

void
init_master(int argc, char **argv)
{
	seed = argc > 1 ? atoi(argv[1]) : 1;
	most = argc > 2 ? atoi(argv[2]) : 2000;
}

void
data_generator(void)
{
	for (uint32_t i = 0; i < total_tasks(); i++) {
		spend(&seed, most);
		do_task(&seed, sizeof seed);
	}
}
