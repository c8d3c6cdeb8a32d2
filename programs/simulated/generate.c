/*
 * generate.c - reads the task description file and makes the tasks, as many as the .vms file says.
 *
 *	simulated [FILE]        standard input, if there is no FILE
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trek.h>
#include "spend.h"
#include "work.h"

Description description;

void
init_master(int argc, char **argv)
{
	FILE *from = argc > 1 ? fopen(argv[1], "r") : stdin;
	const char *name = argc > 1 ? argv[1] : "standard input", *why;
	int line;

	if (from == NULL) {
		fprintf(stderr, "%s: cannot be opened\n", name);
		exit(2);
	}
	line = description_read(&description, from, &why);
	if (line > 0) {
		fprintf(stderr, "%s:%d: %s\n", name, line, why);
		exit(2);
	}
	share(&description, description_bytes(&description));
	machine_start(); /* generator and receiver go on with what it has found */
}

void
data_generator(void)
{
	uint32_t began = machine_clock(); /* what ends a task's turn begins the next */

	for (uint32_t i = 0; i < total_tasks(); i++) {
		Segment s = work_begin(began, &description, i, 0, GENERATE);
		uint32_t n;
		Header *task = work_fill(&s, i, (Header){ i * UNITS, UNITS }, &n);

		work_end(&s, n);
		if (s.bug != BUG_NOTHING)
			do_task(task, n);
		if (s.bug == BUG_MANY)
			do_task(task, n);
		began = machine_clock();
		free(task);
	}
}
