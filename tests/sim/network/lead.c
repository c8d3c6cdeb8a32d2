/*
 * lead.c - nodes that run beyond what is certain need fewer rounds, and give the same.
 *
 * n0 computes at low priority, and listens at high priority for messages of 16 bytes, which n1 sends
 * now and then. So n0 is stepped again and again in windows, and each message undoes its lead.
 */
#include "rig.h"

#include "sim/network/lead.h"

static const char topology[] =
	"topology pair\nnode n[0-1] mem=64K\nhost h\nwire h.0 n0.0\nwire n0.2 n1.1\nend\n";

/* Both store what they compute, so that it must be undone. */
static const char listens[] =
	"ajw 40; mint; ldnlp 6; stl 2; ldpi listen; stl -21; ldlp -20; runp\n"
	"ldc 0; stl 1; 1: ldl 1; adc 1; stl 1; ldl 1; mint; stnl 0x400; j 1b\n"
	"listen: mint; ldnlp 0x480; mint; ldnlp 6; ldc 16; in\n"
	"mint; ldnl 0x400; mint; stnl 0x490; j listen\n";
static const char sends[] =
	"ajw 40; 1: ldc 3000; stl 1\n"
	"2: ldl 1; adc -1; stl 1; ldl 1; eqc 0; cj 2b\n"
	"mint; ldnlp 0x480; mint; ldnlp 1; ldc 16; out; j 1b\n";

/* What a run came to. */
typedef struct Trip {
	Outcomes outcomes;
	uint64_t rounds, undone;
} Trip;

/* A watcher of n1, which watches n0, too, from some instruction on. */
typedef struct Watch {
	Watcher *watcher;
	uint64_t instructions, accesses;
} Watch;

static void
marked(void *context, NodeId n)
{
	Watch *watch = context;

	if (n == 1 && ++watch->instructions == 5000)
		watcher_all(watch->watcher, 0, ACCESS_WRITES);
}

static void
accessed(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	Watch *watch = context;

	(void)n, (void)a;
	watch->accesses += naccesses;
}

static Trip
run(Way way)
{
	const char *const programs[] = {listens, sends};
	Machine m;
	Watch watch = {0};
	Trip trip;

	machine_open(&m, topology, way);
	if (way.watched) {
		watch.watcher = watcher_new(m.w, &(WatcherOptions){
			.report_accesses = accessed, .report_marked = marked, .context = &watch});
		watcher_mark_all(watch.watcher, 1);
	}
	for (NodeId n = 0; n < 2; n++) {
		Buf code = machine_assemble(programs[n]);

		machine_start(&m, n, &code);
		buf_free(&code);
	}
	machine_run(&m, 1000 * EPOCH, &way);
	assert_true(machine_word(&m, 0, 0x490) > 0);
	trip = (Trip){machine_outcomes(&m), m.w->rounds, network_undone(m.w)};
	assert_int_equal(watch.accesses > 0, way.watched);
	if (way.watched)
		watcher_free(watch.watcher);
	machine_close(&m);
	return trip;
}

static void
leads_need_fewer_rounds(void **state)
{
	Trip waits = run((Way){.engine = ENGINE_TRANSLATE});

	(void)state;
	assert_int_equal(waits.undone, 0);
	for (int i = 0; i < 3; i++) {
		Trip leads = run((Way){.engine = i ? ENGINE_EAGER : ENGINE_TRANSLATE,
			.threads = i == 2 ? 2 : 0,
			.ahead = 25000});

		assert_memory_equal(&waits.outcomes, &leads.outcomes, sizeof waits.outcomes);
		assert_in_range(leads.rounds, 1, waits.rounds / 5);
		assert_in_range(leads.undone, 10, NEVER);
	}
}

/* No node leads where something would see or change a state that is not certain. */
static void
some_ways_do_not_lead(void **state)
{
	static const Way ways[] = {
		{.engine = ENGINE_INTERPRETER},
		{.engine = ENGINE_EAGER, .sync = SYNC_LOCKSTEP},
		{.engine = ENGINE_EAGER, .watched = true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		Way way = ways[i];
		Trip waits = run(way), leads;

		way.ahead = 25000;
		leads = run(way);
		assert_int_equal(leads.undone, 0);
		assert_memory_equal(&waits.outcomes, &leads.outcomes, sizeof waits.outcomes);
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {cmocka_unit_test(leads_need_fewer_rounds),
		cmocka_unit_test(some_ways_do_not_lead)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
