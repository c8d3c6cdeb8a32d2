/* generate.c - a task for each letter. */
#include <trek.h>

void
init_master(int argc, char **argv)
{
	(void)argc, (void)argv;
}

void
data_generator(void)
{
	for (uint32_t i = 0; i < total_tasks(); i++)
		do_task(&i, sizeof i);
}
