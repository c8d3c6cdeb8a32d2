/* generate.c - sends a table to each node, and the tasks. */
#include <trek.h>
#include "wait_table.h"

void
init_master(int argc, char **argv)
{
	(void)argc, (void)argv;
}

static void
send_table(uint32_t node)
{
	static uint32_t table[WORDS] = {3, 1, 4, 1};
	Nmsg m = {.nh_node = node, .nh_event = EVENT_TABLE, .nh_length = sizeof table, .nh_msg = table};

	nsend(&m);
}

void
data_generator(void)
{
	for (uint32_t i = 1; i < getnnodes() - 1; i++) /* fault */
		send_table(i);
	for (uint32_t i = 0; i < total_tasks(); i++) {
		Task t = {i};

		do_task(&t, sizeof t);
	}
}
