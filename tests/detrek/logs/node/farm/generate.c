/* generate.c - tasks with numbers whose weights differ. */
#include <trek.h>
#include "farm.h"

void
init_master(int argc, char **argv)
{
	(void)argc, (void)argv;
}

void
data_generator(void)
{
	for (int i = 1; i <= TASKS; i++) {
		Work w = {.number = i, .weight = i % 3};

		do_task(&w, sizeof w);
	}
}
