/*
 * bounds.c - fuzz target: the reader of sequences of bounds for unloading, on any text. Accepted
 * bounds are within the limits, and when printed they are accepted again unchanged.
 */
#include "tmon/host/monitor_host.h"

#include <assert.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf refused;

static void
refuse(int status)
{
	longjmp(refused, status ? status : 1);
}

static void
accepted(const BoundsSequence *q)
{
	BoundsSequence again = {0};
	Buf text = {0};

	fatal_catch(NULL); /* a mistake in the printed text ends the fuzzer */
	assert(q->n > 0 && q->n <= MONITOR_MAX_STEPS);
	for (uint32_t i = 0; i < q->n; i++) {
		const Bounds *b = &q->step[i];

		assert(b->upper > 0 && b->lower <= b->upper && b->upper <= MONITOR_MAX_UPPER);
		assert(i == 0 || i + 1 == q->n || b->time > b[-1].time);
	}
	bounds_print(q, " ", ",\n", &text);
	bounds_parse(&again, "again", (char *)text.data);
	assert(again.n == q->n && memcmp(again.step, q->step, q->n * sizeof *q->step) == 0);
	buf_free(&text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static Buf text; /* static, so that it is reachable after a longjmp */
	BoundsSequence q = {0};

	text.len = 0;
	buf_put(&text, data, size);
	buf_byte(&text, '\0');
	fatal_catch(refuse);
	if (setjmp(refused) == 0) {
		bounds_parse(&q, "fuzz", (char *)text.data);
		accepted(&q);
	}
	fatal_catch(NULL);
	return 0;
}
