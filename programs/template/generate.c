/*
 * generate.c - makes the tasks, on node 0.
 *
 *	@NAME@ [NUMBERS]	numbers in each task's range, 1000 without it
 */
#include <stdio.h>
#include <stdlib.h>
#include <trek.h>
#include "task.h"

static uint32_t numbers = 1000;

/* Runs before anything else; total_tasks() returns `total_tasks` of the .vms file. */
void
init_master(int argc, char **argv)
{
	if (argc > 1)
		numbers = strtoul(argv[1], NULL, 10);
	if (numbers == 0 || numbers > 1000000) {
		fprintf(stderr, "@NAME@: NUMBERS must be 1 to 1000000, not %s\n", argv[1]);
		exit(2);
	}
}

void
data_generator(void)
{
	for (uint32_t i = 0; i < total_tasks(); i++) {
		Task t = {i * numbers, numbers};

		do_task(&t, sizeof t);
	}
}
