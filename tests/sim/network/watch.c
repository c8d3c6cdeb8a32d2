/*
 * watch.c - network_watch shows a node at the marked calls and returns and at the clocks asked for,
 * and nowhere else; it is compared with an observer that sees every checkpoint.
 *
 * A process of low priority calls functions, with call, with gcall, and one that is not marked; a
 * process of high priority interrupts it every few microseconds, often at a marked place.
 */
#include "rig.h"
#include "shadow.h"

#define END 3000000000ull /* ps */

enum {
	MAX_VISITS = 1 << 16,
	PERIOD = 777, /* cycles */
	ADDED = 1000, /* visits after which a further address is marked */
	FEW = 6,      /* visits at the beginning, at the end, and each ms */
};

static const char topology[] = "topology one\nnode n0 mem=64K\nhost h\nwire h.0 n0.0\nend\n";

static const char program[] =
	"start: ajw 60; ldc high - 1f; ldpi; 1: ldlp 100; stnl -1; ldlp 100; runp\n"
	"again: call f\n"
	"after_f: call unmarked; ldc h - 1f; ldpi; 1: gcall\n"
	"after_h: j again\n"
	"f: ajw -2; ldc 5; stl 1; 1: ldl 1; adc -1; stl 1; ldl 1; eqc 0; cj 1b; ajw 2; ret\n"
	"unmarked: ret\n"
	"h: gcall\n"
	"high: ldtimer; adc 3; tin; j high\n";

static const char *const marked[] = {"f", "after_f", "h", "after_h"};

/* A checkpoint at which a node was seen. */
typedef struct Visit {
	Cycles clock;
	Addr iptr;
	Word low; /* whether a process of low priority runs */
} Visit;

typedef struct Visits {
	Network *w;
	const T800 *node;
	Cycles period; /* from one clock asked for to the next; 0: every checkpoint; NEVER: none */
	Cycles due;
	Visit visit[MAX_VISITS];
	uint32_t n;
	uint8_t *add; /* the mark that is set after ADDED visits; NULL: none */
} Visits;

static Cycles
seen(void *context, NodeId n)
{
	Visits *v = context;
	const T800 *c = v->node;

	assert_true(v->n < MAX_VISITS);
	v->visit[v->n++] = (Visit){c->r.cycles, c->r.iptr, !c->idle && c->priority == LOW};
	if (v->add && v->n == ADDED) {
		*v->add = 1;
		network_watch_calls(v->w, n, c->call_marks);
	}
	if (v->period == NEVER)
		return NEVER;
	while (v->due <= c->r.cycles)
		v->due += v->period ? v->period : c->r.cycles + 1 - v->due;
	return v->due;
}

/* observe: one run. marks: over the node's memory; NULL: none. returns the network's hash */
static uint64_t
observe(Visits *v, Cycles period, const uint8_t *marks, const Buf *code, Way way)
{
	const CallMarks calls = {MOSTNEG, 1 << 16, marks};
	uint64_t hash;
	Shadow *shadow;
	Machine m;

	machine_open(&m, topology, way);
	machine_start(&m, 0, code);
	shadow = way.watched ? shadow_new(m.w) : NULL;
	*v = (Visits){.w = m.w, .node = m.w->nodes[0], .period = period, .add = v->add};
	network_watch(m.w, seen, v);
	network_watch_calls(m.w, 0, marks ? &calls : NULL);
	machine_run(&m, END, &way);
	network_watch(m.w, NULL, NULL);
	network_watch_calls(m.w, 0, NULL);
	if (shadow)
		shadow_free(shadow);
	hash = network_hash(m.w);
	machine_close(&m);
	return hash;
}

/* The program, and a mark for each byte of memory. */
static Buf
prepare(uint8_t *marks)
{
	Image im = {0};
	Buf code;

	as_image(&im, "test.s", program, sizeof program - 1, NULL);
	code = image_flat(&im, image_base(&im));
	for (size_t i = 0; i < sizeof marked / sizeof *marked; i++)
		marks[image_symbol(&im, marked[i])->addr - MOSTNEG] = 1;
	image_free(&im);
	return code;
}

/*
 * keep_marked: keep the visits of the low-priority process at marked places, where it is seen once
 * more when it continues after an interrupt.
 */
static void
keep_marked(Visits *v, const uint8_t *marks)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < v->n; i++) {
		const Visit *a = &v->visit[i];

		if (a->low && marks[a->iptr - MOSTNEG]
			&& (kept == 0 || v->visit[kept - 1].iptr != a->iptr))
			v->visit[kept++] = *a;
	}
	v->n = kept;
}

static const Way ways[] = {{0}, {.sync = SYNC_LOCKSTEP}, {.slices = 3}, {.watched = true},
	{.engine = ENGINE_EAGER}};

static Visits all, some;
static uint8_t marks[1 << 16];

static void
sees_marked_calls(void **state)
{
	Buf code = prepare(marks);
	uint64_t hash = observe(&all, 0, NULL, &code, (Way){0});

	(void)state;
	keep_marked(&all, marks);
	assert_true(all.n > 1000);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		uint32_t seen_in_all;

		assert_int_equal(observe(&some, NEVER, marks, &code, ways[i]), hash);
		seen_in_all = some.n;
		keep_marked(&some, marks);
		assert_int_equal(some.n, all.n);
		assert_memory_equal(some.visit, all.visit, all.n * sizeof *all.visit);
		if (ways[i].sync == SYNC_WINDOWS && !ways[i].slices)
			assert_in_range(seen_in_all, all.n, all.n + FEW);
	}
	buf_free(&code);
}

/* place_of: the offset of a name in the program from the lowest address of the memory. */
static Word
place_of(const char *name)
{
	Image im = {0};
	Word place;

	as_image(&im, "test.s", program, sizeof program - 1, NULL);
	place = image_symbol(&im, name)->addr - MOSTNEG;
	image_free(&im);
	return place;
}

/* sees_added_marks: a mark works at once, also where translated code has passed without leaving. */
static void
sees_added_marks(void **state)
{
	static const Way both[] = {{0}, {.engine = ENGINE_EAGER}};
	Visits *visits[] = {&all, &some};
	Buf code = prepare(marks);
	Word after = place_of("after_f");
	uint64_t hash[2];
	uint32_t seen_after = 0;

	(void)state;
	for (int i = 0; i < 2; i++) {
		marks[after] = 0;
		visits[i]->add = &marks[after];
		hash[i] = observe(visits[i], NEVER, marks, &code, both[i]);
		visits[i]->add = NULL;
		keep_marked(visits[i], marks);
	}
	assert_int_equal(hash[0], hash[1]);
	assert_int_equal(some.n, all.n);
	assert_memory_equal(some.visit, all.visit, all.n * sizeof *all.visit);
	for (uint32_t i = 0; i < all.n; i++)
		seen_after += all.visit[i].iptr == MOSTNEG + after;
	assert_in_range(seen_after, 100, all.n / 2);
	buf_free(&code);
}

static void
sees_clocks(void **state)
{
	Engine engine = *(Engine *)*state;
	Buf code = prepare(marks);
	uint32_t at = 0, extra = 0;

	observe(&all, 0, NULL, &code, (Way){0});
	observe(&some, PERIOD, NULL, &code, (Way){.engine = engine});
	assert_true(some.n > 50);
	for (uint32_t i = 1; i < some.n; i++) {
		Cycles due = (some.visit[i - 1].clock / PERIOD + 1) * PERIOD;

		while (at + 1 < all.n && all.visit[at].clock < due)
			at++;
		assert_in_range(some.visit[i].clock, 0, all.visit[at].clock);
		extra += some.visit[i].clock < all.visit[at].clock;
	}
	assert_in_range(extra, 0, FEW);
	buf_free(&code);
}

int
main(void)
{
	static Engine engines[] = {ENGINE_INTERPRETER, ENGINE_EAGER};
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(sees_marked_calls),
		cmocka_unit_test(sees_added_marks),
		cmocka_unit_test_prestate(sees_clocks, &engines[0]),
		cmocka_unit_test_prestate(sees_clocks, &engines[1]),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
