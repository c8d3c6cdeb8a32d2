/*
 * hold.c - stops the network at an instruction of a node (docs/past.md): random networks reach the
 * same state there in every mode of simulation, and continue as if they had not been stopped.
 *
 * Arguments: the number of networks; the number of the first. If LONG is set, ten times the default
 * number.
 */
#include "plan.h"
#include "shadow.h"
#include "tests/random.h"

enum { PLACES = 6 };

static uint64_t first = 1, count = 60;

/* A place that is chosen, and what the network is there. */
typedef struct Chosen {
	NodeId node;
	uint64_t count;
	Time time;
	uint64_t state;
} Chosen;

/* count_all: run to the end, and count the instructions that each node has executed. */
static Outcomes
count_all(Plan *p, uint64_t counts[MAX_SIZE])
{
	Machine m;
	Outcomes o;

	plan_open(p, &m, (Way){0});
	network_run(m.w, p->until);
	for (NodeId n = 0; n < p->nnodes; n++)
		counts[n] = t800_count(m.w->nodes[n]);
	o = machine_outcomes(&m);
	machine_close(&m);
	return o;
}

/*
 * time_all: the times at which the nodes reach given places; NEVER for a place that is not reached.
 */
static Outcomes
time_all(Plan *p, Way way, const uint64_t counts[MAX_SIZE], Time times[MAX_SIZE])
{
	Machine m;
	Outcomes o;

	plan_open(p, &m, way);
	network_record_passes(m.w, times);
	for (NodeId n = 0; n < p->nnodes; n++)
		m.w->nodes[n]->hold_count = counts[n];
	machine_run(&m, p->until, &way);
	network_record_passes(m.w, NULL);
	o = machine_outcomes(&m);
	machine_close(&m);
	return o;
}

/*
 * go: to a place and on to the end. returns the outcomes of the whole run; *state: the network's
 * state at the place
 */
static Outcomes
go(Plan *p, Way way, const Chosen *to, uint64_t *state)
{
	Machine m;
	Outcomes o;
	Shadow *shadow = NULL;

	plan_open(p, &m, way);
	if (way.watched)
		shadow = shadow_new(m.w);
	machine_run(&m, to->time, &way);
	assert_true(network_hold(m.w, to->node, to->count));
	assert_int_equal(t800_count(m.w->nodes[to->node]), to->count);
	*state = network_hash(m.w);
	machine_run(&m, p->until, &way);
	if (shadow)
		shadow_free(shadow);
	o = machine_outcomes(&m);
	machine_close(&m);
	return o;
}

static bool
same_outcomes(const char *what, uint64_t number, const Outcomes *o, const Outcomes *expected)
{
	if (memcmp(o, expected, sizeof *o) == 0)
		return true;
	print_message("# network %" PRIu64 ", %s: another end\n", number, what);
	return false;
}

/* same_place: all ways reach the same place. */
static bool
same_place(Plan *p, uint64_t number, const Chosen *to, const Outcomes *expected)
{
	const Way ways[] = {
		{.sync = SYNC_LOCKSTEP},
		{.by_byte = true},
		{.slices = number},
		{.engine = ENGINE_EAGER},
		{.sync = SYNC_LOCKSTEP, .by_byte = true, .slices = number + 1},
		{.slices = number, .watched = true},
		{.engine = ENGINE_EAGER, .ahead = 2000},
		{.engine = ENGINE_EAGER, .ahead = 25000, .slices = number},
	};
	uint64_t state, other;
	Outcomes o = go(p, (Way){0}, to, &state);
	bool good = same_outcomes("from a place", number, &o, expected);

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		o = go(p, ways[i], to, &other);
		good &= same_outcomes("from a place, another way", number, &o, expected);
		if (other == state)
			continue;
		print_message("# network %" PRIu64 ", way %zu, node %u at %" PRIu64
			" instructions: another state\n",
			number, i, to->node, to->count);
		good = false;
	}
	return good;
}

static bool
same(uint64_t number)
{
	uint64_t counts[MAX_SIZE], chosen[MAX_SIZE];
	Time times[MAX_SIZE], others[MAX_SIZE];
	uint64_t random = number;
	Plan p;
	Outcomes expected, o;
	bool good = true;

	plan_make(&p, number);
	expected = count_all(&p, counts);
	for (int i = 0; i < PLACES && good; i++) {
		for (NodeId n = 0; n < p.nnodes; n++)
			chosen[n] = random_next(&random) % (counts[n] + 1);
		o = time_all(&p, (Way){0}, chosen, times);
		good &= same_outcomes("with places timed", number, &o, &expected);
		o = time_all(&p, (Way){.sync = SYNC_LOCKSTEP, .by_byte = true, .slices = number},
			chosen, others);
		good &= same_outcomes("with places timed, another way", number, &o, &expected);
		for (NodeId n = 0; n < p.nnodes; n++) {
			Chosen to = {n, chosen[n], times[n], 0};

			good &= times[n] == others[n];
			if (chosen[n] < counts[n] && times[n] == NEVER) {
				print_message("# network %" PRIu64
					": node %u does not pass %" PRIu64 "\n",
					number, n, chosen[n]);
				good = false;
			}
			if (times[n] != NEVER && n == i % p.nnodes)
				good &= same_place(&p, number, &to, &expected);
		}
	}
	plan_free(&p);
	return good;
}

static void
all_ways_lead_to_the_same_place(void **state)
{
	uint64_t bad = 0;

	(void)state;
	for (uint64_t i = first; i < first + count; i++)
		bad += !same(i);
	assert_int_equal(bad, 0);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_ways_lead_to_the_same_place)};

	return random_main(argc, argv, &count, &first, 10, tests, sizeof tests / sizeof *tests);
}
