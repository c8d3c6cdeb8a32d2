/* generate.c - makes the tasks. */
#include <trek.h>
#include "item.h"

void
init_master(int argc, char **argv)
{
	(void)argc, (void)argv;
}

void
data_generator(void)
{
	for (uint32_t i = 0; i < total_tasks(); i++) {
		Item t = {i};

		do_task(&t, sizeof t);
	}
}
