/* drive.c - steps forward and back in a displayed network; layouts of pictures. */
#include "worms.h"

#include "sim/fault/fault.h"
#include "sim/past/moments.h"
#include "sim/window/drive.h"
#include "sim/window/layout.h"

/* stepped: make a step, however many calls it takes; false if the run ends first. */
static bool
stepped(Drive *d, Step what)
{
	bool done = drive_step(d, what);

	while (!done && d->step != STEP_NONE && !drive_is_over(d))
		done = drive_step_on(d);
	return done;
}

/* step: one that is done before the end. */
static void
step(Drive *d, Step what)
{
	assert_true(stepped(d, what));
}

/* All steps, and then the rest, make the run that it is without them. */
static void
steps(void **state)
{
	Machine m = machine_new();
	Drive d;
	uint64_t before;
	Time at;

	(void)state;
	drive_init(&d, m.w, NULL, 30 * EPOCH);
	drive_run(&d, 3 * EPOCH);
	before = network_fingerprint(m.w);
	step(&d, STEP_EVENT);
	assert_true(network_fingerprint(m.w) != before);
	at = m.w->now;
	step(&d, STEP_MESSAGE);
	assert_true(m.w->now > at);
	at = m.w->now;
	step(&d, STEP_INTERVAL);
	assert_int_equal(m.w->now, at + EPOCH);
	drive_run(&d, 30 * EPOCH);
	assert_true(drive_is_over(&d));
	assert_false(drive_step(&d, STEP_EVENT));
	assert_int_equal(network_fingerprint(m.w), plain_fingerprint());
	drive_free(&d);
	machine_free(&m);
}

/* Going back reaches the same state, and from there the run repeats. */
static void
back(void **state)
{
	Machine m = machine_new();
	Drive d;
	uint64_t hash;
	Time at;

	(void)state;
	drive_init(&d, m.w, NULL, 30 * EPOCH);
	assert_false(drive_step(&d, STEP_BACK));
	drive_run(&d, 5 * EPOCH);
	drive_save_moment(&d);
	at = m.w->now;
	hash = network_hash(m.w);
	for (int i = 0; i < 7; i++)
		step(&d, STEP_INTERVAL);
	assert_true(network_hash(m.w) != hash);
	for (int i = 0; i < 7; i++)
		step(&d, STEP_BACK);
	assert_int_equal(m.w->now, at);
	assert_int_equal(network_hash(m.w), hash);
	step(&d, STEP_BACK); /* no step led here: by an interval */
	assert_int_equal(m.w->now, at - EPOCH);
	drive_goto(&d, EPOCH / 2);
	step(&d, STEP_BACK); /* to the beginning */
	assert_int_equal(m.w->now, 0);
	assert_false(drive_step(&d, STEP_BACK));
	drive_run(&d, 30 * EPOCH);
	assert_int_equal(network_fingerprint(m.w), plain_fingerprint());
	drive_free(&d);
	machine_free(&m);
}

static uint64_t
messages(const Network *w)
{
	uint64_t n = 0;

	for (EndId e = 0; e < w->links.nends; e++)
		n += w->links.ends[e].out_traffic.nmessages;
	return n;
}

/* A step to the next message counts it, and says who has sent it; back, it has not arrived. */
static void
arrived(void **state)
{
	Machine m = machine_new();
	uint64_t before;
	EndId sender;
	Drive d;

	(void)state;
	drive_init(&d, m.w, NULL, 30 * EPOCH);
	drive_run(&d, 3 * EPOCH);
	assert_int_equal(drive_sender(&d), NOWHERE_END);
	before = messages(m.w);
	step(&d, STEP_MESSAGE);
	assert_true(messages(m.w) > before);
	sender = drive_sender(&d);
	assert_int_not_equal(sender, NOWHERE_END);
	assert_int_equal(m.w->links.ends[sender].sending, false);
	step(&d, STEP_BACK);
	assert_int_equal(m.w->now, 3 * EPOCH);
	assert_int_equal(messages(m.w), before);
	assert_int_equal(drive_sender(&d), NOWHERE_END);
	drive_free(&d);
	machine_free(&m);
}

/* Times in any order: each has the same state as in the run that never went back. */
static void
times(void **state)
{
	enum { TIMES = 12 };
	Machine m = machine_new(), plain = machine_new();
	uint64_t hash[TIMES];
	Drive d;

	(void)state;
	for (int i = 0; i < TIMES; i++) {
		network_run(plain.w, (2 * i + 1) * EPOCH + i * 12345678);
		hash[i] = network_hash(plain.w);
	}
	drive_init(&d, m.w, NULL, 30 * EPOCH);
	drive_run(&d, 30 * EPOCH);
	for (int i = 0; i < 3 * TIMES; i++) {
		int k = i * 7 % TIMES;

		drive_goto(&d, (2 * k + 1) * EPOCH + k * 12345678);
		assert_true(drive_is_past(&d));
		assert_int_equal(network_hash(m.w), hash[k]);
	}
	drive_goto(&d, 31 * EPOCH);
	assert_false(drive_is_past(&d));
	assert_int_equal(network_fingerprint(m.w), plain_fingerprint());
	drive_free(&d);
	machine_free(&m);
	machine_free(&plain);
}

/* seen: on the way back, when the network was. */
static void
seen(void *context)
{
	Drive *d = context;

	assert_true(drive_is_past(d));
	d->goal = d->w->now;
}

/* Going back by events: the event has not happened at that place, and happens within one step. */
static void
events(void **state)
{
	Machine m = machine_new();
	uint64_t fingerprint;
	Drive d;
	Time before, at;

	(void)state;
	drive_init(&d, m.w, NULL, 30 * EPOCH);
	assert_false(drive_step(&d, STEP_EVENT_BACK));
	assert_false(drive_is_past(&d));
	drive_run(&d, 5 * EPOCH + 123456789);
	d.before_arrival = seen;
	d.context = &d;
	for (int i = 0; i < 6; i++) {
		fingerprint = network_fingerprint(m.w);
		before = m.w->now;
		assert_true(drive_step(&d, STEP_EVENT_BACK));
		assert_true(m.w->now < before);
		assert_true(network_fingerprint(m.w) != fingerprint);
		assert_int_equal(d.goal, m.w->now > EPOCH ? m.w->now - EPOCH : 0);
		at = m.w->now;
		past_run(d.past, earlier(at + SETUP, before));
		assert_int_equal(network_fingerprint(m.w), fingerprint);
		assert_true(past_goto(d.past, place_at(at)));
	}
	step(&d, STEP_BACK);
	assert_true(m.w->now == 0 || d.goal == (m.w->now > EPOCH ? m.w->now - EPOCH : 0));
	drive_run(&d, 30 * EPOCH);
	assert_int_equal(network_fingerprint(m.w), plain_fingerprint());
	drive_free(&d);
	machine_free(&m);
}

/*
 * Of many moments, the first and those of the time at hand stay; the past can be walked in any way.
 */
static void
many(void **state)
{
	Machine m = machine_new();
	Drive d;
	Time end, before;
	int n = 0;

	(void)state;
	drive_init(&d, m.w, NULL, 30 * EPOCH);
	d.interval = EPOCH / 50;
	drive_run(&d, EPOCH);
	for (int i = 0; i < 3 * MAX_MOMENTS; i++)
		step(&d, STEP_INTERVAL);
	end = before = m.w->now;
	for (; past_goto_moment(d.past); n++) {
		assert_true(m.w->now < before);
		assert_true(n >= 20 || end - m.w->now < end / 4);
		before = m.w->now;
	}
	assert_true(n > MAX_MOMENTS / 2 && n <= MAX_MOMENTS && drive_is_past(&d));
	assert_int_equal(m.w->now, 0);
	drive_run(&d, EPOCH);
	for (int i = 0; i < MAX_MOMENTS; i++)
		step(&d, STEP_INTERVAL);
	step(&d, STEP_BACK);
	drive_run(&d, end - 1);
	assert_true(drive_is_past(&d));
	drive_run(&d, end);
	assert_false(drive_is_past(&d));
	drive_run(&d, 30 * EPOCH);
	assert_int_equal(network_fingerprint(m.w), plain_fingerprint());
	drive_free(&d);
	machine_free(&m);
}

/* The user's changes between two runs are repeated when they are passed again after going back. */
static void
acts(void **state)
{
	static const char fault[] = "crash n1 at 6ms";
	Machine m = machine_new();
	uint64_t hash, fingerprint;
	Time end;
	Drive d;

	(void)state;
	drive_init(&d, m.w, NULL, 5 * EPOCH);
	drive_save_moment(&d);
	drive_run(&d, 5 * EPOCH);
	faults_read(m.w, NULL, "(the test)", fault, strlen(fault), false);
	drive_set_until(&d, 7 * EPOCH);
	drive_run(&d, 7 * EPOCH);
	network_reset(m.w, RESET_ALL);
	host_boot(m.h, m.w, m.w->now, m.worm.data, m.worm.len);
	drive_set_until(&d, 12 * EPOCH);
	drive_run(&d, 12 * EPOCH);
	end = m.w->now;
	hash = network_hash(m.w);
	fingerprint = network_fingerprint(m.w);
	while (m.w->now > 0)
		assert_true(drive_step(&d, STEP_BACK));
	assert_int_equal(m.w->faults.n, 0);
	drive_run(&d, 20 * EPOCH);
	assert_false(drive_is_past(&d));
	assert_int_equal(m.w->now, end);
	assert_int_equal(network_hash(m.w), hash);
	assert_int_equal(network_fingerprint(m.w), fingerprint);
	assert_string_equal(m.w->faults.text[0], fault);
	drive_free(&d);
	machine_free(&m);
}

/* A step that was cut short at the end of the run continues when the run goes further. */
static void
cut(void **state)
{
	Machine m = machine_new();
	Drive d;
	Time at;

	(void)state;
	drive_init(&d, m.w, NULL, 5 * EPOCH);
	drive_run(&d, 4 * EPOCH + EPOCH / 2);
	assert_false(stepped(&d, STEP_INTERVAL));
	assert_int_equal(m.w->now, 5 * EPOCH);
	drive_set_until(&d, 10 * EPOCH);
	assert_true(drive_step_on(&d));
	at = m.w->now;
	assert_int_equal(at, 5 * EPOCH + EPOCH / 2);
	drive_free(&d);
	machine_free(&m);
}

/* A network whose nodes do not stop runs to its end. */
static void
next_stop(void **state)
{
	Machine m = machine_new();
	Drive d;

	(void)state;
	drive_init(&d, m.w, NULL, 10 * EPOCH);
	assert_false(stepped(&d, STEP_FAULT));
	assert_true(drive_is_over(&d));
	drive_free(&d);
	machine_free(&m);
}

static void
shape_is(const char *file, const char *config, const char *shape)
{
	Topology *t = topology_read(file);
	const Config *c = config ? topology_config(t, config) : NULL;
	EndRef *peers = topology_peers(t, c);
	Layout l = layout_new(t, c, peers, LAYOUT_SHAPE);

	assert_string_equal(l.shape, shape);
	for (uint32_t i = 0; i < l.nitems; i++) {
		assert_int_equal(layout_item_at(&l, l.items[i].at), i); /* no item lies on another */
		assert_true(l.items[i].at.x >= l.low.x && l.items[i].at.x <= l.high.x);
		assert_true(l.items[i].at.y >= l.low.y && l.items[i].at.y <= l.high.y);
	}
	layout_free(&l);
	free(peers);
	topology_free(t);
}

static void
shapes(void **state)
{
	(void)state;
	shape_is("programs/chain4.topo", NULL, "chain");
	shape_is("programs/ring16.topo", NULL, "ring");
	shape_is("programs/cube8.topo", NULL, "hypercube");
	shape_is("programs/mesh16.topo", NULL, "grid");
	shape_is("programs/grid32x32.topo", NULL, "grid");
	shape_is("programs/tree13.topo", NULL, "tree");
	shape_is(TREE, "btree_75", "tree");
	shape_is(TREE, "chain_75", "chain");
}

/* Crossbars are drawn with all that is cabled to them. */
static void
switches(void **state)
{
	Topology *t = topology_read(TREE);
	EndRef *peers = topology_peers(t, NULL);
	Layout l = layout_new(t, NULL, peers, LAYOUT_SWITCHES);

	(void)state;
	assert_int_equal(l.nitems, 75 + 1 + 10);
	assert_int_equal(l.nedges, 75 * 4 + 4);
	for (uint32_t i = 0; i < l.nitems; i++)
		assert_int_equal(layout_item_at(&l, l.items[i].at), i);
	layout_free(&l);
	free(peers);
	topology_free(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps),
		cmocka_unit_test(back),
		cmocka_unit_test(arrived),
		cmocka_unit_test(times),
		cmocka_unit_test(events),
		cmocka_unit_test(many),
		cmocka_unit_test(acts),
		cmocka_unit_test(cut),
		cmocka_unit_test(next_stop),
		cmocka_unit_test(shapes),
		cmocka_unit_test(switches),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
