/*
 * fault.c - each kind of fault, at each kind of time, on two nodes, one of which sends numbers to
 * the other. Every run is made in several ways, which must give the same result.
 */
#include "cc/node/node_programs.h"
#include "sim/fault/fault.h"
#include "tests/sim/network/rig.h"

enum {
	TABLE = 0x200,   /* word of n1 from which on what came is kept; before it: how many */
	COUNTER = 0x300, /* word of n0: the last number sent */
	A = 1,           /* link of n0 that leads to n1 */
	B = 2,           /* link of n1 that leads to n0 */
	MHZ = 20,
};

#define MICRO 1000000ull /* ps */
#define UNTIL (1000 * MICRO)

static const char sender[] =
	"start: ajw 20; ldc 0; mint; ldnlp 0x300; stnl 0; ldc 0; sttimer\n"
	"1: call next; mint; ldnlp 0x300; mint; ldnlp 1; ldc 4; out; j 1b\n"
	".global next\n"
	"next: mint; ldnlp 0x300; ldnl 0; adc 1; mint; ldnlp 0x300; stnl 0; ret\n";

static const char receiver[] =
	"ajw 20; ldc 0; stl 1; ldc 0; sttimer\n"
	"1: ldlp 2; mint; ldnlp 6; ldc 4; in; ldl 2; ldl 1; mint; ldnlp 0x200; wsub; stnl 0\n"
	"ldl 1; adc 1; stl 1; ldl 1; mint; ldnlp 0x1FF; stnl 0; j 1b\n";

/* In place of the receiver: waits for the event pin, and counts how often it has risen. */
static const char waiter[] = "ajw 20; ldc 0; mint; ldnlp 0x1FF; stnl 0\n"
	"1: ldlp 2; mint; ldnlp 8; ldc 1; in; mint; ldnlp 0x1FF; ldnl 0; adc "
		"1; mint; ldnlp 0x1FF; stnl 0; j 1b\n";

static Image image; /* of the sender */

static Outcomes
run_way(Machine *m, const char *second, const char *script, uint64_t seed, Way way)
{
	const NodeId place[] = {1, 0}; /* logical nodes: the other way round */
	FaultNames names = {.place = place, .nplaces = 2, .first = &image, .others = &image,
		.find_symbol = program_address};
	char text[300];
	Buf code;

	snprintf(text, sizeof text,
		"topology pair\nseed %d\nnode n0 mem=64K\nnode n1 mem=64K\nhost h\n"
		"wire h.0 n0.0\nwire n0.1 n1.2\nend\n",
		(int)seed);
	machine_open(m, text, way);
	code = machine_assemble(sender);
	machine_start(m, 0, &code);
	buf_free(&code);
	code = machine_assemble(second);
	machine_start(m, 1, &code);
	buf_free(&code);
	faults_read(m->w, &names, "test.faults", script, strlen(script), true);
	machine_run(m, 10 * MICRO, &way);
	faults_start(m->w);
	machine_run(m, UNTIL, &way);
	return machine_outcomes(m);
}

/* run: runs in windows, and checks that all other ways give the same result. */
static void
run_ways(Machine *m, const char *second, const char *script, uint64_t seed)
{
	static const Way ways[] = {
		{.sync = SYNC_LOCKSTEP}, {.by_byte = true}, {.slices = 1}, {.slices = 77}};
	Outcomes one = run_way(m, second, script, seed, (Way){.sync = SYNC_WINDOWS});

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		Machine other;
		Outcomes two = run_way(&other, second, script, seed, ways[i]);

		if (memcmp(&one, &two, sizeof one) != 0)
			print_error("# '%s' is another run in way %zu\n", script, i);
		assert_memory_equal(&one, &two, sizeof one);
		machine_close(&other);
	}
}

static void
run_seed(Machine *m, const char *script, uint64_t seed)
{
	run_ways(m, receiver, script, seed);
}

static void
run(Machine *m, const char *script)
{
	run_seed(m, script, 0);
}

static Word
count(const Machine *m)
{
	return machine_word(m, 1, TABLE - 1);
}

/* numbers: the first n numbers, from first on, came in their order. */
static void
numbers(const Machine *m, Word at, Word n, Word first)
{
	for (Word i = 0; i < n; i++)
		assert_int_equal(machine_word(m, 1, TABLE + at + i), first + i);
}

static Word
undisturbed(void)
{
	static Word n;
	Machine m;

	if (n == 0) {
		run(&m, "");
		n = count(&m);
		numbers(&m, 0, n, 1);
		machine_close(&m);
	}
	return n;
}

static const Fault *
fault(const Machine *m)
{
	return &m->w->faults.fault[0];
}

static void
near(double got, double expected, double tolerance)
{
	if (got < expected - tolerance || got > expected + tolerance)
		fail_msg("%g is not within %g of %g", got, tolerance, expected);
}

/* ---- nodes ---- */

static void
a_crash(void **state)
{
	Machine m;

	(void)state;
	run(&m, "crash n0 at 300us");
	assert_int_equal(m.w->nodes[0]->stop, STOP_CRASH);
	assert_true(m.w->nodes[1]->idle);
	near(count(&m), undisturbed() * 0.3, 2);
	numbers(&m, 0, count(&m), 1);
	assert_int_equal(fault(&m)->struck, 300 * MICRO);
	machine_close(&m);
}

static void
a_halt(void **state)
{
	Machine m;

	(void)state;
	run(&m, "halt n1 at 300us");
	assert_int_equal(m.w->nodes[1]->stop, STOP_ERROR);
	assert_true(m.w->nodes[1]->error);
	near(count(&m), undisturbed() * 0.3, 2);
	machine_close(&m);
}

static void
a_freeze(void **state)
{
	Machine m;

	(void)state;
	run(&m, "freeze n0 200us at 300us");
	near(m.w->nodes[0]->r.cycles, 800 * MHZ, 100);
	near(count(&m), undisturbed() * 0.8, 3);
	numbers(&m, 0, count(&m), 1);
	machine_close(&m);
}

/* The pin wakes a process that waits; what rises before it waits is kept, once. */
static void
events(void **state)
{
	Machine m;

	(void)state;
	run_ways(&m, waiter, "event n1 at 200us\nevent n1 at 300us\nevent n1 at +300us\n", 0);
	assert_int_equal(count(&m), 3);
	machine_close(&m);
	run_ways(&m, waiter, "event n1 at 0us\nevent n1 at 0us\n", 0);
	assert_int_equal(count(&m), 1);
	machine_close(&m);
	run_ways(&m, waiter, "event n1 at instruction 3\nevent n1 at 900us\n", 0);
	assert_int_equal(count(&m), 2);
	machine_close(&m);
	run(&m, "event n0 at call 5 of next\n"); /* no process waits there */
	assert_true(m.w->nodes[0]->event_pending);
	numbers(&m, 0, count(&m), 1);
	machine_close(&m);
}

static void
clocks_that_go_wrong(void **state)
{
	Machine m;

	(void)state;
	run(&m, "slow n0 50% at 200us");
	near(m.w->nodes[0]->r.cycles, 200 * MHZ + 800 * MHZ / 2, 100);
	machine_close(&m);
	run(&m, "drift n0 +10000ppm at 0us");
	near(m.w->nodes[0]->r.cycles, 1000 * MHZ * 1.01, 100);
	machine_close(&m);
}

static void
a_flipped_bit(void **state)
{
	Machine m;
	Word jump = 0;

	(void)state;
	run(&m, "flip n0 0x80000C01.4 at 300us"); /* 4096 more */
	while (machine_word(&m, 1, TABLE + jump) == jump + 1)
		jump++;
	near(jump, undisturbed() * 0.3, 2);
	numbers(&m, jump, count(&m) - jump, 4096 + jump + 1);
	assert_int_equal(fault(&m)->found, 0);
	machine_close(&m);
	/* by name: its code, on the node that does not run it */
	run(&m, "flip n1 next+1.0 at 300us");
	assert_int_equal((Addr)fault(&m)->value, image_symbol(&image, "next")->addr + 1);
	machine_close(&m);
}

/* ---- calls ---- */

static void
a_dropped_call(void **state)
{
	Machine m;

	(void)state;
	run(&m, "drop n0 at call 5 of next");
	numbers(&m, 0, 4, 1);
	numbers(&m, 4, count(&m) - 4, 4);
	machine_close(&m);
}

static void
a_held_call(void **state)
{
	Machine m;

	(void)state;
	run(&m, "hold n0 300us at call 5 of next\n");
	numbers(&m, 0, count(&m), 1);
	near(count(&m), undisturbed() * 0.7, 3);
	machine_close(&m);
}

static void
a_crash_at_a_call(void **state)
{
	Machine m;

	(void)state;
	run(&m, "crash n0 at call 9 of next");
	assert_int_equal(count(&m), 8);
	assert_int_equal(fault(&m)->found, image_symbol(&image, "next")->addr);
	machine_close(&m);
}

/* ---- lines ---- */

static void
dead_links(void **state)
{
	static const char *const scripts[] = {"cut n0.1 at 300us", "dead n0.1 at 300us",
		"dead n1.2 at 300us", "cut n1.2 at 300us"};
	Machine m;

	(void)state;
	for (int i = 0; i < 4; i++) {
		run(&m, scripts[i]);
		near(count(&m), undisturbed() * 0.3, 2);
		numbers(&m, 0, count(&m), 1);
		assert_true(m.w->nodes[0]->idle);
		machine_close(&m);
	}
}

static void
a_delay(void **state)
{
	Machine m;
	double period = 1000.0 / undisturbed();

	(void)state;
	run(&m, "delay n0.1 5us at 500us"); /* each of four bytes and its acknowledge */
	near(count(&m), 500 / period + 500 / (period + 4 * 5), 5);
	numbers(&m, 0, count(&m), 1);
	machine_close(&m);
}

static void
bytes_that_go_wrong(void **state)
{
	Machine m;

	(void)state;
	run(&m, "corrupt n0.1 0x81 at byte 42"); /* the second of message 11 */
	numbers(&m, 0, 10, 1);
	assert_int_equal(machine_word(&m, 1, TABLE + 10), 11 ^ 0x8100);
	numbers(&m, 11, count(&m) - 11, 12);
	machine_close(&m);
	run(&m, "lose n0.1 at byte 42");
	assert_int_equal(count(&m), 10);
	assert_true(m.w->nodes[0]->idle && m.w->nodes[1]->idle);
	machine_close(&m);
	run(&m, "double n0.1 at byte 41");
	numbers(&m, 0, 10, 1);
	assert_int_equal(machine_word(&m, 1, TABLE + 10), 11 | 11 << 8);
	machine_close(&m);
}

/* ---- when ---- */

static void
at_messages(void **state)
{
	Machine m;

	(void)state;
	run(&m, "crash n0 at sent 7 of n0.1");
	assert_int_equal(count(&m), 7);
	machine_close(&m);
	run(&m, "crash n1 at received 7 of n1.2");
	assert_int_equal(count(&m), 6); /* the seventh has come, and is not counted any more */
	machine_close(&m);
}

static void
at_instructions(void **state)
{
	Machine m;
	uint64_t executed;

	(void)state;
	run(&m, "crash n0 at instruction 1000");
	executed = m.w->nodes[0]->r.count + STRETCH_MAX - m.w->nodes[0]->r.left;
	assert_in_range(executed, 1000, 1000 + STRETCH_MAX);
	machine_close(&m);
}

static void
after_the_start(void **state)
{
	Machine m;

	(void)state;
	run(&m, "crash n0 at +290us"); /* the start is at 10 us */
	assert_int_equal(fault(&m)->struck, 300 * MICRO);
	machine_close(&m);
}

static void
logical_numbers(void **state)
{
	Machine m;

	(void)state;
	run(&m, "crash 1 at 300us\ncut 0.2 at 400us");
	assert_int_equal(m.w->nodes[0]->stop, STOP_CRASH);
	assert_int_equal(m.w->faults.fault[1].end, 1 * NLINKS + 2);
	machine_close(&m);
}

/* A run of a quiet network does not end before its last fault. */
static void
in_a_quiet_network(void **state)
{
	Machine m;

	(void)state;
	run(&m, "crash n0 at 300us\ncrash n1 at 600us\n");
	assert_int_equal(m.w->faults.fault[1].struck, 600 * MICRO);
	assert_int_equal(m.w->nodes[1]->stop, STOP_CRASH);
	near(m.w->nodes[1]->r.cycles, 600 * MHZ, 1);
	machine_close(&m);
}

/* A choice depends on the seed, is within its bounds, and is written as it was made. */
static void
choices(void **state)
{
	Time at[20];
	uint32_t nodes = 0, different = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		Machine m, again;
		char text[FAULT_TEXT];

		run_seed(&m, "crash any at 100us..900us", seed);
		at[seed] = fault(&m)->at;
		assert_in_range(at[seed], 100 * MICRO, 900 * MICRO);
		nodes |= 1 << fault(&m)->node;
		different += seed > 0 && at[seed] != at[0];
		fault_write(m.w, fault(&m), text);
		assert_string_equal(m.w->faults.text[0], text);
		run_way(&again, receiver, m.w->faults.text[0], seed, (Way){0});
		assert_int_equal(fault(&again)->at, at[seed]);
		assert_int_equal(fault(&again)->node, fault(&m)->node);
		machine_close(&again);
		machine_close(&m);
	}
	assert_int_equal(nodes, 3);
	assert_true(different > 15);
}

static void
what_is_told(void **state)
{
	char *told = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&told, &n);
	Machine m;

	(void)state;
	run(&m,
		"corrupt n0.1 1 at byte 41\ncrash n1 at 700us\nflip n1 0x80004000.3 at "
		"700us\ncrash n0 at 2ms");
	faults_print(m.w, f);
	fclose(f);
	assert_non_null(strstr(told, "fault 'corrupt n0.1 1 at byte 41': at "));
	assert_non_null(strstr(told, "fault 'crash n1 at 700us': at 700us, n1 at Iptr "));
	assert_non_null(strstr(told,
		"fault 'flip n1 0x80004000.3 at 700us': found nothing to break"));
	assert_non_null(strstr(told, "fault 'crash n0 at 2ms': not triggered"));
	machine_close(&m);
	free(told);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_crash),
		cmocka_unit_test(a_halt),
		cmocka_unit_test(a_freeze),
		cmocka_unit_test(events),
		cmocka_unit_test(clocks_that_go_wrong),
		cmocka_unit_test(a_flipped_bit),
		cmocka_unit_test(a_dropped_call),
		cmocka_unit_test(a_held_call),
		cmocka_unit_test(a_crash_at_a_call),
		cmocka_unit_test(dead_links),
		cmocka_unit_test(a_delay),
		cmocka_unit_test(bytes_that_go_wrong),
		cmocka_unit_test(at_messages),
		cmocka_unit_test(at_instructions),
		cmocka_unit_test(after_the_start),
		cmocka_unit_test(logical_numbers),
		cmocka_unit_test(in_a_quiet_network),
		cmocka_unit_test(choices),
		cmocka_unit_test(what_is_told),
	};
	int failed;

	cmocka_set_message_output(CM_OUTPUT_TAP);
	as_image(&image, "sender.s", sender, strlen(sender), NULL);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	image_free(&image);
	return failed;
}
