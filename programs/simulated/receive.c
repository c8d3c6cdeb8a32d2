/*
 * receive.c - says which tasks are wrong or missing, and how many are right.
 */
#include <stdio.h>
#include <stdlib.h>
#include <trek.h>
#include "spend.h"
#include "work.h"

extern Description description;

enum State { MISSING, RIGHT, WRONG };

static void *
memory(uint32_t n, uint32_t size)
{
	void *p = calloc(n, size);

	if (p == NULL) {
		fprintf(stderr, "simulated: no memory for results\n");
		exit(2);
	}
	return p;
}


static int
right(const Header *h, uint32_t nbytes, uint32_t task)
{
	return work_check(h, nbytes, task) == 0 && h->n == UNITS && h->first == work_sum(task * UNITS, UNITS);
}

/* A result has come: the segment of that task, whose output is discarded. */
static void
post_process(const Header *result, uint32_t nbytes, uint32_t task, uint8_t *state)
{
	Segment s = work_begin(machine_clock(), &description, task, 0, POST_PROCESS);
	uint32_t n;

	if (state != NULL)
		*state = right(result, nbytes, task) ? RIGHT : WRONG;
	free(work_fill(&s, task, (Header){ 0, 0 }, &n));
	work_end(&s, nbytes + n);
}

void
result_receiver(void)
{
	uint32_t ntasks = total_tasks(), task, nright = 0;
	uint8_t *state = memory(ntasks + 1, 1);
	Header *result = memory(ROOM, 1);
	int32_t n;

	while ((n = get_result(result, ROOM, &task)) >= 0)
		post_process(result, n, task, task < ntasks ? &state[task] : NULL);
	for (task = 0; task < ntasks; task++) {
		if (state[task] == RIGHT)
			nright++;
		else
			printf("task %u: %s\n", (unsigned)task, state[task] == WRONG ? "wrong" : "no result");
	}
	printf("%u tasks: %u right\n", (unsigned)ntasks, (unsigned)nright);
	free(result);
	free(state);
}
