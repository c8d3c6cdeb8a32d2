/*
 * operations.c - prints the operations of logged processes in the order of the run, as a trace for
 * `trellis races`, which finds the edges between them.
 */
#include "logs.h"

#include <stdlib.h>

/* An operation of a process, and the place of this process. */
typedef struct PlacedSync {
	const LogSync *sync;
	const LogPlace *place;
} PlacedSync;

/* compare_orders: compare two operations by their order in the run, for qsort. */
static int
compare_orders(const void *a, const void *b)
{
	uint64_t x = ((const PlacedSync *)a)->sync->order, y = ((const PlacedSync *)b)->sync->order;

	return x < y ? -1 : x > y;
}

/* compare_objects: compare two operations by object, then by their order in the run, for qsort. */
static int
compare_objects(const void *a, const void *b)
{
	const LogSync *x = ((const PlacedSync *)a)->sync, *y = ((const PlacedSync *)b)->sync;

	return x->object != y->object ? (x->object < y->object ? -1 : 1) : compare_orders(a, b);
}

/* put_values: append the values that semaphores had when they were first seen, if not 0. */
static void
put_values(const PlacedSync *all, uint32_t n, Buf *out)
{
	for (uint32_t i = 0; i < n; i++)
		if (all[i].sync->value > 0
			&& (i == 0 || all[i].sync->object != all[i - 1].sync->object))
			buf_printf(out, "sem %s %u\n", all[i].sync->name, all[i].sync->value);
}

void
log_operations(const Log *const *logs, uint32_t n, Buf *out)
{
	static const char *const words[] = {[OPERATION_BLOCK] = "B", [OPERATION_P] = "P",
		[OPERATION_V] = "V", [OPERATION_SEND] = "send", [OPERATION_RECV] = "recv",
		[OPERATION_UNBLOCK] = "unblk"};
	PlacedSync *all = NULL;
	uint32_t nall = 0;

	for (uint32_t i = 0; i < n; i++) {
		all = xrealloc(all, (nall + logs[i]->nsyncs + 1) * sizeof *all);
		for (uint32_t k = 0; k < logs[i]->nsyncs; k++)
			all[nall++] = (PlacedSync){&logs[i]->syncs[k], &logs[i]->place};
	}
	qsort(all, nall, sizeof *all, compare_objects);
	put_values(all, nall, out);
	qsort(all, nall, sizeof *all, compare_orders);
	for (uint32_t i = 0; i < nall; i++)
		buf_printf(out, "%u.%u %s %s\n", all[i].place->node, all[i].place->process,
			words[all[i].sync->kind], all[i].sync->name);
	free(all);
}
