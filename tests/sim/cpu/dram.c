/*
 * Dynamic memory outside the chip (sim/cpu/dram.h): what refresh and page mode add to the cycles of
 * programs whose accesses are known, counted by hand or by a model of the bus that advances by
 * single cycles.
 */
#include "code.h"
#include "tests/random.h"

enum {
	CODE = 0x80000100,
	WORKSPACE = 0x80000300,
	EXTERNAL = 0x80002000, /* where a row of any size begins */
	MEMORY = 64 << 10,
	ROW = 1 << 10,
	MISS = 4,
	END_CYCLES = 2, /* its two prefixes */
};

static T800 *
make(Refresh refresh, PageMode page, uint32_t wait)
{
	NodeSpec spec = {.name = "n", .chip = CHIP_T800, .khz = 20000, .mem = MEMORY, .onchip = PAGE,
		.wait = wait, .refresh = refresh, .page = page};

	return t800_new(&spec);
}

/* measure: the cycles of code at an address, with a workspace at another. */
static Cycles
measure(T800 *c, Addr code, Addr workspace, const char *text)
{
	Cycles from;
	Addr at = code_put(c, code, text);

	for (int i = 0; i < 8; i++)
		at = code_put(c, at, END);
	node_start(c, code, workspace, LOW);
	from = c->r.cycles;
	t800_run(c, from + 1000000);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	assert_int_equal(c->fault, UNDEFINED);
	return c->r.cycles - from - END_CYCLES;
}

/* page: the same on a new node in page mode. */
static Cycles
page(Addr code, Addr workspace, const char *text)
{
	T800 *c = make((Refresh){0}, (PageMode){ROW, 1}, MISS);
	Cycles cycles = measure(c, code, workspace, text);

	t800_free(c);
	return cycles;
}

/* A load takes 2 cycles, a store 1; then come the wait states: 4 to open a row, 1 in the open one. */
static void
rows(void **state)
{
	(void)state;
	assert_int_equal(page(CODE, WORKSPACE, "ldl:0 ldl:1"), 4);
	assert_int_equal(page(CODE, EXTERNAL, "ldl:0"), 2 + MISS);
	assert_int_equal(page(CODE, EXTERNAL, "ldl:0 ldl:1 stl:2"), 2 + MISS + 2 + 1 + 1 + 1);
	/* the word below EXTERNAL is in another row */
	assert_int_equal(page(CODE, EXTERNAL, "ldl:0 ldl:-1 ldl:0"), 3 * (2 + MISS) + 1);
	assert_int_equal(page(CODE, EXTERNAL, "ldl:0 ldl:-1 ldl:-2"), 2 * (2 + MISS) + 2 + 1 + 2);
	/* memory on the chip closes no row */
	assert_int_equal(page(CODE, EXTERNAL, "ldl:0 mint ldnl:1 ldl:3"), 2 + MISS + 2 + 2 + 2 + 1);
	/* call: four stores below Wptr */
	assert_int_equal(page(CODE, EXTERNAL + 0x100, "call:0"), 7 + MISS + 3);
}

/* Moves: two cycles a word, 8 more, and the rows of source and destination in turns. */
static void
moves(void **state)
{
	const char *near = "ldl:1 ldl:2 ldc:64 move", *far = "ldl:1 ldl:3 ldc:64 move";
	T800 *c = make((Refresh){0}, (PageMode){ROW, 1}, MISS);
	Cycles chip, outside;

	(void)state;
	set_word(c, WORKSPACE + 4, EXTERNAL);
	set_word(c, WORKSPACE + 8, EXTERNAL + 256);
	set_word(c, WORKSPACE + 12, EXTERNAL + ROW + 256);
	chip = 4 + 2 + 8 + 1 + 2 * 16;
	outside = measure(c, CODE, WORKSPACE, near);
	assert_int_equal(outside, chip + MISS + 31);
	dram_close(&c->dram);
	assert_int_equal(measure(c, CODE, WORKSPACE, far), chip + 32 * MISS);
	t800_free(c);
}

/*
 * Code outside: its fetches open its row, so that data in another row is never there; data in the
 * row of the code is.
 */
static void
code_and_data(void **state)
{
	/* 4 words of code, executed in 64 cycles, which hide 4 * (1 + 1) + 3 of fetching */
	const char *slow = "ldc:1 ldl:8 ldc:1 ldc:1 mul mul ldl:8 ldc:1 mul mul";

	(void)state;
	assert_true(page(EXTERNAL, EXTERNAL, slow) < page(EXTERNAL, EXTERNAL + ROW, slow));
	assert_int_equal(page(EXTERNAL, EXTERNAL + ROW, slow)
		- page(EXTERNAL, WORKSPACE, slow), 2 * MISS);
	/* the first word of code is not charged where a program is started, but its row is open */
	assert_int_equal(page(EXTERNAL, EXTERNAL, slow) - page(EXTERNAL, WORKSPACE, slow), MISS + 1);
}

/* With a hit that takes as long as a miss, nothing is different from static memory. */
static void
no_difference(void **state)
{
	const char *text = "ldc:0 stl:0 ldc:50 stl:1 ldl:2 ldl:3 add stl:200 ldl:2 ldlp:300 ldl:1 rev "
		"stnl:0 ldlp:100 ldlp:140 ldc:60 move ldl:0 ldlp:8 wsub ldnl:0 stl:5 call:0";

	(void)state;
	for (uint32_t wait = 0; wait < 6; wait++)
		for (int i = 0; i < 4; i++) {
			T800 *plain = make((Refresh){0}, (PageMode){0}, wait);
			T800 *same = make((Refresh){0}, (PageMode){ROW, wait}, wait);
			Addr code = i & 1 ? EXTERNAL : CODE;
			Addr workspace = i & 2 ? EXTERNAL + 0x400 : WORKSPACE;

			assert_false(dram_present(&plain->dram));
			assert_true(dram_present(&same->dram));
			assert_int_equal(measure(same, code, workspace, text),
				measure(plain, code, workspace, text));
			t800_free(plain);
			t800_free(same);
		}
}

/* ---- refresh, and a model of the bus ---- */

/*
 * An access that begins at `now`, on a bus that does one thing in each cycle. A refresh is asked for
 * at each multiple of the interval, begins when the bus is free, and goes before an access that
 * begins in the same cycle.
 */
typedef struct Bus {
	Refresh refresh;
	Cycles clock;    /* the bus has been looked at up to here */
	Cycles busy;     /* the access or refresh under way ends here */
	uint32_t asked;  /* refreshes that have not begun */
} Bus;

static Cycles
bus_access(Bus *b, Cycles now, uint32_t wait)
{
	for (;; b->clock++) {
		if (b->clock > 0 && b->clock % b->refresh.interval == 0)
			b->asked++;
		if (b->clock < b->busy)
			continue;
		if (b->asked > 0) {
			b->asked--;
			b->busy = b->clock + b->refresh.cycles;
		} else if (b->clock >= now) {
			break;
		}
	}
	b->busy = b->clock + wait;
	b->clock++;
	return b->busy;
}

/* refreshed: loads from the memory outside, and the instructions between them. */
static void
refreshed(uint64_t *random)
{
	Refresh refresh = {20 + random_below(random, 300), 1 + random_below(random, 15)};
	uint32_t wait = random_below(random, 6);
	T800 *c = make(refresh, (PageMode){0}, wait);
	Bus bus = {.refresh = refresh};
	Buf text = {0};
	Cycles now = 0, cycles;

	for (int i = 0; i < 200; i++) {
		if (random_below(random, 4) == 0) {
			buf_printf(&text, "div ");
			now += 40;
		} else if (random_below(random, 2)) {
			buf_printf(&text, "ldc:1 ");
			now += 1;
		} else {
			buf_printf(&text, "ldl:1 ");
			now = bus_access(&bus, now + 2, wait);
		}
	}
	buf_byte(&text, 0);
	cycles = measure(c, CODE, EXTERNAL, (const char *)text.data);
	assert_int_equal(cycles, now);
	buf_free(&text);
	t800_free(c);
}

static void
refreshes(void **state)
{
	uint64_t random = 1;

	(void)state;
	for (int i = 0; i < 500; i++)
		refreshed(&random);
}

/* A long move: each refresh in its time makes it longer by a refresh. */
static void
refreshed_move(void **state)
{
	T800 *c = make((Refresh){100, 10}, (PageMode){0}, 1);
	Cycles cycles;

	(void)state;
	set_word(c, WORKSPACE + 4, EXTERNAL);
	set_word(c, WORKSPACE + 8, EXTERNAL + 0x2000);
	cycles = measure(c, CODE, WORKSPACE, "ldl:1 ldl:2 ldc:0x1000 move");
	/* 1024 words: 4096 cycles of 90 in each 100 */
	assert_in_range(cycles, 4096 * 100 / 90, 4096 * 100 / 90 + 30);
	t800_free(c);
}

/* A refresh closes the row. */
static void
refresh_closes(void **state)
{
	T800 *c = make((Refresh){50, 3}, (PageMode){ROW, 0}, MISS);

	(void)state;
	/* the third load begins 5 cycles after the refresh at 50 */
	assert_int_equal(measure(c, CODE, EXTERNAL, "ldl:0 ldl:0 div ldc:1 ldl:0"),
		2 + MISS + 2 + 40 + 1 + 2 + 2 + MISS);
	t800_free(c);
}

/* 482 bytes of code whose fetches nothing hides: 8 cycles a word, and a refresh in each 100. */
static void
refreshed_code(void **state)
{
	T800 *c = make((Refresh){100, 10}, (PageMode){0}, 7);
	Addr at = EXTERNAL;

	(void)state;
	for (int i = 0; i < 480; i++)
		at = code_put(c, at, "ldc:1");
	code_put(c, at, "stopp");
	node_start(c, EXTERNAL, WORKSPACE, LOW);
	t800_run(c, 1000000);
	assert_true(c->idle);
	assert_int_equal(c->r.cycles, 482 * 8 / 4 + 10 * 10);
	t800_free(c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows),
		cmocka_unit_test(moves),
		cmocka_unit_test(code_and_data),
		cmocka_unit_test(no_difference),
		cmocka_unit_test(refreshes),
		cmocka_unit_test(refreshed_move),
		cmocka_unit_test(refresh_closes),
		cmocka_unit_test(refreshed_code),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("dynamic memory", tests, NULL, NULL);
}
