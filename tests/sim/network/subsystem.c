/*
 * subsystem.c - a node program resets and analyses the node of its subsystem, and reads its Error,
 * at the addresses of a B004; all ways to run it give the same.
 *
 * n0's program: n1, which loops, is held in reset for 2 ms and then booted; it stores a word and
 * sets Error; n0 waits until it reads that, halts n1 by Analyse and Reset, and boots it again: it
 * reports the result of testpranal, and that the word is still there.
 */
#include "rig.h"
#include "sim/past/snapshot.h"
#include "tests/temp.h"

/* Words from the bottom of memory. */
enum {
	RESULT = 0x200, /* of n0: what it read */
	KEPT = 0x201,   /* of n1: stored by its first program */
	ANALYSED = 0x202,
	ANSWER = 0x203,
};

static const char topology[] =
	"topology b004\nnode n0 mem=64K\nnode n1 mem=64K subsystem=n0\nnode n2 mem=64K\nhost h\n"
	"wire h.0 n0.0\nwire n0.1 n1.0\nwire n1.1 n2.0\nend\n";

/* Programs that n0 boots n1 with. */
static const char first[] =
	"ajw 20; testerr; mint; sthf; mint; stlf; testpranal; mint; stnl 0x202\n"
	"ldc 7; mint; stnl 0x201; seterr; 1: j 1b\n";
static const char second[] =
	"ajw 20; testpranal; mint; stnl 0x202; mint; ldnl 0x201; mint; stnl 0x203; stopp\n";

/* say_boot: outputs a program, after a byte with its length. */
static void
say_boot(Buf *text, const char *label, const char *program)
{
	Buf code = machine_assemble(program);

	buf_printf(text, "ldc %s - 1f; ldpi; 1: mint; ldnlp 1; ldc %u; out; j 2f\n%s: .byte %u",
		label, (unsigned)code.len + 1, label, (unsigned)code.len);
	for (size_t i = 0; i < code.len; i++)
		buf_printf(text, ", %u", code.data[i]);
	buf_printf(text, "\n2:\n");
	buf_free(&code);
}

/* say_pause: a loop of 1 to 2 ms. */
static void
say_pause(Buf *text)
{
	buf_printf(text, "ldc 2600; stl 1; 1: ldl 1; adc -1; stl 1; ldl 1; eqc 0; cj 1b\n");
}

static void
say_write(Buf *text, Word value, Addr address)
{
	buf_printf(text, "ldc %u; ldc %u; stnl 0\n", value, address);
}

static Buf
controller(void)
{
	Buf text = {0}, code;

	buf_printf(&text, "ajw 20\n");
	say_pause(&text);
	say_write(&text, 1, SUBSYSTEM_RESET);
	say_pause(&text);
	say_write(&text, 0, SUBSYSTEM_RESET);
	buf_printf(&text, "ldc 0; ldnl 0; mint; stnl %u\n", RESULT + 1);
	say_pause(&text);
	say_boot(&text, "first", first);
	buf_printf(&text, "1: ldc 0; ldnl 0; cj 1b\n"); /* until Error */
	buf_printf(&text, "ldc 0; lb; mint; stnl %u\n", RESULT);
	say_write(&text, 1, SUBSYSTEM_ANALYSE);
	say_pause(&text);
	say_write(&text, 1, SUBSYSTEM_RESET); /* a pulse between two moments */
	say_write(&text, 0, SUBSYSTEM_RESET);
	say_write(&text, 0, SUBSYSTEM_ANALYSE);
	say_pause(&text);
	say_boot(&text, "second", second);
	buf_printf(&text, "stopp\n");
	buf_byte(&text, 0);
	code = machine_assemble((const char *)text.data);
	buf_free(&text);
	return code;
}

static void
open_b004(Machine *m, Way way)
{
	Buf code = controller(), loop = machine_assemble("ajw 20; 1: ldc 5; stl 3; j 1b\n");

	machine_open(m, topology, way);
	machine_start(m, 0, &code);
	machine_start(m, 1, &loop);
	machine_start(m, 2, &loop);
	buf_free(&code);
	buf_free(&loop);
}

static const Time until = 40 * EPOCH;

static Outcomes
run(Way way)
{
	char name[TEMP_NAME];
	Machine m;
	Outcomes o;

	open_b004(&m, way);
	if (way.snapshot) {
		machine_run(&m, way.snapshot, &way);
		temp_file(name);
		snapshot_write(m.w, name);
		machine_close(&m);
		open_b004(&m, way);
		snapshot_read(m.w, name);
		unlink(name);
	}
	machine_run(&m, until, &way);
	o = machine_outcomes(&m);
	assert_int_equal(machine_word(&m, 0, RESULT), 1);
	assert_int_equal(machine_word(&m, 0, RESULT + 1), 0);
	assert_int_equal(machine_word(&m, 1, KEPT), 7);
	assert_int_equal(machine_word(&m, 1, ANALYSED), 1);
	assert_int_equal(machine_word(&m, 1, ANSWER), 7);
	assert_true(m.w->nodes[0]->idle && m.w->nodes[1]->idle);
	assert_false(m.w->nodes[2]->idle); /* it belongs to no subsystem */
	machine_close(&m);
	return o;
}

static void
resets_analyses_and_sees(void **state)
{
	const Way ways[] = {
		{.sync = SYNC_LOCKSTEP},
		{.by_byte = true},
		{.slices = 5},
		{.sync = SYNC_LOCKSTEP, .slices = 6},
		{.engine = ENGINE_EAGER},
		{.engine = ENGINE_EAGER, .slices = 7},
		{.snapshot = 4 * EPOCH + 300000000},
		{.snapshot = 6 * EPOCH},
		{.snapshot = 15 * EPOCH},
	};

	(void)state;
	assert_same(run, ways, sizeof ways / sizeof *ways);
}

/* While Reset is high, the node does not take messages, and its stop reason shows that. */
static void
held_in_reset(void **state)
{
	Machine m;

	(void)state;
	open_b004(&m, (Way){0});
	machine_run(&m, EPOCH, &(Way){0});
	assert_int_equal(m.w->nodes[1]->stop, STOP_NONE);
	machine_run(&m, 3 * EPOCH, &(Way){0});
	assert_int_equal(m.w->nodes[1]->stop, STOP_RESET);
	assert_false(m.w->links.ends[NLINKS].receiving);
	machine_run(&m, 4 * EPOCH, &(Way){0});
	assert_int_equal(m.w->nodes[1]->stop, STOP_BOOT);
	assert_true(m.w->links.ends[NLINKS].receiving);
	machine_close(&m);
}

/* Without a subsystem there are no registers: the addresses are outside memory. */
static void
other_nodes_have_none(void **state)
{
	Buf code = machine_assemble("ajw 20; ldc 1; ldc 0; stnl 0; stopp\n");
	Machine m;

	(void)state;
	machine_open(&m, topology, (Way){0});
	machine_start(&m, 1, &code);
	machine_run(&m, EPOCH, &(Way){0});
	assert_int_equal(m.w->nodes[1]->stop, STOP_OUTSIDE);
	machine_close(&m);
	buf_free(&code);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(resets_analyses_and_sees),
		cmocka_unit_test(held_in_reset),
		cmocka_unit_test(other_nodes_have_none),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
