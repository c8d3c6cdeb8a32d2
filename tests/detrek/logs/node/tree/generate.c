/* generate.c - ranges of numbers, and the weights that all nodes get. */
#include <trek.h>
#include <argument.h>
#include "ranges.h"

int32_t first = 1, step = 1;

void
init_master(int argc, char **argv)
{
	int32_t weight[WEIGHTS];

	argument_number(argc, argv, 1, 0, 100, &first);
	argument_number(argc, argv, 2, 0, 100, &step);
	for (int i = 0; i < WEIGHTS; i++)
		weight[i] = first + i * step;
	share(weight, sizeof weight);
}

void
data_generator(void)
{
	for (int i = 0; i < TASKS; i++) {
		Range r = {.from = i * first, .to = i * first + 2 * LEAST + i};

		do_task(&r, sizeof r);
	}
}
