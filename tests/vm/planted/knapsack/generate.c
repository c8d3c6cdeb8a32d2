/* generate.c - generates the items, and a search for each weight limit. */
#include <trek.h>
#include "things.h"

static Things things;

void
init_master(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (uint32_t i = 0; i < THINGS; i++) {
		things.weight[i] = 3 + i * i % 11;
		things.value[i] = 5 + i * 7 % 13;
	}
	share(&things, sizeof things);
}

void
data_generator(void)
{
	Search s = {.first = 0, .last = 1 << THINGS};

	for (uint32_t i = 0; i < total_tasks(); i++) {
		s.limit = 4 + 3 * i;
		do_task(&s, sizeof s);
	}
}
