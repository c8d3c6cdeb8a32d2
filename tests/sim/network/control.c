/*
 * control.c - a node program sets a crossbar over the crossbar's configuration link, as the
 * controller of a B008 does: it joins its own link to one node and then to another, asks for the
 * setting between, and gets the same in all ways to run it.
 */
#include "rig.h"

enum {
	REPLY = 0x200, /* words from the bottom of memory: of n0 */
	TAKEN = 0x201, /* of the others */
};

static const char topology[] =
	"topology b008\nnode n[0-2] mem=64K\nswitch x0 ports=8\nhost h\nwire h.0 n0.0\n"
	"wire n0.1 x0.0\nwire n1.0 x0.1\nwire n2.0 x0.2\ncontrol n0.2 x0\nend\n";

/* n0: bytes to link 2, words to link 1. */
static const char controller[] =
	"ajw 20; ldc 9f - 1f; ldpi; 1: stl 1\n"
	"ldl 1; mint; ldnlp 2; ldc 4; out\n"           /* 1 0 1 3: ports 0 and 1 */
	"ldc 77; mint; ldnlp 1; rev; outword\n"
	"ldl 1; adc 4; mint; ldnlp 2; ldc 2; out\n"    /* 2 0: which input drives output 0? */
	"mint; ldnlp 0x200; mint; ldnlp 6; ldc 1; in\n"
	"ldl 1; adc 6; mint; ldnlp 2; ldc 5; out\n"    /* 4, then 1 0 2 3: ports 0 and 2 */
	"ldc 88; mint; ldnlp 1; rev; outword\n"
	"stopp; 9: .byte 1, 0, 1, 3, 2, 0, 4, 1, 0, 2, 3\n";

static const char taker[] = "ajw 20; mint; ldnlp 0x201; mint; ldnlp 4; ldc 4; in; stopp\n";

static Outcomes
run(Way way)
{
	Buf code[3] = {machine_assemble(controller), machine_assemble(taker),
		machine_assemble(taker)};
	Machine m;
	Outcomes o;

	machine_open(&m, topology, way);
	for (NodeId n = 0; n < 3; n++) {
		machine_start(&m, n, &code[n]);
		buf_free(&code[n]);
	}
	machine_run(&m, 2 * EPOCH, &way);
	o = machine_outcomes(&m);
	assert_int_equal(machine_word(&m, 0, REPLY), 0x81);
	assert_int_equal(machine_word(&m, 1, TAKEN), 77);
	assert_int_equal(machine_word(&m, 2, TAKEN), 88);
	for (NodeId n = 0; n < 3; n++)
		assert_true(m.w->nodes[n]->idle);
	machine_close(&m);
	return o;
}

static void
sets_its_crossbar(void **state)
{
	const Way ways[] = {
		{.sync = SYNC_LOCKSTEP},
		{.by_byte = true},
		{.sync = SYNC_LOCKSTEP, .by_byte = true, .slices = 3},
		{.slices = 5},
		{.engine = ENGINE_EAGER},
	};

	(void)state;
	assert_same(run, ways, sizeof ways / sizeof *ways);
}

/* Until the node has set it, the crossbar has no circuits. */
static void
nothing_before(void **state)
{
	Machine m;

	(void)state;
	machine_open(&m, topology, (Way){0});
	assert_int_equal(m.w->links.ends[NLINKS].peer, NOWHERE_END);
	assert_int_equal(m.w->links.ends[2].peer, m.w->links.first_control_end + 1);
	machine_close(&m);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_its_crossbar),
		cmocka_unit_test(nothing_before),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
