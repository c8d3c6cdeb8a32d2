/*
 * network.c - random programs on random networks give the same result in every mode of simulation.
 *
 * Arguments: the number of networks; the number of the first. If LONG is set, ten times the default
 * number.
 */
#include "plan.h"
#include "shadow.h"
#include "sim/past/snapshot.h"
#include "tests/random.h"
#include "tests/temp.h"

/* ---- runs ---- */

/* go_on_from_file: the machine becomes another one, by way of a snapshot. */
static void
go_on_from_file(Machine *m, const Plan *p, Way way)
{
	char name[TEMP_NAME];

	temp_file(name);
	snapshot_write(m->w, name);
	machine_close(m);
	machine_open(m, (char *)p->topology.data, way);
	snapshot_read(m->w, name);
	unlink(name);
}

static void
ignore(void *context, NodeId n)
{
	(void)context, (void)n;
}

static void
ignore_accesses(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	(void)context, (void)n, (void)a, (void)naccesses;
}

/* mark_all: and in a network with an odd number of nodes, watch the first writes. */
static Watcher *
mark_all(Network *w)
{
	bool writes = w->nnodes % 2 != 0;
	Watcher *o = watcher_new(w, &(WatcherOptions){.report_marked = ignore,
		.report_accesses = writes ? ignore_accesses : NULL});

	for (NodeId n = 0; n < w->nnodes; n++) {
		watcher_mark_all(o, n);
		if (!writes)
			continue;
		watcher_all(o, n, ACCESS_WRITES);
		watcher_report_first_writes(o, n, 6);
	}
	return o;
}

static Outcomes
run(Plan *p, Way way)
{
	Machine m;
	Outcomes o;
	Shadow *shadow = NULL;
	Watcher *marks = NULL;

	plan_open(p, &m, way);
	if (way.snapshot) {
		machine_run(&m, way.snapshot, &way);
		way.sync = way.snapshot & 1 ? SYNC_LOCKSTEP : SYNC_WINDOWS;
		way.by_byte = way.snapshot >> 1 & 1;
		go_on_from_file(&m, p, way);
	}
	if (way.watched)
		shadow = shadow_new(m.w);
	if (way.marked)
		marks = mark_all(m.w);
	machine_run(&m, p->until, &way);
	if (way.watched)
		shadow_free(shadow);
	if (way.marked)
		watcher_free(marks);
	o = machine_outcomes(&m);
	machine_close(&m);
	return o;
}

static uint64_t first = 1, count = 300;

/* same: checks that a network gives the same result in all ways; prints its number if not. */
static bool
same(uint64_t number)
{
	Plan p;
	Outcomes expected, o;
	bool good = true;

	plan_make(&p, number);
	Time cut = 1 + random_next(&p.random) % p.until;
	const Way ways[] = {
		{.sync = SYNC_LOCKSTEP},
		{.by_byte = true},
		{.sync = SYNC_LOCKSTEP, .by_byte = true},
		{.slices = number},
		{.sync = SYNC_LOCKSTEP, .by_byte = true, .slices = number + 1},
		{.snapshot = cut},
		{.engine = ENGINE_TRANSLATE},
		{.engine = ENGINE_EAGER},
		{.engine = ENGINE_EAGER, .sync = SYNC_LOCKSTEP, .by_byte = true,
			.slices = number},
		{.engine = ENGINE_EAGER, .snapshot = cut},
		{.engine = ENGINE_EAGER, .slices = number, .watched = true},
		{.slices = number, .watched = true},
		{.slices = number, .marked = true},
		{.engine = ENGINE_EAGER, .ahead = 25000},
		{.engine = ENGINE_EAGER, .ahead = 300, .by_byte = true, .slices = number},
		{.engine = ENGINE_EAGER, .ahead = 2000, .snapshot = cut},
		{.engine = ENGINE_TRANSLATE, .ahead = 25000, .slices = number + 3},
		{.engine = ENGINE_EAGER, .ahead = 2000, .slices = number, .marked = true},
		{.threads = 2},
		{.threads = 3, .by_byte = true, .slices = number},
		{.threads = 8, .engine = ENGINE_EAGER, .slices = number + 2},
		{.threads = 3, .engine = ENGINE_TRANSLATE, .snapshot = cut},
		{.threads = 2, .engine = ENGINE_EAGER, .sync = SYNC_LOCKSTEP},
		{.threads = 2, .engine = ENGINE_EAGER, .watched = true},
		{.threads = 2, .engine = ENGINE_EAGER, .ahead = 25000},
		{.threads = 3, .engine = ENGINE_EAGER, .ahead = 2000, .slices = number},
		{.threads = 8, .engine = ENGINE_TRANSLATE, .ahead = 300, .by_byte = true},
		{.threads = 2, .engine = ENGINE_EAGER, .ahead = 2000, .snapshot = cut},
	};

	expected = run(&p, (Way){0});
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		o = run(&p, ways[i]);
		if (memcmp(&o, &expected, sizeof o) == 0)
			continue;
		print_message("# network %" PRIu64 "%s, way %zu: fingerprint %016" PRIx64
			" not %016" PRIx64 ", state %016" PRIx64 " not %016" PRIx64
				", instructions %" PRIu64 " not %" PRIu64 ", time %" PRIu64
					" not %" PRIu64 "\n",
			number, p.wild ? " (wild)" : "", i, o.fingerprint, expected.fingerprint,
			o.state, expected.state, o.instructions, expected.instructions, o.now,
			expected.now);
		good = false;
	}
	plan_free(&p);
	return good;
}

static void
all_ways_come_to_the_same(void **state)
{
	uint64_t bad = 0;

	(void)state;
	for (uint64_t i = first; i < first + count; i++)
		bad += !same(i);
	assert_int_equal(bad, 0);
}

/* Runs that end quiet, in the middle of a message, long before its end was expected. */
static void
messages_that_stop_end_a_run(void **state)
{
	(void)state;
	assert_true(same(1057));
	assert_true(same(1095));
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {cmocka_unit_test(all_ways_come_to_the_same),
		cmocka_unit_test(messages_that_stop_end_a_run)};

	return random_main(argc, argv, &count, &first, 10, tests, sizeof tests / sizeof *tests);
}
