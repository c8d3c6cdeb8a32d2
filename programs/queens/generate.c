/*
 * generate.c - a task for each place of the queen in the first row.
 *
 *	queens [N]
 */
#include <argument.h>
#include <trek.h>
#include "queens.h"

int32_t size = 10;

void
init_master(int argc, char **argv)
{
	argument_number(argc, argv, 1, 1, MAX_BOARD, &size);
}

void
data_generator(void)
{
	for (int i = 0; i < size; i++) {
		Board b = { .full = (1u << size) - 1, .choice = 1u << i };

		do_task(&b, sizeof b);
	}
}
