/*
 * analyse.c - Analyse while a node is busy: with messages on two links, timers, events, processes
 * of both priorities.
 *
 * n0 raises Analyse of n1, then resets it, peeks at its memory, and boots it again. n1 must halt at
 * a descheduling point, with the memory that it has after the same instruction in a run without
 * Analyse (processor.md, section 14.2), and n0 must find this memory, and the bytes that links have
 * received since. All ways to run it give the same.
 */
#include "rig.h"
#include "sim/fault/fault.h"
#include "sim/past/snapshot.h"
#include "tests/temp.h"

enum {
	SHIFTS = 24,    /* how far n1's processes are shifted, in cycles */
	NEVENTS = 63,   /* before Analyse */
	PART = 10,      /* bytes that arrive of a message of 64 */
	LENGTH = 64,
	/* words from the bottom of memory, of n1 */
	AGAIN = 0x1F0,  /* where the loop of its first process begins */
	TURNS = 0x200,  /* counters: of that process, of messages, ticks, events */
	MESSAGES, TICKS, EVENTS, RECEIVED, LAST,
	IPTR = 0x208,   /* what the program booted after Analyse finds in Areg and Breg */
	WDESC = 0x209,
	PEEKED = 0x200, /* of n0: the words from TURNS to LAST */
	BUFFER = 0x800,
	BUFFER_PART = 0x840,
};

static const char topology[] =
	"topology busy\nnode n0 mem=64K\nnode n1 mem=64K subsystem=n0\nnode n2 mem=64K\nhost h\n"
	"wire h.0 n0.0\nwire n0.1 n1.0\nwire n1.1 n2.0\nwire n1.2 n2.1\nend\n";

/* n1: %s shifts its processes. Those that serve links, ticks and events have high priority. */
static const char busy[] =
	"ajw 20; %s ldc 0; stl 1\n"
	"1: mint; ldl 1; mint; wsub; stnl 0; ldl 1; adc 1; stl 1; ldl 1; eqc 11; cj 1b\n"
	"ldc 0; sttimer; ldpi again; mint; stnl 0x1F0\n"
	"ldpi sends; mint; ldnlp 0x600; stnl -1; mint; ldnlp 0x600; runp\n"
	"ldpi takes; mint; ldnlp 0x640; stnl -1; mint; ldnlp 0x640; runp\n"
	"ldpi part; mint; ldnlp 0x680; stnl -1; mint; ldnlp 0x680; runp\n"
	"ldpi ticks; mint; ldnlp 0x6C0; stnl -1; mint; ldnlp 0x6C0; runp\n"
	"ldpi events; mint; ldnlp 0x700; stnl -1; mint; ldnlp 0x700; runp\n"
	"again: ldc 2; stl 1; 1: ldl 1; adc -1; stl 1; ldl 1; eqc 0; cj 1b\n"
	"mint; ldnl 0x200; adc 1; mint; stnl 0x200; j again\n"
	"sends: mint; ldnl 0x201; adc 1; mint; stnl 0x201\n"
	"mint; ldnlp 1; mint; ldnl 0x201; outword; j sends\n"
	"takes: mint; ldnlp 0x800; mint; ldnlp 5; ldc 64; in\n"
	"mint; ldnl 0x204; adc 1; mint; stnl 0x204; j takes\n"
	"part: mint; ldnlp 0x840; mint; ldnlp 6; ldc 64; in; stopp\n"
	"ticks: ldtimer; adc 20; tin; mint; ldnl 0x202; adc 1; mint; stnl 0x202; j ticks\n"
	"events: mint; ldnlp 0; mint; ldnlp 8; ldc 0; in\n"
	"mint; ldnl 0x203; adc 1; mint; stnl 0x203; j events\n";

/* n2: sends messages of 64 bytes, and takes words; 10 bytes go over its other link. */
static const char partner[] =
	"ajw 20; mint; mint; stnl 9; mint; mint; stnl 10\n"
	"ldpi takes; mint; ldnlp 0x600; stnl -1; mint; ldnlp 0x600; runp\n"
	"mint; ldnlp 0x800; mint; ldnlp 1; ldc 10; out\n"
	"1: mint; ldnlp 0x800; mint; ldnlp 0; ldc 64; out; j 1b\n"
	"takes: mint; ldnlp 0x900; mint; ldnlp 4; ldc 4; in; j takes\n";

/* What n0 boots n1 with after Analyse. */
static const char reporter[] =
	"ajw 20; stl 0; stl 1; ldl 0; mint; stnl 0x208; ldl 1; mint; stnl 0x209; stopp\n";

static uint32_t shift;

static void
start(Machine *m, NodeId n, const char *text)
{
	Buf code = machine_assemble(text);

	machine_start(m, n, &code);
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

/* say_peeks: bytes 1 and the address to link 1, and the answer to PEEKED. */
static void
say_peeks(Buf *text)
{
	for (Word i = TURNS; i <= LAST; i++) {
		buf_printf(text, "ldc 1; mint; ldnlp 1; rev; outbyte; mint; ldnlp %u; stl 1\n", i);
		buf_printf(text, "mint; ldnlp 1; ldl 1; outword\n"
			"mint; ldnlp %u; mint; ldnlp 5; ldc 4; in\n", PEEKED + i - TURNS);
	}
}

static void
say_boot(Buf *text)
{
	Buf code = machine_assemble(reporter);

	buf_printf(text, "ldc 8f - 1f; ldpi; 1: mint; ldnlp 1; ldc %u; out; stopp\n8: .byte %u",
		(unsigned)code.len + 1, (unsigned)code.len);
	for (size_t i = 0; i < code.len; i++)
		buf_printf(text, ", %u", code.data[i]);
	buf_printf(text, "\n");
	buf_free(&code);
}

/* start_controller: Analyse acts at 2 ms, Reset rises at 4 ms, falls at 5 or 6 ms. */
static void
start_controller(Machine *m)
{
	Buf text = {0};

	buf_printf(&text, "ajw 20\n");
	say_pause(&text);
	say_write(&text, 1, SUBSYSTEM_ANALYSE);
	say_pause(&text);
	say_pause(&text);
	say_write(&text, 1, SUBSYSTEM_RESET);
	say_pause(&text);
	say_write(&text, 0, SUBSYSTEM_RESET);
	say_write(&text, 0, SUBSYSTEM_ANALYSE);
	say_pause(&text);
	say_peeks(&text);
	say_boot(&text);
	buf_byte(&text, 0);
	start(m, 0, (char *)text.data);
	buf_free(&text);
}

/* add_events: the event pin of n1 rises every 30 us. */
static void
add_events(Machine *m)
{
	Buf text = {0};

	for (int i = 1; i <= NEVENTS; i++)
		buf_printf(&text, "event n1 at %dus\n", 30 * i + 100);
	faults_read(m->w, NULL, "test.faults", (char *)text.data, text.len, true);
	buf_free(&text);
}

static void
open_busy(Machine *m, Way way, bool analysed)
{
	Buf wait = {0}, text = {0};

	for (uint32_t i = 0; i < shift; i++)
		buf_printf(&wait, "ajw 0;");
	buf_byte(&wait, 0);
	buf_printf(&text, busy, (char *)wait.data);
	buf_byte(&text, 0);
	machine_open(m, topology, way);
	if (analysed)
		start_controller(m);
	start(m, 1, (char *)text.data);
	start(m, 2, partner);
	for (Word i = 0; i < LENGTH; i++)
		m->w->nodes[2]->r.mem[4 * BUFFER + i] = i + 1;
	add_events(m);
	buf_free(&wait);
	buf_free(&text);
}

static const Time halted = 3 * EPOCH, until = 12 * EPOCH;

/* assert_halted: n1 has stopped where its process gives way; returns whether at the loop's jump. */
static bool
assert_halted(const Machine *m)
{
	const T800 *c = m->w->nodes[1];
	bool jumped = c->r.iptr == machine_word(m, 1, AGAIN);

	assert_int_equal(c->stop, STOP_ANALYSE);
	assert_true(jumped || c->idle
		|| get32(c->r.mem + (c->r.wptr + W_IPTR - MOSTNEG)) == c->r.iptr);
	return jumped;
}

/*
 * assert_same_memory: n1 has the memory that it has at the same clock without Analyse; false if
 * something was due there that only a node that goes on handles.
 */
static bool
assert_same_memory(const Machine *m)
{
	const T800 *c = m->w->nodes[1];
	Machine other;
	Cycles when;

	due_next(c, &when);
	if (when < c->r.cycles)
		return false;
	open_busy(&other, (Way){0}, false);
	machine_run(&other, node_time(m->w, 1, c->r.cycles), &(Way){0});
	assert_int_equal(t800_count(other.w->nodes[1]), t800_count(c));
	assert_memory_equal(other.w->nodes[1]->r.mem, c->r.mem, 64 << 10);
	machine_close(&other);
	return true;
}

static Outcomes
run(Way way)
{
	char name[TEMP_NAME];
	Machine m;
	Outcomes o;
	Word before[LAST - TURNS + 1], iptr, desc;

	open_busy(&m, way, true);
	if (way.snapshot) {
		machine_run(&m, way.snapshot, &way);
		temp_file(name);
		snapshot_write(m.w, name);
		machine_close(&m);
		open_busy(&m, way, true);
		snapshot_read(m.w, name);
		unlink(name);
	}
	machine_run(&m, halted, &way);
	assert_halted(&m);
	for (Word i = 0; i <= LAST - TURNS; i++)
		before[i] = machine_word(&m, 1, TURNS + i);
	iptr = m.w->nodes[1]->r.iptr;
	desc = wdesc(m.w->nodes[1]);
	machine_run(&m, until, &way);
	for (Word i = 0; i <= LAST - TURNS; i++)
		assert_int_equal(machine_word(&m, 0, PEEKED + i), before[i]);
	assert_int_equal(machine_word(&m, 1, IPTR), iptr);
	assert_int_equal(machine_word(&m, 1, WDESC), desc);
	for (Word i = 0; i < LENGTH; i++) {
		assert_int_equal(m.w->nodes[1]->r.mem[4 * BUFFER + i], i + 1);
		assert_int_equal(m.w->nodes[1]->r.mem[4 * BUFFER_PART + i], i < PART ? i + 1 : 0);
	}
	o = machine_outcomes(&m);
	machine_close(&m);
	return o;
}

/* Wherever n1 is when Analyse rises, it halts at a point that its run has without Analyse, too. */
static void
halts_at_a_descheduling_point(void **state)
{
	uint32_t jumped = 0, compared = 0;

	(void)state;
	for (shift = 0; shift < SHIFTS; shift++) {
		Machine m;

		open_busy(&m, (Way){0}, true);
		machine_run(&m, halted, &(Way){0});
		jumped += assert_halted(&m);
		for (Word i = 0; i <= RECEIVED - TURNS; i++)
			assert_in_range(machine_word(&m, 1, TURNS + i), 2, 100000);
		assert_int_equal(machine_word(&m, 1, EVENTS), NEVENTS);
		compared += assert_same_memory(&m);
		machine_close(&m);
	}
	assert_in_range(jumped, 1, SHIFTS - 1);
	assert_in_range(compared, SHIFTS / 2, SHIFTS);
}

static void
all_ways_find_the_same(void **state)
{
	const Way ways[] = {
		{.sync = SYNC_LOCKSTEP},
		{.by_byte = true, .slices = 3},
		{.slices = 5},
		{.engine = ENGINE_EAGER},
		{.engine = ENGINE_EAGER, .ahead = 2000, .slices = 7},
		{.engine = ENGINE_TRANSLATE},
		{.threads = 2},
		{.snapshot = EPOCH + 30000000},
		{.engine = ENGINE_EAGER, .snapshot = 2 * EPOCH},
		{.snapshot = 5 * EPOCH},
	};

	(void)state;
	for (shift = 0; shift < SHIFTS; shift += 7)
		assert_same(run, ways, sizeof ways / sizeof *ways);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(halts_at_a_descheduling_point),
		cmocka_unit_test(all_ways_find_the_same),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
