/*
 * sort.c - sorts a machine's events.
 *
 * The events are nearly in order already: the events of one node are in order, and nodes run ahead
 * of each other only within a window.
 */
#include "sort.h"

#include <string.h>

int
trace_compare(const void *x, const void *y)
{
	const TraceRecord *a = x, *b = y;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->where != b->where)
		return a->where < b->where ? -1 : 1;
	return a->value < b->value ? -1 : a->value > b->value;
}

/* insert_each: sort a few records, by inserting each among those before it. */
static void
insert_each(TraceRecord *records, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		TraceRecord r = records[i];
		size_t at = i;

		for (; at > 0 && trace_compare(&records[at - 1], &r) > 0; at--)
			records[at] = records[at - 1];
		records[at] = r;
	}
}

/* merge_records: merge two sorted parts of n records; the second begins at `middle`. */
static void
merge_records(TraceRecord *records, size_t middle, size_t n, TraceRecord *spare)
{
	size_t first = middle, left, at;

	while (first > 0 && trace_compare(&records[first - 1], &records[middle]) > 0)
		first--;
	left = middle - first;
	memcpy(spare, records + first, left * sizeof *spare);
	for (at = first; left > 0; at++)
		if (middle < n && trace_compare(&records[middle], spare) < 0)
			records[at] = records[middle++];
		else {
			records[at] = *spare++;
			left--;
		}
}

/*
 * sort_parts: sort by merging, which is cheap if the records are nearly in order: a record that is
 * already in its place is compared, but not moved.
 */
static void
sort_parts(TraceRecord *records, size_t n, TraceRecord *spare)
{
	enum { FEW = 8 };
	size_t half = n / 2;

	if (n <= FEW) {
		insert_each(records, n);
		return;
	}
	sort_parts(records, half, spare);
	sort_parts(records + half, n - half, spare);
	merge_records(records, half, n, spare);
}

/*
 * spread_records: put records roughly in order: distribute them over equal parts of the time from
 * first to last.
 */
static void
spread_records(TraceRecord *records, size_t n, TraceRecord *spare)
{
	enum { PARTS = 1024 };
	size_t end[PARTS] = {0};
	Time first = NEVER, last = 0;
	uint32_t shift = 0;

	for (size_t i = 0; i < n; i++) {
		first = earlier(first, records[i].at);
		last = later(last, records[i].at);
	}
	while ((last - first) >> shift >= PARTS)
		shift++;
	for (size_t i = 0; i < n; i++)
		end[(records[i].at - first) >> shift]++;
	for (uint32_t i = 1; i < PARTS; i++)
		end[i] += end[i - 1];
	for (size_t i = n; i-- > 0;)
		spare[--end[(records[i].at - first) >> shift]] = records[i];
	memcpy(records, spare, n * sizeof *records);
}

void
trace_sort(TraceRecord *records, size_t n, TraceRecord *spare)
{
	enum { MANY = 64 };

	if (n >= MANY)
		spread_records(records, n, spare);
	sort_parts(records, n, spare);
}
