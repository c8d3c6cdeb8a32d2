/*
 * generate.c - reads the task description file and makes the tasks, as many as the .vms file says.
 *
 *	simulated [FILE]        standard input, if there is no FILE
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trek.h>
#include "work.h"

Description description;

static const void *
describe(uint32_t *nbytes)
{
	(void)nbytes;
	return &description;
}

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
	work_start(describe); /* generator and receiver use the values that it has measured */
}

/* The task that `make` has made, for data_generator to give away. */
static Header *task;
static uint32_t nbytes;

static void
make(Work *w)
{
	uint32_t number = *(const uint32_t *)w->data;

	if (work_ready(w, GENERATE, number, NULL))
		task = work_fill(w, number * UNITS, UNITS, &nbytes);
}

void
data_generator(void)
{
	for (uint32_t i = 0; i < total_tasks(); i++) {
		Bug bug = work_segment(make, &i, 0);

		if (bug != BUG_NOTHING)
			do_task(task, nbytes);
		if (bug == BUG_MANY)
			do_task(task, nbytes);
	}
}
