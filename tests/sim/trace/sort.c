/*
 * sort.c - the order of events in a file: random events are sorted as the library's qsort sorts them
 * by key and number: events that compare equal keep their order.
 */
#include "sim/trace/sort.h"
#include "tests/random.h"

#include <string.h>

enum { MOST = 3000, KEYS = 5 };

static uint64_t count = 300, first;

/* draw_time: events have a few equal times, or lie far apart, or near the largest time. */
static Time
draw_time(uint64_t *random)
{
	switch (random_below(random, 4)) {
	case 0:
		return random_below(random, KEYS);
	case 1:
		return 5000000000 + random_below(random, 1000);
	case 2:
		return random_next(random) >> 20;
	default:
		return NEVER - random_below(random, KEYS);
	}
}

/* by_number: an order that includes the number of the record, kept in `other`. */
static int
by_number(const void *x, const void *y)
{
	const TraceRecord *a = x, *b = y;
	int order = trace_compare(a, b);

	return order != 0 ? order : a->other < b->other ? -1 : a->other > b->other;
}

/* draw: draw parts of random length, each of which is in order of time. */
static uint32_t
draw(uint64_t *random, TraceRecord *records)
{
	uint32_t n = random_below(random, random_below(random, 2) ? MOST : 80), part = 0;

	for (uint32_t i = 0; i < n; i++) {
		records[i] = (TraceRecord){draw_time(random), random_below(random, NTRACEKINDS),
			random_below(random, KEYS), 0, random_below(random, KEYS)};
		if (random_below(random, 40) == 0) {
			qsort(records + part, i - part, sizeof *records, trace_compare);
			part = i;
		}
	}
	for (uint32_t i = 0; i < n; i++)
		records[i].other = i;
	return n;
}

static void
sorted_as_the_library_does(void **state)
{
	static TraceRecord records[MOST], wanted[MOST], spare[MOST];

	(void)state;
	for (uint64_t c = first; c < first + count; c++) {
		uint64_t random = c;
		uint32_t n = draw(&random, records);

		memcpy(wanted, records, n * sizeof *records);
		qsort(wanted, n, sizeof *wanted, by_number);
		trace_sort(records, n, spare);
		for (uint32_t i = 0; i < n; i++)
			if (by_number(&records[i], &wanted[i]) != 0)
				fail_msg("case %llu: record %u of %u", (unsigned long long)c, i, n);
	}
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(sorted_as_the_library_does)};

	return random_main(argc, argv, &count, &first, 100, tests, 1);
}
