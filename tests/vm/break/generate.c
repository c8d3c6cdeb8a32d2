/*
 * generate.c - makes tasks at random times; arguments SEED MOST BYTES. A task is the seed of its
 * computation, in so many bytes.
 */
#include <stdlib.h>
#include <trek.h>
#include "random_time.h"

static uint32_t task[MOST_BYTES / sizeof(uint32_t)], most, nbytes;

void
init_master(int argc, char **argv)
{
	task[0] = argc > 1 ? atoi(argv[1]) : 1;
	most = argc > 2 ? atoi(argv[2]) : 2000;
	nbytes = argc > 3 ? atoi(argv[3]) : sizeof task[0];
}

void
data_generator(void)
{
	for (uint32_t i = 0; i < total_tasks(); i++) {
		spend(task, most);
		do_task(task, nbytes);
	}
}
