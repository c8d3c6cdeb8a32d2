/*
 * receive.c - says which tasks are wrong or missing, and how many are right.
 */
#include <stdio.h>
#include <stdlib.h>
#include <trek.h>
#include "report.h"
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

/* The results that have arrived. */
typedef struct Result {
	const Header *data;
	uint32_t nbytes, task;
	uint8_t *state; /* of the task; NULL: there is no such task */
} Result;

/* The segment of a result, whose output is discarded. */
static void
make(Work *w)
{
	const Result *r = w->data;
	uint32_t n;

	if (!work_ready(w, POST_PROCESS, r->task, NULL))
		return;
	if (r->state != NULL)
		*r->state = right(r->data, r->nbytes, r->task) ? RIGHT : WRONG;
	work_fill(w, 0, 0, &n);
}

void
result_receiver(void)
{
	uint32_t ntasks = total_tasks(), task, nright = 0;
	uint8_t *state = memory(ntasks + 1, 1);
	Header *result = memory(ROOM, 1);
	int32_t n;

	reports_start();
	while ((n = get_result(result, ROOM, &task)) >= 0) {
		uint8_t *at = task < ntasks ? &state[task] : NULL;

		work_segment(make, &(Result){ result, n, task, at }, 0);
	}
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
