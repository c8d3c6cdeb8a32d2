/* generate.c - the ranges: each is longer than the one before. */
#include <trek.h>
#include "range.h"

static uint32_t length;

void
init_master(int argc, char **argv)
{
	(void)argc, (void)argv;
	length = 24;
}

void
data_generator(void)
{
	Range r = {0, 0};

	for (uint32_t i = 0; i < total_tasks(); i++) {
		r.first = r.last;
		r.last = r.first + length + 2 * i;
		do_task(&r, sizeof r);
	}
}
