/*
 * reconfigure.c - a C004 is set by a node while its links carry messages.
 *
 * n0 and n1 send each other words over the crossbar all the time, and their circuit is never
 * touched: they must not notice. n2 sends n3 one long message, whose circuit is cut in the middle
 * of a byte or between two; later n2's link is joined with n4's, a watchdog of n2 resets the link,
 * and n2 sends n4 another message. n6 sends n7 one long message over a circuit that is not touched.
 *
 * At the cut, the byte on the wire is lost. A T800 acknowledges a byte while it arrives, so n2 may
 * have the acknowledge of the byte that n3 never gets (docs/machine.md): n3 has a prefix of the
 * message, n2 may think that it is one byte longer, and both wait.
 */
#include "rig.h"
#include "sim/past/snapshot.h"
#include "tests/temp.h"

enum {
	WORDS = 500,     /* that n0 and n1 send each other */
	LONG = 4096,     /* bytes of the message that is cut */
	AGAIN = 64,      /* bytes of the message to n4 */
	NNODES = 8,
	OFFSETS = 30,    /* of the cut, 50 ns apart: more than two bytes' time */
	/* words from the bottom of memory */
	SUM = 0x200,     /* the sum of the words that n0 or n1 has received */
	DONE = 0x201,    /* how many */
	RESET = 0x202,   /* of n2: what resetch has returned; of n6, n7: 1 at the end */
	OTHER = 0x300,   /* the workspace of a second process */
	BUFFER = 0x400,
};

static const char topology[] =
	"topology busy\nnode n[0-7] mem=64K\nswitch x0 ports=16\nhost h\nwire h.0 n0.0\n"
	"wire n0.2 n5.0\n"
	"wire n[0-4].1 x0.[0-4]\nwire n[6-7].1 x0.[6-7]\ncontrol n5.2 x0\nend\n";

/* Words 1 to WORDS out, and as many in, at once; the process that outputs is another one. */
static const char exchange[] =
	"ajw 20; ldc 0; mint; stnl 0x200; ldc 0; mint; stnl 0x201\n"
	"ldpi sender; mint; ldnlp 0x300; stnl -1; mint; ldnlp 0x300; adc 1; runp\n"
	"1: ldlp 2; mint; ldnlp 5; ldc 4; in\n"
	"mint; ldnl 0x200; ldl 2; bsub; mint; stnl 0x200\n"
	"mint; ldnl 0x201; adc 1; mint; stnl 0x201\n"
	"mint; ldnl 0x201; eqc 500; cj 1b; stopp\n"
	"sender: ldc 1; stl 1\n"
	"1: mint; ldnlp 1; ldl 1; outword; ldl 1; adc 1; stl 1; ldl 1; eqc 501; cj 1b; stopp\n";

/* The test fills the buffer; it goes out until a watchdog resets the link after 4 ms. */
static const char cut_sender[] =
	"ajw 20; mint; mint; stnl 9; mint; mint; stnl 10; ldc 0; sttimer\n"
	"ldpi dog; mint; ldnlp 0x300; stnl -1; mint; ldnlp 0x300; adc 1; runp\n"
	"mint; ldnlp 0x400; mint; ldnlp 1; ldc 4096; out; stopp\n"
	"dog: ldtimer; adc 64; tin\n"
	"mint; ldnlp 1; resetch; mint; stnl 0x202\n"
	"mint; ldnlp 0x400; mint; ldnlp 1; ldc 64; out; stopp\n";

static const char taker[] =
	"ajw 20; mint; ldnlp 0x400; mint; ldnlp 5; ldc %d; in; stopp\n";

static const char steady[] =
	"ajw 20; mint; ldnlp 0x400; mint; ldnlp %d; ldc 4096; %s; ldc 1; mint; stnl 0x202; stopp\n";

/*
 * n5: waits a millisecond and some cycles, cuts 2-3, waits, joins 2-4, and switches other ports many
 * times.
 */
static const char controller[] =
	"ajw 20; mint; mint; stnl 9; mint; mint; stnl 10; ldc 0; sttimer\n"
	"ldc 9f - 1f; ldpi; 1: stl 1; ldtimer; adc 16; tin\n"
	"%s\n"
	"ldl 1; mint; ldnlp 2; ldc 4; out\n"
	"ldtimer; adc 16; tin\n"
	"ldl 1; adc 4; mint; ldnlp 2; ldc 4; out\n"
	"ldc 200; stl 2\n"
	"1: ldl 1; adc 8; mint; ldnlp 2; ldc 14; out; ldl 2; adc -1; stl 2; ldl 2; eqc 0; cj 1b\n"
	"stopp; 9: .byte 6,2,3, 3,  1,2,4, 3,  1,8,9, 1,10,11, 3,  6,8,9, 0,12,13, 3\n";

static uint32_t offset; /* of the cut, in cycles */
static bool quiet;      /* n5 changes no circuit */

static void
start(Machine *m, NodeId n, const char *text)
{
	Buf code = machine_assemble(text);

	machine_start(m, n, &code);
	buf_free(&code);
}

static void
start_with(Machine *m, NodeId n, const char *format, ...)
{
	char text[2000];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	start(m, n, text);
}

/* join: the circuits at the beginning: 0 and 1, 2 and 3, 6 and 7. */
static void
join(Network *w)
{
	Crossbar *x = &w->links.crossbars[0];

	for (uint8_t port = 0; port < NNODES; port++)
		if (port < 4 || port > 5)
			x->input[port] = x->latch[port] = port ^ 1;
	circuits_update(w, 0);
}

static void
open_busy(Machine *m, Way way)
{
	Buf wait = {0};

	for (uint32_t i = 0; i < offset; i++)
		buf_printf(&wait, "ajw 0;");
	buf_printf(&wait, quiet ? "stopp" : "");
	buf_byte(&wait, 0);
	machine_open(m, topology, way);
	join(m->w);
	start(m, 0, exchange);
	start(m, 1, exchange);
	start(m, 2, cut_sender);
	for (Word i = 0; i < LONG; i++)
		m->w->nodes[2]->r.mem[4 * BUFFER + i] = i;
	start_with(m, 3, taker, LONG);
	start_with(m, 4, taker, AGAIN);
	start_with(m, 5, controller, (char *)wait.data);
	start_with(m, 6, steady, 1, "out");
	start_with(m, 7, steady, 5, "in");
	buf_free(&wait);
}

static End *
end_of(Machine *m, NodeId n)
{
	return &m->w->links.ends[n * NLINKS + 1];
}

/* assert_exchanged: nothing is lost between n0 and n1, and both have finished. */
static void
assert_exchanged(Machine *m)
{
	for (NodeId n = 0; n < 2; n++) {
		assert_int_equal(machine_word(m, n, DONE), WORDS);
		assert_int_equal(machine_word(m, n, SUM), WORDS * (WORDS + 1) / 2);
	}
}

/* assert_cut: after the cut both wait; the bytes that have come are those that were sent. */
static void
assert_cut(Machine *m)
{
	const End *from = end_of(m, 2), *to = end_of(m, 3);

	assert_int_equal(from->peer, NOWHERE_END);
	assert_int_equal(to->peer, NOWHERE_END);
	assert_true(from->sending && to->receiving);
	assert_in_range(from->out_done, to->in_have, to->in_have + 1);
	assert_in_range(to->in_have, 100, LONG - 100);
	for (Word i = 0; i < to->in_have; i++)
		assert_int_equal(to->in.data[i], i & 0xFF);
}

/* assert_again: the link that has been reset is as good as new; n3 waits for ever. */
static void
assert_again(Machine *m)
{
	assert_int_not_equal(machine_word(m, 2, RESET), NOTPROCESS);
	assert_int_not_equal(machine_word(m, 2, RESET), 0);
	for (Word i = 0; i < AGAIN; i++)
		assert_int_equal(machine_word(m, 4, BUFFER + i / 4) >> 8 * (i % 4) & 0xFF, i);
	assert_false(end_of(m, 2)->sending || end_of(m, 4)->receiving);
	assert_true(end_of(m, 3)->receiving);
}

static const Time cut_seen = 2 * EPOCH, until = 12 * EPOCH;

/* run_to: goes on by way of a file, if the way says so and its time comes before `at`. */
static void
run_to(Machine *m, Time at, Way *way)
{
	char name[TEMP_NAME];

	if (way->snapshot && way->snapshot < at) {
		machine_run(m, way->snapshot, way);
		temp_file(name);
		snapshot_write(m->w, name);
		machine_close(m);
		open_busy(m, *way);
		snapshot_read(m->w, name);
		unlink(name);
		way->snapshot = 0;
	}
	machine_run(m, at, way);
}

static Outcomes
run(Way way)
{
	Machine m;
	Outcomes o;

	open_busy(&m, way);
	run_to(&m, cut_seen, &way);
	assert_cut(&m);
	run_to(&m, until, &way);
	assert_exchanged(&m);
	assert_again(&m);
	assert_int_equal(machine_word(&m, 6, RESET), 1);
	assert_int_equal(machine_word(&m, 7, RESET), 1);
	o = machine_outcomes(&m);
	machine_close(&m);
	return o;
}

/* The cut comes at every moment of a byte; all ways to run it give the same. */
static void
links_are_cut_under_load(void **state)
{
	const Way ways[] = {
		{.sync = SYNC_LOCKSTEP},
		{.by_byte = true, .slices = 3},
		{.slices = 5},
		{.engine = ENGINE_EAGER},
		{.engine = ENGINE_EAGER, .ahead = 2000, .slices = 7},
		{.threads = 2},
		{.snapshot = EPOCH + 30000000},
		{.engine = ENGINE_EAGER, .snapshot = 5 * EPOCH},
	};
	uint32_t all = sizeof ways / sizeof *ways;
	uint32_t untold = 0; /* cuts that lost a byte whose acknowledge had come */

	(void)state;
	for (offset = 0; offset < OFFSETS; offset++) {
		Machine m;
		Way way = {.snapshot = EPOCH + 1000000ull * (offset + 1)};

		open_busy(&m, (Way){0});
		machine_run(&m, cut_seen, &(Way){0});
		untold += end_of(&m, 2)->out_done > end_of(&m, 3)->in_have;
		machine_close(&m);
		/* each offset in two ways; some in all */
		assert_same(run, &way, 1);
		assert_same(run, offset % 10 ? &ways[offset % all] : ways, offset % 10 ? 1 : all);
	}
	assert_in_range(untold, 1, OFFSETS - 1);
}

/* n0 and n1 execute the same instructions at the same times as in a run without settings. */
static void
others_do_not_notice(void **state)
{
	uint64_t hashes[2][2];

	(void)state;
	offset = 0;
	for (int i = 0; i < 2; i++) {
		Machine m;

		quiet = i > 0;
		open_busy(&m, (Way){0});
		machine_run(&m, until, &(Way){0});
		assert_exchanged(&m);
		for (NodeId n = 0; n < 2; n++)
			hashes[i][n] = network_node_hash(m.w, n)
				^ m.w->nodes[n]->fingerprint;
		machine_close(&m);
	}
	assert_memory_equal(hashes[0], hashes[1], sizeof hashes[0]);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(links_are_cut_under_load),
		cmocka_unit_test(others_do_not_notice),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
