/*
 * One node from outside: the event pin, pre-emption and its latency, timeslices, timers, Analyse
 * and Reset, every undefined operation of every chip, and the other reasons to stop.
 */
#include "code.h"

#include <unistd.h>

enum {
	CODE = 0x80000100,
	HIGH_CODE = 0x80000200,
	WORKSPACE = 0x80000300,
	OTHER = 0x80000380,
	HIGH_WORKSPACE = 0x80000400,
	DATA = 0x80000500,
	CHANNEL = 0x800004F0,
	EXTERNAL = 0x80002000,
	MEMORY = 64 << 10,
	SLICE = 20480, /* cycles of a timeslice period at 20 MHz */
	TICK = 20,     /* cycles of a microsecond */
	LATENCY = 58,  /* cycles from a ready high process to its first instruction, at most ... */
	LATENCY_FPU = 78, /* ... with the floating-point unit busy (section 7.5) */
};

static T800 *
new_node(Chip chip, Unmapped unmapped)
{
	NodeSpec spec = {
		.name = "n", .chip = chip, .khz = 20000, .mem = MEMORY, .onchip = PAGE, .unmapped = unmapped};

	return t800_new(&spec);
}

/* fresh: a low process at CODE with this code, its own node. */
static T800 *
fresh(const char *code)
{
	T800 *c = new_node(CHIP_T805, UNMAPPED_STOP);

	node_start(c, CODE, WORKSPACE, LOW);
	code_put(c, CODE, code);
	return c;
}

/* event: the pin rises, as the network does it. */
static void
event(T800 *c)
{
	t800_event(c);
	process_settle(c);
}

/* go: run for n cycles, or until the node is idle. */
static void
go(T800 *c, Cycles n)
{
	t800_run(c, c->r.cycles + n);
}

/* with_waiter: a high process waits for the event pin; then it spins. */
static T800 *
with_waiter(const char *code)
{
	T800 *c = fresh(code);

	code_put(c, HIGH_CODE, "mint ldnlp:8 ldc:0 in j:-2");
	/* mint ldnlp in: Areg is the length, Breg the channel */
	code_put(c, HIGH_CODE, "mint ldnlp:8 ldc:0 in j:-2");
	set_word(c, HIGH_WORKSPACE + W_IPTR, HIGH_CODE);
	process_ready(c, HIGH_WORKSPACE);
	process_settle(c);
	while (c->event_waiter != EVENT_INPUT)
		go(c, 1);
	return c;
}

/* ---- the event pin ---- */

static void
test_event_after_in(void **state)
{
	T800 *c = fresh("mint ldnlp:8 ldc:0 in ldc:7 " END);

	(void)state;
	go(c, 1000);
	assert_true(c->idle);
	assert_int_equal(word_at(c, EVENT_CHANNEL), WORKSPACE | LOW);
	event(c);
	go(c, 1000);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	assert_int_equal(c->r.areg, 7);
	assert_int_equal(word_at(c, EVENT_CHANNEL), NOTPROCESS);
	assert_false(c->event_pending);
	t800_free(c);
}

/* One event is kept until somebody asks; a second one before that is lost. */
static void
test_event_before_in(void **state)
{
	T800 *c = fresh("mint ldnlp:8 ldc:0 in mint ldnlp:8 ldc:0 in " END);

	(void)state;
	event(c);
	event(c);
	go(c, 1000);
	assert_true(c->idle);
	event(c);
	go(c, 1000);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	t800_free(c);
}

#define EVENT_ALT "alt mint ldnlp:8 ldc:1 enbc altwt mint ldnlp:8 ldc:1 ldc:5 disc "

static void
test_event_in_alt(void **state)
{
	(void)state;
	for (int before = 0; before < 2; before++) {
		T800 *c = fresh(EVENT_ALT "stl:1 ldl:0 stl:2 mint ldnlp:8 ldc:0 in " END);

		if (before)
			event(c);
		go(c, 1000);
		assert_int_equal(c->idle, !before);
		if (!before) {
			assert_int_equal(word_at(c, EVENT_CHANNEL), WORKSPACE | LOW);
			event(c);
			go(c, 1000);
		}
		assert_int_equal(c->stop, STOP_ILLEGAL);
		assert_int_equal(word_at(c, WORKSPACE + 4), 1);
		assert_int_equal(word_at(c, WORKSPACE + 8), 5);
		assert_false(c->event_pending);
		t800_free(c);
	}
}

/* An event between enabling and waiting, and none at all while a skip is ready. */
static void
test_event_while_enabling(void **state)
{
	T800 *c = fresh("alt mint ldnlp:8 ldc:1 enbc j:0 j:0 j:0 j:0 altwt mint ldnlp:8 ldc:1 ldc:5 disc "
			"stl:1 " END);

	(void)state;
	while (c->event_waiter != EVENT_GUARD)
		go(c, 1);
	event(c);
	assert_int_equal(word_at(c, WORKSPACE + W_STATE), READY);
	go(c, 1000);
	assert_int_equal(word_at(c, WORKSPACE + 4), 1);
	assert_true(c->event_pending);
	t800_free(c);
	c = fresh("alt mint ldnlp:8 ldc:1 enbc ldc:1 enbs altwt mint ldnlp:8 ldc:1 ldc:5 disc stl:1 " END);
	go(c, 1000);
	assert_int_equal(word_at(c, WORKSPACE + 4), 0);
	assert_int_equal(word_at(c, EVENT_CHANNEL), NOTPROCESS);
	assert_int_equal(c->event_waiter, EVENT_NOBODY);
	t800_free(c);
}

/* ---- pre-emption ---- */

/* Long instructions for the low process; a partner waits on CHANNEL. */
static const struct {
	const char *code;
	Cycles at_most;
} preempted[] = {
	{"ldc:0 cj:-2", LATENCY},
	{"j:-1", LATENCY},
	{"ldl:1 ldl:2 mul stl:3 j:-6", LATENCY},
	{"mint ldnlp:0x400 mint ldnlp:0x1000 ldc:8000 move j:-17", LATENCY},
	{"ldlp:0 ldnlp:64 mint ldnlp:0x13c ldc:4000 out j:-14", LATENCY},
	{"ldlp:0 ldnlp:64 mint ldnlp:0x13c ldc:4000 in j:-14", LATENCY},
	{"ldc:64 ldc:64 ldc:200 move2dinit mint ldnlp:0x400 mint ldnlp:0x1000 ldc:50 move2dall j:-26", LATENCY},
	{"fpldzerodb fpldzerodb fpdiv j:-7", LATENCY_FPU},
	{"ldtimer adc:-1 tin j:-7", LATENCY},
};

/* latency: cycles from the event, `after` cycles from now, to the high process's first instruction. */
static Cycles
latency(const char *code, Cycles after)
{
	T800 *c = with_waiter(code);
	Cycles rises, taken;

	set_word(c, CHANNEL, OTHER | LOW);
	set_word(c, OTHER + W_POINTER, EXTERNAL);
	set_word(c, OTHER + W_IPTR, CODE);
	rises = c->r.cycles + after;
	t800_run(c, rises);
	assert_int_equal(c->stop, STOP_NONE);
	assert_int_equal(c->priority, LOW);
	event(c);
	assert_int_equal(c->priority, HIGH);
	taken = c->r.cycles - rises;
	t800_free(c);
	return taken;
}

static void
test_latency(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof preempted / sizeof *preempted; i++) {
		Cycles worst = 0;

		for (Cycles after = 100; after < 400; after++) {
			Cycles taken = latency(preempted[i].code, after);

			worst = taken > worst ? taken : worst;
		}
		if (worst > preempted[i].at_most || worst < CYCLES_PREEMPT)
			fail_msg("'%s' holds a high process up for %llu cycles, %llu is the most",
				preempted[i].code, (unsigned long long)worst,
				(unsigned long long)preempted[i].at_most);
	}
}

/* A process at the other end of a long message goes on when all of it has been moved. */
static void
test_message_takes_its_time(void **state)
{
	(void)state;
	for (int partner = HIGH; partner <= LOW; partner++) {
		T800 *c = fresh("ldlp:64 mint ldnlp:0x13c ldc:4000 out stopp");
		Cycles from = c->r.cycles;
		Addr w = partner == HIGH ? HIGH_WORKSPACE : OTHER;

		set_word(c, CHANNEL, w | partner);
		set_word(c, w + W_POINTER, EXTERNAL);
		set_word(c, w + W_IPTR, HIGH_CODE);
		code_put(c, HIGH_CODE, "ldc:0 " END);
		go(c, 1000);
		assert_int_equal(c->priority, LOW);
		assert_int_equal(c->r.wptr, WORKSPACE);
		go(c, 10000);
		assert_int_equal(c->stop, STOP_ILLEGAL);
		assert_int_equal(c->r.wptr, w);
		assert_in_range(c->r.cycles - from, 2 * 1000 + 19, 2 * 1000 + 19 + 60);
		t800_free(c);
	}
}

/* ---- timeslices ---- */

static void
test_timeslice(void **state)
{
	T800 *c = fresh("j:-1");
	Cycles last = 0, shortest = NEVER, longest = 0;
	Word w;

	(void)state;
	set_word(c, OTHER + W_IPTR, CODE);
	process_ready(c, OTHER | LOW);
	w = c->r.wptr;
	for (int changes = 0; changes < 20;) {
		go(c, 7);
		if (c->r.wptr == w)
			continue;
		w = c->r.wptr;
		changes++;
		if (changes > 1) {
			Cycles length = c->r.cycles - last;

			shortest = length < shortest ? length : shortest;
			longest = length > longest ? length : longest;
		}
		last = c->r.cycles;
	}
	assert_true(shortest > SLICE - 10);
	assert_true(longest < 2 * SLICE + 10);
	t800_free(c);
}

/* ---- timers ---- */

/* A process that waits until T starts when the clock reaches T + 1, whatever the node's clock. */
static void
test_timer_exact(void **state)
{
	static const uint32_t khz[] = {17500, 20000, 22500, 25000, 30000, 35000};

	(void)state;
	for (int i = 0; i < 6; i++)
		for (int priority = HIGH; priority <= LOW; priority++) {
			NodeSpec spec = {.name = "n", .khz = khz[i], .mem = MEMORY, .onchip = PAGE};
			T800 *c = t800_new(&spec);
			Cycles due;
			Word time;

			node_start(c, CODE, WORKSPACE, priority);
			code_put(c, CODE, "ldtimer adc:5 stl:1 ldl:1 tin " END);
			go(c, 200);
			assert_true(c->idle);
			time = word_at(c, WORKSPACE + 4);
			assert_int_equal(due_next(c, &due), DUE_TIMER_HIGH + priority);
			assert_int_equal(clock_read(c, due, priority), time + 1);
			assert_int_equal(clock_read(c, due - 1, priority), time);
			go(c, 100000);
			assert_int_equal(c->stop, STOP_ILLEGAL);
			assert_in_range(c->r.cycles - due, CYCLES_WAKE, CYCLES_WAKE + 10);
			t800_free(c);
		}
}

/* sttimer and timerenable bring a waiting time nearer: it is served at the next checkpoint. */
static void
test_timer_brought_near(void **state)
{
	static const char *const near[] = {"ldc:5000 sttimer j:-1", "timerdisableh ldc:5000 sttimer "
							 "timerenableh j:-1"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		T800 *c = fresh(near[i]);

		set_word(c, HIGH_WORKSPACE + W_IPTR, HIGH_CODE);
		code_put(c, HIGH_CODE, "ldc:1000 tin " END);
		process_ready(c, HIGH_WORKSPACE);
		process_settle(c);
		go(c, 1000);
		assert_int_equal(c->stop, STOP_ILLEGAL);
		assert_int_equal(c->priority, HIGH);
		t800_free(c);
	}
}

static void
test_due_order(void **state)
{
	T800 *c = new_node(CHIP_T800, UNMAPPED_STOP);
	Cycles when;

	(void)state;
	assert_int_equal(due_next(c, &when), NDUE);
	assert_true(when == NEVER);
	for (int i = NDUE - 1; i >= 0; i--) {
		c->due[i] = 100;
		assert_int_equal(due_next(c, &when), i);
		assert_int_equal(when, 100);
	}
	c->due[DUE_GUARD + 3] = 99;
	assert_int_equal(due_next(c, &when), DUE_GUARD + 3);
	assert_int_equal(when, 99);
	t800_free(c);
}

/* ---- Analyse and Reset ---- */

static void
boot_end(T800 *c)
{
	uint8_t code[8] = {0x22, 0xFA, 0x60, 0xBF, 0x21, 0x2F, 0xFE}; /* testpranal, ajw -1, end */

	boot_code(c, code, 7, 2);
}

static void
test_analyse(void **state)
{
	T800 *c = fresh("ldc:5 stl:1 ldc:0 cj:-2");
	Word low, high;

	(void)state;
	set_word(c, OTHER + W_IPTR, CODE);
	process_ready(c, OTHER | LOW);
	set_word(c, DATA, 0x12345678);
	c->fpu[LOW].reg[0] = 99;
	go(c, 5000);
	high = clock_read(c, c->r.cycles, HIGH);
	low = clock_read(c, c->r.cycles, LOW);
	t800_halt(c);
	assert_int_equal(c->stop, STOP_ANALYSE);
	t800_run(c, c->r.cycles + 1000);
	assert_int_equal(c->stop, STOP_ANALYSE);
	t800_reset(c, true);
	assert_int_equal(c->stop, STOP_BOOT);
	c->r.cycles += 100000;
	boot_end(c);
	assert_in_range(c->r.areg, CODE, CODE + 5);
	assert_int_equal(c->r.breg, WORKSPACE | LOW);
	assert_int_equal(c->r.creg, LINK_IN0 + 8);
	assert_int_equal(c->r.wptr, 0x80000078);
	assert_int_equal(word_at(c, DATA), 0x12345678);
	assert_int_equal(c->fpu[LOW].reg[0], 99);
	/* queues and clocks are as they were */
	assert_int_equal(c->fptr[LOW], OTHER);
	assert_int_equal(c->bptr[LOW], OTHER);
	assert_int_equal(clock_read(c, c->r.cycles, HIGH), high);
	assert_int_equal(clock_read(c, c->r.cycles, LOW), low);
	go(c, 100);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	assert_int_equal(c->r.areg, 1); /* testpranal */
	assert_int_equal(c->r.wptr, 0x80000074);
	t800_free(c);
}

/* After a halt by Error, Areg is two bytes past the erring instruction; the flags stay. */
static void
test_analyse_error(void **state)
{
	T800 *c = fresh("sethalterr ldc:0 seterr ldc:1 ldc:2");

	(void)state;
	go(c, 1000);
	assert_int_equal(c->stop, STOP_ERROR);
	t800_halt(c);
	assert_int_equal(c->stop, STOP_ERROR);
	t800_reset(c, true);
	assert_true(c->error && c->haltonerror);
	boot_end(c);
	assert_int_equal(c->r.areg, CODE + 5 + 1);
	assert_int_equal(c->r.breg, WORKSPACE | LOW);
	t800_free(c);
}

static void
test_reset(void **state)
{
	T800 *c = fresh("setj0break sethalterr ldlp:0 stlf ldtimer adc:1 tin");

	(void)state;
	set_word(c, DATA, 0x12345678);
	go(c, 1000);
	c->error = true;
	t800_reset(c, false);
	assert_int_equal(c->stop, STOP_BOOT);
	assert_int_equal(word_at(c, DATA), 0x12345678);
	assert_false(c->error || c->haltonerror || c->j0break || c->analysed);
	assert_int_equal(c->fptr[LOW], NOTPROCESS);
	boot_end(c);
	assert_int_equal(clock_read(c, c->r.cycles + 100000, HIGH), 0);
	go(c, 100);
	assert_int_equal(c->r.areg, 0);
	t800_free(c);
}

static void
test_boot_places(void **state)
{
	static const Addr memstarts[NCHIPS] = {
		[CHIP_T414] = 0x80000048, [CHIP_T425] = 0x80000070, [CHIP_T800] = 0x80000070,
		[CHIP_T805] = 0x80000070};

	(void)state;
	for (int chip = 0; chip < NCHIPS; chip++)
		for (Word n = 1; n < 10; n++) {
			T800 *c = new_node(chip, UNMAPPED_STOP);
			uint8_t code[10] = {0x41};

			boot_code(c, code, n, 1);
			assert_int_equal(c->r.iptr, memstarts[chip]);
			assert_int_equal(c->r.wptr, memstarts[chip] + (n + 3) / 4 * 4);
			assert_int_equal(c->priority, LOW);
			assert_int_equal(c->r.creg, 0x80000014);
			assert_int_equal(word_at(c, memstarts[chip]), 0x41);
			t800_free(c);
		}
}

/* ---- reasons to stop ---- */

/* legal: does the chip have the operation (or the entry of the floating-point unit)? */
static bool
legal(Word code, bool entry, Chip chip)
{
	for (int i = 0; i < NINSTRUCTIONS; i++)
		if (instructions[i].kind == (entry ? IS_ENTRY : IS_OPER) && instructions[i].code == code)
			return instructions[i].chips >> chip & 1;
	return false;
}

static void
try_operation(T800 *c, Word code, bool entry)
{
	char *text = entry ? xasprintf("ldc:%u fpentry", code) : xasprintf("opr:%u", code);
	bool expected = !legal(entry ? 0xAB : code, false, c->chip)
		|| (entry && !legal(code, true, c->chip));
	Addr at;

	node_start(c, CODE, WORKSPACE, LOW);
	c->r.areg = c->r.breg = c->r.creg = DATA;
	at = code_put(c, CODE, text);
	for (int i = 0; i < 10; i++)
		at = code_put(c, at, "ldc:0");
	t800_run(c, c->r.cycles + 1);
	if ((c->stop == STOP_ILLEGAL) != expected)
		fail_msg("%s on chip %d: %s", text, c->chip, stop_text(c->stop));
	if (expected && !entry)
		assert_int_equal(c->fault, code);
	free(text);
}

static void
test_operations(void **state)
{
	(void)state;
	for (int chip = 0; chip < NCHIPS; chip++) {
		T800 *c = new_node(chip, UNMAPPED_STOP);

		for (Word code = 0; code < 0x400; code++)
			try_operation(c, code, false);
		for (Word code = 0; code < 0x200; code++)
			try_operation(c, code, true);
		try_operation(c, 0x7FFFFFFF, false);
		try_operation(c, 0xFFFFFFFF, false);
		t800_free(c);
	}
}

static void
stops(const char *code, Unmapped unmapped, Stop why, Addr fault)
{
	T800 *c = new_node(CHIP_T800, unmapped);

	node_start(c, CODE, WORKSPACE, LOW);
	code_put(c, CODE, code);
	go(c, 100000000);
	if (c->stop != why)
		fail_msg("%s: %s", code, stop_text(c->stop));
	assert_int_equal(c->fault, fault);
	t800_free(c);
}

static void
test_stops(void **state)
{
	(void)state;
	stops("ldc:0x100 ldnl:0 " END, UNMAPPED_STOP, STOP_OUTSIDE, 0x100);
	stops("ldc:0x100 ldnl:0 " END, UNMAPPED_FLOAT, STOP_ILLEGAL, UNDEFINED);
	stops("ldc:1 ldc:0x100 stnl:0 " END, UNMAPPED_STOP, STOP_OUTSIDE, 0x100);
	stops("ldc:0x101 lb " END, UNMAPPED_STOP, STOP_OUTSIDE, 0x101);
	stops("ldc:0x101 sb " END, UNMAPPED_STOP, STOP_OUTSIDE, 0x101);
	stops("ldc:0x100 gcall", UNMAPPED_FLOAT, STOP_OUTSIDE, 0x100);
	stops("ldc:0x100 gajw ret", UNMAPPED_STOP, STOP_OUTSIDE, 0x100);
	stops("mint ldc:0x100 ldc:4 move", UNMAPPED_STOP, STOP_OUTSIDE, 0x100);
	stops("ldc:0x100 mint ldnlp:0x100 ldc:4 move", UNMAPPED_STOP, STOP_OUTSIDE, 0x100);
	stops("mint ldnlp:0x100 mint ldc:0x10000 move", UNMAPPED_STOP, STOP_OUTSIDE, MOSTNEG + MEMORY);
	stops("ldc:0x100 mint ldnlp:1 ldc:4 out", UNMAPPED_STOP, STOP_OUTSIDE, 0x100);
	stops("ldc:0x100 runp stopp", UNMAPPED_STOP, STOP_OUTSIDE, 0xFC);
	stops("sethalterr seterr", UNMAPPED_STOP, STOP_ERROR, CODE + 4);
}

/* A timer queue that leads back into itself: inserting, removing and expiring end. */
static void
test_hang(void **state)
{
	static const char *const code[] = {
		"ldc:1000 tin",               /* insert */
		"ldc:0 ldc:1 ldc:0 dist",     /* remove */
	};

	(void)state;
	for (int i = 0; i < 2; i++) {
		T800 *c = fresh(code[i]);

		set_word(c, TPTRLOC1, OTHER);
		set_word(c, OTHER + W_TLINK, OTHER);
		set_word(c, OTHER + W_TIME, 500);
		set_word(c, WORKSPACE + W_TLINK, OTHER);
		c->tvalid[LOW] = true;
		c->tnext[LOW] = 500;
		go(c, 1000);
		assert_int_equal(c->stop, STOP_HANG);
		t800_free(c);
	}
}

/* Expiry from a queue without end: a head whose time is always past, on a bus that floats. */
static void
test_hang_expiry(void **state)
{
	T800 *c = new_node(CHIP_T800, UNMAPPED_FLOAT);

	(void)state;
	node_start(c, CODE, WORKSPACE, LOW);
	code_put(c, CODE, "ldc:5 sttimer j:-1");
	set_word(c, TPTRLOC0, 0x100);
	c->tvalid[HIGH] = true;
	c->tnext[HIGH] = -1;
	go(c, 1000);
	assert_true(c->stop == STOP_HANG || c->stop == STOP_NONE);
	t800_free(c);
}

/* A node that has stopped stays as it is. */
static void
test_stopped_stays(void **state)
{
	T800 *c = fresh("ldc:1 " END);
	Regs r;

	(void)state;
	go(c, 1000);
	r = c->r;
	go(c, 1000);
	assert_memory_equal(&r, &c->r, sizeof r);
	t800_free(c);
}

/* ---- memory ---- */

static long
resident_pages(void)
{
	Buf b = file_read("/proc/self/statm", 1000);
	long total, resident;

	buf_byte(&b, 0);
	assert_int_equal(sscanf((char *)b.data, "%ld %ld", &total, &resident), 2);
	buf_free(&b);
	return resident;
}

/* Hundred nodes of a gigabyte, each with a word at either end, cost a few pages each. */
static void
test_memory_is_lazy(void **state)
{
	enum { NODES = 100 };
	NodeSpec spec = {.name = "n", .khz = 20000, .mem = 1 << 30, .onchip = PAGE};
	long before = resident_pages(), after;
	T800 *nodes[NODES];

	(void)state;
	for (int i = 0; i < NODES; i++) {
		nodes[i] = t800_new(&spec);
		node_start(nodes[i], CODE, WORKSPACE, LOW);
		code_put(nodes[i], CODE, "ldc:0xbffffffc ldnl:0 adc:1 ldc:0xbffffffc stnl:0 " END);
		go(nodes[i], 1000);
		assert_int_equal(nodes[i]->stop, STOP_ILLEGAL);
		assert_int_equal(word_at(nodes[i], 0xBFFFFFFC), 1);
	}
	after = resident_pages();
	for (int i = 0; i < NODES; i++)
		t800_free(nodes[i]);
	assert_true(after - before < NODES * 10);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_event_after_in),
		cmocka_unit_test(test_event_before_in),
		cmocka_unit_test(test_event_in_alt),
		cmocka_unit_test(test_event_while_enabling),
		cmocka_unit_test(test_latency),
		cmocka_unit_test(test_message_takes_its_time),
		cmocka_unit_test(test_timeslice),
		cmocka_unit_test(test_timer_exact),
		cmocka_unit_test(test_timer_brought_near),
		cmocka_unit_test(test_due_order),
		cmocka_unit_test(test_analyse),
		cmocka_unit_test(test_analyse_error),
		cmocka_unit_test(test_reset),
		cmocka_unit_test(test_boot_places),
		cmocka_unit_test(test_operations),
		cmocka_unit_test(test_stops),
		cmocka_unit_test(test_hang),
		cmocka_unit_test(test_hang_expiry),
		cmocka_unit_test(test_stopped_stays),
		cmocka_unit_test(test_memory_is_lazy),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("node", tests, NULL, NULL);
}
