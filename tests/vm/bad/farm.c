/*
 * farm.c - the manager's functions. It shares the kind of mistake to make with all nodes.
 */
#include "mistake.h"

#include <stdio.h>
#include <string.h>
#include <trek.h>

void
init_master(int argc, char **argv)
{
	if (argc > 1)
		strncpy(wanted, argv[1], sizeof wanted - 1);
	share(wanted, sizeof wanted);
	if (is("init-share"))
		share(wanted, 1);
	if (is("init-task"))
		do_task(wanted, 1);
	crash("init");
}

void
data_generator(void)
{
	for (uint32_t i = 0; i < TASKS && !is("generate-nothing"); i++) {
		if (i == BAD_TASK)
			crash("generate");
		if (i == BAD_TASK && is("generate-big"))
			do_task(&i, 2 << 20); /* line of: generate-big */
		if (i == BAD_TASK && is("generate-result"))
			put_result(&i, sizeof i);
		do_task(&i, sizeof i);
	}
}

void
result_receiver(void)
{
	uint32_t r, sum = 0, n = 0;

	while (get_result(&r, is("receive-room") ? 1 : sizeof r, NULL) >= 0) {
		sum += r;
		if (++n == BAD_TASK)
			crash("receive");
		if (n == BAD_TASK && is("receive-less"))
			return;
	}
	printf("%u results, sum %u\n", (unsigned)n, (unsigned)sum);
}
