/*
 * A run does not depend on how it is divided into slices (docs/machine.md): random programs,
 * executed at once and in slices of random length, reach the same registers, clocks, counters and
 * memory.
 *
 * The programs are useful instructions in any order, mixed with random bytes. Several processes,
 * both clocks and the event pin are active; link operations are refused. Two of three programs run
 * on a board whose bus floats, and the chips take turns. The environment variable TRELLIS_SLICES
 * gives the number of programs.
 */
#include "code.h"
#include "tests/random.h"

#include <inttypes.h>

enum {
	MEMORY = 8 << 10,
	LENGTH = 60000, /* cycles of a run: almost three timeslices */
	EVENTS = 8,
	PROGRAMS = 2000,
	FIRST_CODE = 0x80, /* below it, what break exchanges with */
	CODE_SIZE = 0x1000 - FIRST_CODE,
};

/* What keeps programs going: transfers, processes, channels, timers, moves. */
static const char *const useful[] = {
	"j:-20",
	"j:7",
	"cj:-9",
	"cj:5",
	"ldc:1 cj:2",
	"ajw:1",
	"ajw:-1",
	"ldlp:0",
	"ldlp:-12",
	"ldc:12 ldlp:-30 startp",
	"ldlp:0 adc:1 runp",
	"ldlp:-20 runp",
	"stopp",
	"ldtimer adc:2 tin",
	"ldtimer tin",
	"ldtimer sttimer",
	"ldtimer adc:1 sttimer",
	"ldc:100 sttimer",
	"ldlp:3 ldlp:2 ldc:4 in",
	"ldlp:3 ldlp:2 ldc:9 out",
	"ldlp:2 ldc:7 outword",
	"ldlp:4 ldlp:20 ldc:33 move",
	"ldc:8 ldc:8 ldc:20 move2dinit",
	"ldlp:4 ldlp:60 ldc:7 move2dall",
	"alt",
	"talt",
	"ldlp:2 ldc:1 enbc",
	"ldtimer adc:3 ldc:1 enbt",
	"altwt",
	"taltwt",
	"ldlp:2 ldc:1 ldc:0 disc",
	"ldtimer ldc:1 ldc:0 dist",
	"ldc:0 stl:0 altend",
	"ldc:3 stl:5 ldlp:4 ldc:24 lend",
	"fpldzerodb fpldzerodb fpdiv",
	"ldlp:9 fpldnlsn",
	"mint stl:2",
	"mint ldc:8 ldnlp:8 ldc:0 in",
	"seterr testerr",
	"ldc:0 stl:1 ldc:2 stl:2 ldlp:1 endp",
	"call:4",
	"ldlp:0 saveh",
	"timerdisableh",
	"timerenableh",
	"timerdisablel",
	"timerenablel",
	"mint ldc:3 enbc",
	"mint ldc:1 outbyte",
	"mint ldnlp:4 resetch",
	"break",
	"gajw gajw",
};

enum { NUSEFUL = sizeof useful / sizeof *useful };

/* One node's run and what drives it. */
typedef struct Run {
	T800 *c;
	Cycles events[EVENTS];
	int nevents;
} Run;

/* known: whether the chip has all of a text's instructions. */
static bool
known(const char *text, Chip chip)
{
	char *copy = xstrdup(text), *rest = copy, *word;
	bool all = true;

	while ((word = strsep(&rest, " ")))
		all &= (instruction(strsep(&word, ":"))->chips >> chip) & 1;
	free(copy);
	return all;
}

static Addr
random_code(uint64_t *seed)
{
	return MOSTNEG + FIRST_CODE + random_below(seed, CODE_SIZE - 40);
}

/* fill: code in the first page; the second is workspaces, whose words lead into the code. */
static void
fill(T800 *c, uint64_t *seed)
{
	Addr at = MOSTNEG + FIRST_CODE, end = at + CODE_SIZE;

	for (Addr save = MOSTNEG + 0x70; save < MOSTNEG + FIRST_CODE; save += 8) {
		set_word(c, save, random_code(seed));
		set_word(c, save + 4, end + 0x800 + (save & 8 ? LOW : HIGH));
	}
	while (at < end - 40) {
		const char *text = useful[random_below(seed, NUSEFUL)];

		if (!random_below(seed, 32))
			*memory(c, at++) = random_next(seed);
		else if (known(text, c->chip))
			at = code_put(c, at, text);
	}
	for (at = end; at < MOSTNEG + MEMORY; at += 4)
		set_word(c, at, random_code(seed));
}

/* make: the node of a seed, ready to run. */
static Run
make(uint64_t seed)
{
	NodeSpec spec = {
		.name = "n",
		.chip = seed % CHIP_T212, /* words of 32 bits */
		.khz = seed & 1 ? 20000 : 17500,
		.mem = MEMORY,
		.onchip = PAGE,
		.wait = seed % 6,
		.unmapped = seed % 3 ? UNMAPPED_FLOAT : UNMAPPED_STOP,
	};
	Run r;
	Addr iptr, w;

	if (seed % 5 == 0)
		spec.refresh = (Refresh){50 + seed % 200, 1 + seed % 9};
	if (seed % 7 == 0)
		spec.page = (PageMode){64 << seed % 4, 0};
	r = (Run){.c = t800_new(&spec)};
	iptr = random_code(&seed);
	w = MOSTNEG + 0x1000 + 4 * random_below(&seed, 1000);
	node_start(r.c, iptr, w, random_below(&seed, 2));
	fill(r.c, &seed);
	for (int i = 0; i < EVENTS; i++)
		r.events[i] = r.c->r.cycles + (i + 1) * LENGTH / EVENTS
			- random_below(&seed, LENGTH / EVENTS);
	due_set(r.c, DUE_EVENT, r.events[0]);
	return r;
}

/* serve: what the network does when a run has returned; all links are dead. */
static void
serve(Run *r)
{
	T800 *c = r->c;

	c->nposts = 0;
	if (c->asking) {
		c->asking = false;
		c->waiting = 0;
		c->exact = c->r.cycles;
	}
	if (c->due[DUE_EVENT] <= c->r.cycles) {
		r->nevents++;
		due_set(c, DUE_EVENT, r->nevents < EVENTS ? r->events[r->nevents] : NEVER);
		t800_raise_event(c);
		process_reschedule(c);
	}
}

/* run_to: runs until the limit or a stop; an idle node continues with its next event. */
static void
run_to(Run *r, Cycles limit)
{
	T800 *c = r->c;

	while (c->stop == STOP_NONE) {
		Cycles when;
		int slot = due_next(c, &when);

		if (c->idle && when < limit && slot >= DUE_EVENT && c->r.cycles < when)
			c->r.cycles = when;
		if (c->r.cycles >= limit || (c->idle && when >= limit))
			return;
		if (when <= c->r.cycles && slot >= DUE_EVENT) {
			serve(r);
			continue;
		}
		t800_run(c, limit);
		if (c->nposts > 0 || c->asking)
			serve(r);
	}
}

/* differs: where two nodes' states do; NULL: nowhere. */
static const char *
differs(T800 *a, T800 *b)
{
	Regs x = a->r, y = b->r;

	if (executed(a) != executed(b))
		return "instructions executed";
	if (x.cycles != y.cycles)
		return "clocks";
	x.limit = y.limit = 0;
	x.count = y.count = 0;
	x.left = y.left = 0;
	if (memcmp(&x, &y, offsetof(Regs, size)) != 0)
		return "registers";
	if (memcmp(a->r.mem, b->r.mem, a->r.size) != 0)
		return "memory";
	if (memcmp(&a->fptr, &b->fptr, sizeof *a - offsetof(T800, fptr)) != 0)
		return "the rest of the state";
	return NULL;
}

/* What all the programs have done, to show that they do something. */
typedef struct Done {
	int stops[NSTOPS];
	uint64_t instructions;
} Done;

static void
compare(uint64_t seed, Done *done)
{
	Run whole = make(seed), cut = make(seed);
	Cycles end = whole.c->r.cycles + LENGTH, at = cut.c->r.cycles;
	uint64_t lengths = seed;
	const char *where;

	run_to(&whole, end);
	while (at < end) {
		at += 1 + random_below(&lengths, 1 << random_below(&lengths, 12));
		run_to(&cut, at < end ? at : end);
	}
	where = differs(whole.c, cut.c);
	if (where)
		fail_msg("program %" PRIu64 ": %s differ (%s at %08x, cycle %" PRIu64
			"; in slices %s at "
				"%08x, cycle %" PRIu64 ")",
			seed, where, stop_text(whole.c->stop), whole.c->r.iptr, whole.c->r.cycles,
			stop_text(cut.c->stop), cut.c->r.iptr, cut.c->r.cycles);
	done->stops[whole.c->stop]++;
	done->instructions += executed(whole.c);
	t800_free(whole.c);
	t800_free(cut.c);
}

static void
test_slices(void **state)
{
	const char *text = getenv("TRELLIS_SLICES");
	uint64_t n = text ? strtoull(text, NULL, 10) : PROGRAMS;
	Done done = {0};

	(void)state;
	for (uint64_t seed = 0; seed < n; seed++)
		compare(seed, &done);
	printf("# %" PRIu64 " programs, %" PRIu64 " instructions:", n, done.instructions);
	for (int i = 0; i < NSTOPS; i++)
		if (done.stops[i])
			printf(" %d %s;", done.stops[i], stop_text(i));
	printf("\n");
	assert_true(done.instructions > 10 * n);
	assert_true(done.stops[STOP_NONE] > 0 && done.stops[STOP_ILLEGAL] > 0);
}

/* longest: the most instructions that a call executes if it may stop at its first checkpoint. */
static uint64_t
longest(Run *r)
{
	Cycles end = r->c->r.cycles + LENGTH, when;
	uint64_t most = 0;

	while (r->c->stop == STOP_NONE && r->c->r.cycles < end) {
		uint64_t before = executed(r->c);

		due_next(r->c, &when);
		if (r->c->idle && when >= end)
			break;
		if (!r->c->idle || when < r->c->r.cycles)
			when = r->c->r.cycles;
		run_to(r, when + 1);
		if (executed(r->c) - before > most)
			most = executed(r->c) - before;
	}
	return most;
}

static void
test_stretches(void **state)
{
	Run r;

	(void)state;
	for (uint64_t seed = 0; seed < 200; seed++) {
		r = make(seed);
		assert_true(longest(&r) <= STRETCH_MAX);
		t800_free(r.c);
	}
	r = make(0);
	memset(memory(r.c, MOSTNEG + FIRST_CODE), 0x41, MEMORY - FIRST_CODE);
	assert_int_equal(longest(&r), STRETCH_MAX);
	t800_free(r.c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slices),
		cmocka_unit_test(test_stretches),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("slices", tests, NULL, NULL);
}
