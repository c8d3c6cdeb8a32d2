/*
 * sem.c - fuzz target: readers of semaphore traces and sets; small traces go through all methods,
 * whose results must agree.
 */
#include "detrek/order/solve.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 1 << 12, FEW = 64 };

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

static void
must(bool good)
{
	if (!good)
		abort();
}

static Orders
find(const SemTrace *t, OrderMethod m)
{
	OrderPlan plan = {.method = m, .depth = 1, .deadlocks = true};

	return orders_find(t, &plan);
}

static void
compare(const SemTrace *t)
{
	static const OrderMethod safe[] = {METHOD_ORIGINAL, METHOD_PAPER, METHOD_BOUNDS};
	Orders truth = find(t, METHOD_BRUTE), exact = find(t, METHOD_EXACT);
	size_t n = (size_t)t->nevents * t->ntasks;

	must(memcmp(truth.low, exact.low, n * sizeof *truth.low) == 0);
	must(truth.ndeadlocks == exact.ndeadlocks);
	for (size_t i = 0; i < sizeof safe / sizeof *safe; i++) {
		Orders o = find(t, safe[i]);

		must(counts_leq(o.low, truth.low, n));
		orders_free(&o);
	}
	orders_free(&truth);
	orders_free(&exact);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static SemSet set; /* static: after a mistake it holds what was read so far */
	Buf text = {(uint8_t *)data, n, n};

	fatal_catch(caught);
	if (setjmp(rejected) == 0) {
		sem_read(&set, "fuzz", &text);
		for (uint32_t i = 0; i < set.ntraces && i < 4; i++)
			if (brute_state_bound(&set.trace[i]) <= SMALL && set.trace[i].ntasks < FEW)
				compare(&set.trace[i]);
	}
	sem_free(&set);
	return 0;
}
