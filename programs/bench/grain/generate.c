/*
 * generate.c - makes equal tasks.
 *
 *	grain [TURNS [TASKS [BYTES]]]
 */
#include <argument.h>
#include <trek.h>
#include "grain.h"

static int32_t turns = 1000, ntasks = 2220, nbytes = 32;

void
init_master(int argc, char **argv)
{
	argument_number(argc, argv, 1, 0, 1 << 30, &turns);
	argument_number(argc, argv, 2, 1, 1 << 24, &ntasks);
	argument_number(argc, argv, 3, LEAST, MOST, &nbytes);
}

void
data_generator(void)
{
	static uint32_t task[MOST / sizeof(uint32_t)];
	Grain *g = (Grain *)task;

	g->turns = turns;
	for (int32_t i = 0; i < ntasks; i++) {
		g->number = i;
		do_task(g, nbytes);
	}
}
