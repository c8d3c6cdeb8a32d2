/*
 * A single node from outside: the event pin, timers, analyse and reset, the start, and its memory.
 */
#include "alone.h"

#include "base/files.h"

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

/* One event is kept until a process inputs it; a second one before that is lost. */
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

/* An event between enabling and waiting, and no event taken while a skip guard is ready. */
static void
test_event_while_enabling(void **state)
{
	T800 *c = fresh(
		"alt mint ldnlp:8 ldc:1 enbc j:0 j:0 j:0 j:0 altwt mint ldnlp:8 ldc:1 ldc:5 disc "
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
	c = fresh("alt mint ldnlp:8 ldc:1 enbc ldc:1 enbs altwt mint ldnlp:8 ldc:1 ldc:5 disc "
		"stl:1 " END);
	go(c, 1000);
	assert_int_equal(word_at(c, WORKSPACE + 4), 0);
	assert_int_equal(word_at(c, EVENT_CHANNEL), NOTPROCESS);
	assert_int_equal(c->event_waiter, EVENT_NONE);
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
			go(c, 60);
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
	static const char *const near[] = {"ldc:5000 sttimer j:-2",
		"timerdisableh ldc:5000 sttimer "
		"timerenableh j:-2"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		T800 *c = fresh(near[i]);

		set_word(c, HIGH_WORKSPACE + W_IPTR, HIGH_CODE);
		code_put(c, HIGH_CODE, "ldc:1000 tin " END);
		process_ready(c, HIGH_WORKSPACE);
		process_reschedule(c);
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
		due_set(c, i, 100);
		assert_int_equal(due_next(c, &when), i);
		assert_int_equal(when, 100);
	}
	due_set(c, DUE_GUARD + 3, 99);
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
	/* queues and clocks are unchanged */
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

/* ---- j 0 ---- */

/* A process that counts its turns; only j 0 can end its timeslice. */
#define TURNS "ldl:1 adc:1 stl:1 j:0 ldc:0 cj:-9"

/* jump_zero: two processes execute j 0 for 4 ms; turns[]: what each has counted. */
static void
jump_zero(Chip chip, bool j0break, Word turns[2])
{
	T800 *c = new_node(chip, UNMAPPED_STOP);
	Addr save = memstart(chip);

	node_start(c, CODE, WORKSPACE, LOW);
	code_put(c, CODE, TURNS);
	code_put(c, HIGH_CODE, "ldc:0 cj:-3"); /* what a break leads to; it never gives way */
	set_word(c, save + 8, HIGH_CODE);
	set_word(c, save + 12, HIGH_WORKSPACE | LOW);
	set_word(c, OTHER + W_IPTR, CODE);
	process_ready(c, OTHER | LOW);
	c->j0break = j0break;
	go(c, 80000);
	assert_int_equal(c->stop, STOP_NONE);
	turns[0] = word_at(c, WORKSPACE + 4);
	turns[1] = word_at(c, OTHER + 4);
	if (j0break) { /* the process is where j 0 has left it */
		assert_int_equal(word_at(c, save + 12), WORKSPACE | LOW);
		assert_int_equal(word_at(c, save + 8), CODE + 4);
	}
	t800_free(c);
}

/* Without breakpoints j 0 goes to the next instruction, and is a timeslice point as other jumps. */
static void
test_jump_zero(void **state)
{
	static const Chip chips[] = {CHIP_T414, CHIP_T425, CHIP_T800, CHIP_T805};
	Word turns[2];

	(void)state;
	for (int i = 0; i < 4; i++) {
		jump_zero(chips[i], false, turns);
		assert_in_range(turns[0], 500, 4000);
		assert_in_range(turns[1], 500, 4000);
	}
}

/* With breakpoints the first j 0 leads away, to code that never gives way. */
static void
test_jump_zero_breaks(void **state)
{
	Word turns[2];

	(void)state;
	jump_zero(CHIP_T805, true, turns);
	assert_int_equal(turns[0], 1);
	assert_int_equal(turns[1], 0);
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
		[CHIP_T805] = 0x80000070, [CHIP_T400] = 0x80000070, [CHIP_T801] = 0x80000070,
		[CHIP_T212] = 0xFFFF8024, [CHIP_T222] = 0xFFFF8024, [CHIP_T225] = 0xFFFF8024};

	(void)state;
	for (int chip = 0; chip < NCHIPS; chip++)
		for (Word n = 1; n < 10; n++) {
			T800 *c = new_node(chip, UNMAPPED_STOP);
			uint8_t code[10] = {0x41};
			Word size = chip_word_bytes(chip);

			boot_code(c, code, n, 1);
			assert_int_equal(c->r.iptr, memstarts[chip]);
			assert_int_equal(c->r.wptr,
				memstarts[chip] + (n + size - 1) / size * size);
			assert_int_equal(c->priority, LOW);
			assert_int_equal(c->r.creg, lowest_address(chip) + 5 * size);
			assert_int_equal(*memory(c, memstarts[chip]), 0x41);
			t800_free(c);
		}
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
		cmocka_unit_test(test_timer_exact),
		cmocka_unit_test(test_timer_brought_near),
		cmocka_unit_test(test_due_order),
		cmocka_unit_test(test_analyse),
		cmocka_unit_test(test_analyse_error),
		cmocka_unit_test(test_jump_zero),
		cmocka_unit_test(test_jump_zero_breaks),
		cmocka_unit_test(test_reset),
		cmocka_unit_test(test_boot_places),
		cmocka_unit_test(test_memory_is_lazy),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("node", tests, NULL, NULL);
}
