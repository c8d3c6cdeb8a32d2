/*
 * rom.c - nodes that boot from ROM: where they begin, that ROM can be read, moved, sent and
 * executed but not written, and that all ways to run them give the same.
 *
 * n0's ROM stores the registers that it begins with, tries to write to itself in all ways, copies a
 * program to memory and calls it there, and boots n1 over a link with bytes in the ROM. n2 has the
 * same ROM, and is reset by n0: it begins again.
 */
#include "rig.h"
#include "shadow.h"
#include "base/files.h"
#include "sim/past/snapshot.h"
#include "tests/temp.h"

enum {
	ROM = 0x7FFFFC00, /* its first byte; it has 1 KB */
	/* words from the bottom of memory */
	AREG = 0x200, BREG, WPTR, WRITTEN, BYTE, COPIED, TURNS, PRIORITY,
};

static const char topology[] =
	"topology rom\nnode n0 mem=64K boot=rom:%s\nnode n1 mem=64K\n"
	"node n2 mem=64K boot=rom:%s subsystem=n0\nhost h\n"
	"wire h.0 n0.0\nwire n0.1 n1.0\nwire n1.1 n2.0\nend\n";

/* What n0 sends n1: a byte with the length, and code that stores 7 in TURNS. */
static const char booted[] = "ajw 20; ldc 7; mint; stnl 0x206; stopp\n";

static const char program[] =
	"	.base 0x7ffffc00\n"
	"first:	.word 0x12345678\n"
	"copied:	stl 2; ldc 99; mint; stnl 0x205; ldl 2; gcall\n"
	"end:\n"
	"boot:	.byte %s\n"
	"begin:	mint; stnl 0x200; mint; stnl 0x201; ldlp 0; mint; stnl 0x202; ldpri; mint; stnl 0x207\n"
	"	ajw 40; mint; mint; stnl 9; mint; mint; stnl 10; ldc 0; sttimer\n"
	"	mint; ldnl 0x206; adc 1; mint; stnl 0x206\n" /* turns */
	"	ldc 5; ldpi first; stnl 0\n"                  /* a word into the ROM */
	"	ldc 5; ldpi first; sb\n"                      /* a byte */
	"	mint; ldpi first; ldc 4; move\n"              /* a block */
	"	ldpi first; ldnl 0; mint; stnl 0x203\n"
	"	ldpi first; adc 1; lb; mint; stnl 0x204\n"
	"	ldpi copied; mint; ldnlp 0x400; ldc end - copied; move\n"
	"	mint; ldnlp 0x400; gcall\n"
	"	ldpi boot; mint; ldnlp 1; ldc %u; out\n"
	"	ldc 3000; stl 1; 1: ldl 1; adc -1; stl 1; ldl 1; eqc 0; cj 1b\n"
	"	ldc 1; ldc 0; stnl 0\n" /* Reset of n2, which waits for its output */
	"	ldc 3000; stl 1; 1: ldl 1; adc -1; stl 1; ldl 1; eqc 0; cj 1b\n"
	"	ldc 0; ldc 0; stnl 0; stopp\n"
	"	.space 0x3f0 - (. - first)\n"
	"	j begin\n"
	"	.space 0x3fe - (. - first)\n"
	"_start:	j -16\n"; /* far */

static char name[TEMP_NAME];

/* make_rom: put the image into a file, whose name is in `name`. */
static int
make_rom(void **state)
{
	Buf code = machine_assemble(booted), bytes = {0}, text = {0}, rom;

	buf_printf(&bytes, "%u", (unsigned)code.len);
	for (size_t i = 0; i < code.len; i++)
		buf_printf(&bytes, ", %u", code.data[i]);
	buf_byte(&bytes, 0);
	buf_printf(&text, program, (char *)bytes.data, (unsigned)code.len + 1);
	buf_byte(&text, 0);
	rom = machine_assemble((char *)text.data);
	temp_file(name);
	assert_int_equal(rom.len, MOSTNEG - ROM);
	file_write(name, rom.data, rom.len);
	buf_free(&code);
	buf_free(&bytes);
	buf_free(&text);
	buf_free(&rom);
	(void)state;
	return 0;
}

static int
remove_rom(void **state)
{
	(void)state;
	return unlink(name);
}

static void
open_rom(Machine *m, Way way)
{
	Buf text = {0};

	buf_printf(&text, topology, name, name);
	buf_byte(&text, 0);
	machine_open(m, (char *)text.data, way);
	buf_free(&text);
}

static const Time until = 12 * EPOCH;

/* assert_begun: the processor began as the data sheet says, and the ROM did what it should. */
static void
assert_begun(const Machine *m, NodeId n)
{
	assert_int_equal(machine_word(m, n, WPTR), 0x80000070);
	assert_int_equal(machine_word(m, n, PRIORITY), LOW);
	assert_int_equal(machine_word(m, n, WRITTEN), 0x12345678);
	assert_int_equal(machine_word(m, n, BYTE), 0x56);
	assert_int_equal(machine_word(m, n, COPIED), 99);
}

static Outcomes
run(Way way)
{
	char snapshot[TEMP_NAME];
	Shadow *shadow = NULL;
	Machine m;
	Outcomes o;

	open_rom(&m, way);
	assert_int_equal(m.w->nodes[0]->r.iptr, 0x7FFFFFFE);
	assert_int_equal(m.w->nodes[1]->stop, STOP_BOOT);
	if (way.watched)
		shadow = shadow_new(m.w);
	if (way.snapshot) {
		machine_run(&m, way.snapshot, &way);
		temp_file(snapshot);
		snapshot_write(m.w, snapshot);
		machine_close(&m);
		open_rom(&m, way);
		snapshot_read(m.w, snapshot);
		unlink(snapshot);
	}
	machine_run(&m, until, &way);
	assert_begun(&m, 0);
	assert_begun(&m, 2);
	assert_int_equal(machine_word(&m, 0, TURNS), 1);
	assert_int_equal(machine_word(&m, 1, TURNS), 7);
	assert_int_equal(machine_word(&m, 2, TURNS), 2);
	assert_int_equal(machine_word(&m, 2, BREG), NOTPROCESS | LOW); /* it was idle at its reset */
	for (NodeId n = 0; n < 3; n++)
		assert_true(m.w->nodes[n]->stop == STOP_NONE && m.w->nodes[n]->idle);
	if (shadow)
		shadow_free(shadow);
	o = machine_outcomes(&m);
	machine_close(&m);
	return o;
}

static void
boots_from_rom(void **state)
{
	const Way ways[] = {
		{.sync = SYNC_LOCKSTEP},
		{.by_byte = true, .slices = 3},
		{.slices = 5},
		{.engine = ENGINE_TRANSLATE},
		{.engine = ENGINE_EAGER, .ahead = 2000, .slices = 7},
		{.threads = 2, .engine = ENGINE_EAGER},
		{.watched = true},
		{.watched = true, .engine = ENGINE_EAGER, .slices = 4},
		{.snapshot = 10000000},
		{.engine = ENGINE_EAGER, .snapshot = 3 * EPOCH},
	};

	(void)state;
	assert_same(run, ways, sizeof ways / sizeof *ways);
}

/* The gap between memory and ROM is outside, and so is what lies across the ROM's ends. */
static void
ends_of_rom(void **state)
{
	static const struct {
		const char *code;
		bool outside;
	} cases[] = {
		{"ldc 0x7ffffc00; ldnl 0", false},
		{"ldc 0x7ffffbfc; ldnl 0", true},
		{"ldc 0x7ffffc00; mint; ldnlp 0x400; ldc 1024; move", false},
		{"ldc 0x7ffffbff; mint; ldnlp 0x400; ldc 4; move", true},
		{"ldc 0x7ffffc00; mint; ldnlp 0x400; ldc 1025; move", true},
		{"mint; ldnlp 0x400; ldc 0x7ffffc00; ldc 1024; move", false},
		{"ldc 0x7ffffb00; gcall", true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *text = xasprintf("ajw 20; %s; stopp", cases[i].code);
		Buf code = machine_assemble(text);
		Machine m;

		open_rom(&m, (Way){0});
		machine_start(&m, 0, &code);
		machine_run(&m, EPOCH, &(Way){0});
		assert_int_equal(m.w->nodes[0]->stop, cases[i].outside ? STOP_OUTSIDE : STOP_NONE);
		machine_close(&m);
		buf_free(&code);
		free(text);
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(boots_from_rom),
		cmocka_unit_test(ends_of_rom),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_rom, remove_rom);
}
