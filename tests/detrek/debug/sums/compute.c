/*
 * compute.c - the sum of a list. The last sums are kept in an array that has room for only two: the
 * next ones overwrite `limit`.
 */
#include <trek.h>
#include "sums.h"

struct {
	int32_t last[2];
	int32_t limit;
} kept = {.limit = 1000};

int32_t ntasks;

static int32_t
square(int32_t x)
{
	return x * x;
}

__attribute__((noinline)) static int32_t
sum(const List *l)
{
	int32_t total = 0;

	for (int i = 0; i < l->n; i++) {
		int32_t term = l->kind == SQUARES ? square(l->value[i]) : l->value[i];

		total += term;
	}
	return total;
}

void
compute_fn(void *task, uint32_t nbytes)
{
	int32_t total = sum(task);

	(void)nbytes;
	if (total > kept.limit)
		total = kept.limit;
	kept.last[ntasks++] = total;
	put_result(&total, sizeof total);
}
