/*
 * bench.c - measures a kernel at high priority.
 */
#include "bench.h"

#include <stdio.h>
#include <t800.h>

enum { STACK = 16 << 10 }; /* bytes; quicksort recurses */

/* Request to the measuring process, and its answer. */
typedef struct Measurement {
	const Benchmark *b;
	uint32_t microseconds;
	int right; /* true: the result was correct */
} Measurement;

static void
measure(void *argument)
{
	Measurement *m = argument;
	uint32_t start = timer_now();

	m->right = m->b->kernel(m->b->runs);
	m->microseconds = timer_now() - start;
}

int
benchmark(const Benchmark *b, int n)
{
	static uint32_t stack[STACK / 4];
	Channel done;
	int status = 0;

	for (int i = 0; i < n; i++) {
		Measurement m = {.b = &b[i]};
		double each;

		channel_init(&done);
		process_start(measure, &m, stack, sizeof stack, PRIORITY_HIGH, &done);
		channel_in_word(&done);
		each = (double)m.microseconds / b[i].runs;
		printf("%-16s %12.1f %12.1f %s/s\n", b[i].name, each * CLOCK_MHZ,
			b[i].per_run * 1e6 / each, b[i].unit);
		if (!m.right) {
			printf("%s: the result is wrong\n", b[i].name);
			status = 1;
		}
	}
	return status;
}
