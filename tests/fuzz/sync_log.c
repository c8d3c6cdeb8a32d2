/* sync_log.c - fuzz target: the reader of logs of operations and of schedules. */
#include "detrek/sync/sync_log.h"

#include <setjmp.h>
#include <stdlib.h>

enum { MOST_STEPS = 10000 };

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

/* go_through_inputs: in the order of their operations, with bytes that can be read. */
static void
go_through_inputs(InputReader *i)
{
	uint64_t after = 0;
	volatile uint8_t last;

	for (int k = 0; i->more && k < MOST_STEPS; k++) {
		if (i->next.after < after)
			abort();
		after = i->next.after;
		if (i->next.kind == INPUT_HOST && i->next.nbytes > 0)
			last = i->next.bytes[i->next.nbytes - 1];
		inputs_next(i);
	}
	(void)last;
}

/* go_through: times grow, and no more come than were announced. */
static void
go_through(SyncLogThread *t)
{
	uint64_t time = 0;

	for (int i = 0; t->more && i < MOST_STEPS; i++) {
		if (t->time <= time)
			abort();
		time = t->time;
		sync_log_next(t);
	}
	go_through_inputs(&t->inputs);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Arena a; /* static: after a mistake it holds what was read so far */
	Buf bytes = {(uint8_t *)data, n, n};

	fatal_catch(caught);
	if (setjmp(rejected) == 0) {
		SyncLog *log = sync_log_read(&a, "fuzz", &bytes);

		for (uint32_t i = 0; i < log->n; i++)
			go_through(&log->thread[i]);
	}
	arena_free(&a);
	a = (Arena){0};
	return 0;
}
