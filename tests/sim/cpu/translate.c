/*
 * translate.c - random programs, interpreted and translated: after every slice of time all
 * registers, clocks, counts and the whole memory are the same.
 *
 * A program is blocks of random instructions with jumps, calls and returns among them; workspaces
 * are on the chip, outside, and across, and so is code. Some programs store into their own code,
 * some run into errors, off the end of memory, or into operations that the chip lacks; some
 * calculate with numbers of one length for long stretches. Some nodes run too far now and then, and
 * are taken back.
 */
#include "sim/cpu/translate.h"
#include "sim/cpu/undo.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

#include "code.h"
#include "tests/random.h"

enum {
	MEMORY = 64 << 10,
	ONCHIP = 4096,
	NBLOCKS = 12,
	NODES = 2,   /* that share translations */
	SLICES = 60,
};

static uint32_t
below(uint64_t *state, uint32_t n)
{
	return (random_next(state) >> 32) % n;
}

/* ---- programs ---- */

/* What a test's programs have in common. */
typedef struct Shape {
	uint32_t longest; /* instructions of their long blocks */
	bool moves_code;  /* they copy a few bytes of their code to another place in it */
	bool undone;      /* the translated node runs too far, and is taken back */
} Shape;

typedef struct Program {
	uint64_t random;
	Addr code, workspace;
	Addr blocks[NBLOCKS + 1];
	bool stores_code;
	bool calculates, doubles;
	Shape shape;
} Program;

static Addr
put(T800 *c, Addr at, const char *format, ...)
{
	char text[64];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	return code_put(c, at, text);
}

/* put_jump: put a j, cj or call to a block, in six bytes. */
static void
put_jump(T800 *c, Addr at, const char *name, Addr target)
{
	int32_t n = target - (at + 6);
	Word function = instruction(name)->code;

	for (int shift = 20; shift > 0; shift -= 4)
		*memory(c, at++) = 0x20 | (n >> shift & 15); /* pfix */
	*memory(c, at) = function << 4 | (n & 15);
	if (n < 0) { /* nfix of what is above 20 bits, and pfix of the rest */
		at -= 5;
		*memory(c, at++) = 0x60 | (~n >> 20 & 15);
		for (int shift = 16; shift > 0; shift -= 4)
			*memory(c, at++) = 0x20 | (n >> shift & 15);
		*memory(c, at) = function << 4 | (n & 15);
	}
}

/* put_address: put instructions that load the address of a word that most programs may access. */
static Addr
put_address(Program *p, T800 *c, Addr at)
{
	switch (below(&p->random, 16)) {
	case 0:
		return put(c, at, "ldc:%d", below(&p->random, 1 << 20));
	case 1:
		if (p->stores_code)
			return put(c, at, "ldc:%d", p->code + below(&p->random, 512));
		/* fall through */
	case 2: case 3: case 4:
		return put(c, at, "ldlp:%d", below(&p->random, 24));
	default:
		return put(c, at, "ldc:%d",
			MOSTNEG + 0xA00 + below(&p->random, 2) * 0x8000 + below(&p->random, 256));
	}
}

static const char *const plain[] = {"rev", "dup", "mint", "add", "sub", "sum", "diff", "mul",
	"prod", "div", "rem", "gt", "and", "or", "xor", "not", "shl", "shr", "bsub", "wsub", "wsubdb",
	"bcnt", "wcnt", "bitcnt", "bitrevword", "ladd", "lsub", "lsum", "ldiff", "lmul", "ldiv",
	"norm", "xdble", "csngl", "xword", "cword", "csub0", "ccnt1", "seterr", "testerr",
	"ldpri", "ldtimer", "ldpi", "testhalterr", "fpldzerosn", "fpldzerodb", "fpdup", "fprev",
	"fpadd", "fpsub", "fpmul", "fpdiv", "fpgt", "fpeq", "fpnan", "fpordered", "fpnotfinite",
	"fpint", "fpur32tor64", "fpur64tor32", "fpurz", "fpurp", "fpuabs", "fpumulby2",
	"fpusqrtfirst", "fpchkerror", "fptesterror", "fpremfirst", "runp", "stoperr", "lddevid", "pop", "crcword",
	"fmul", "teststs", "testldd", "alt", "enbs"};
static const char *const loads[] = {"ldnl:0", "lb", "fpldnldb", "fpldnlsn", "fpi32tor32",
	"fpi32tor64", "fpb32tor64", "fpldnladddb", "fpldnlmulsn", "ldnl:3"};
static const char *const stores[] = {"stnl:0", "sb", "fpstnldb", "fpstnlsn", "fpstnli32", "stnl:1",
	"savel"};

/* of a program that calculates; those with singles, and those with doubles */
static const char *const fast_loads[2][4] = {{"fpldnlsn", "fpldnladdsn", "fpldnlmulsn",
	"fpi32tor32"}, {"fpldnldb", "fpldnladddb", "fpldnlmuldb", "fpi32tor64"}};
static const char *const fast_stores[2] = {"fpstnlsn", "fpstnldb"};
static const char *const fast_plain[] = {"fpadd", "fpsub", "fpmul", "fpdiv", "fpdup", "fprev",
	"fpgt", "fpeq", "fpordered", "fpnan", "fpusqrtstep", "fpusqrtlast", "fpnotfinite", "rev",
	"ldnlp:0", "adc:0", "sum", "shl", "fpchkerror"};

#define ONE_OF(list) (list)[below(&p->random, sizeof (list) / sizeof *(list))]

static Addr
put_calculation(Program *p, T800 *c, Addr at)
{
	bool dbl = p->doubles ^ (below(&p->random, 16) == 0);

	switch (below(&p->random, 4)) {
	case 0:
		return code_put(c, put_address(p, c, at), ONE_OF(fast_loads[dbl]));
	case 1:
		return code_put(c, put_address(p, c, at), fast_stores[dbl]);
	default:
		return code_put(c, at, ONE_OF(fast_plain));
	}
}

/* operations that have no stencil, and continue in the same stretch */
static const char *const operations[] = {"ldlp:3 ldlp:4 ldc:4 out", "ldlp:3 ldlp:4 ldc:1 in",
	"ldlp:4 ldc:7 outword", "ldc:2 ldlp:-40 startp", "ldlp:3 ldlp:8 ldc:9 move", "ldlp:0 gajw"};

/* put_move: copy a word of the code, or a byte less or more, to another place in it. */
static Addr
put_move(Program *p, T800 *c, Addr at)
{
	at = put(c, at, "ldc:%d", p->code + below(&p->random, 512));
	at = put(c, at, "ldc:%d", p->code + below(&p->random, 512));
	return put(c, at, "ldc:%d move", 3 + (int)below(&p->random, 3));
}

static Addr
put_instruction(Program *p, T800 *c, Addr at)
{
	uint64_t *r = &p->random;

	if (p->shape.moves_code && below(r, 15) == 0)
		return put_move(p, c, at);
	if (below(r, 60) == 0)
		return code_put(c, at, ONE_OF(operations));
	if (p->calculates && below(r, 5) > 0)
		return put_calculation(p, c, at);
	switch (below(r, 20)) {
	case 0: case 1: case 2: case 3:
		return put(c, at, "ldl:%d", (int)below(r, 24));
	case 4: case 5: case 6:
		return put(c, at, "stl:%d", 1 + (int)below(r, 23));
	case 7: case 8:
		return put(c, at, "ldc:%d", (int32_t)(random_next(r) >> 32) >> below(r, 30));
	case 9:
		return put(c, at, "adc:%d", (int)below(r, 9) - 4);
	case 10:
		return put(c, at, "eqc:%d", (int)below(r, 3));
	case 11:
		return code_put(c, put_address(p, c, at), ONE_OF(loads));
	case 12:
		return code_put(c, put_address(p, c, at), ONE_OF(stores));
	case 13:
		return put(c, at, "ldlp:%d", (int)below(r, 30) - 3);
	case 14:
		return put(c, at, "ldnlp:%d", (int)below(r, 30) - 3);
	default:
		return below(r, 300) == 0 ? put(c, at, "opr:%d", (int)below(r, 0x200))
			: code_put(c, at, ONE_OF(plain));
	}
}

/* put_end: how a block ends: mostly with a transfer to another one. */
static Addr
put_end(Program *p, T800 *c, Addr at, const Addr *blocks)
{
	static const char *const ways[] = {"cj", "cj", "cj", "j", "call"};
	uint32_t way = below(&p->random, 8);

	if (way < 5) {
		put_jump(c, at, ways[way], blocks[below(&p->random, NBLOCKS)]);
		return at + 6;
	}
	if (way == 5)
		return put(c, at, "ret");
	if (way == 6)
		return put(c, at, "ldc:%d ldlp:1 stnl:0", (int)below(&p->random, 3));
	if (below(&p->random, 2))
		return put(c, at, "ldlp:5 ldc:%d lend", (int)below(&p->random, 40));
	return at;
}

/* program_put: once to find where its blocks are, and once more with its jumps. */
static void
program_put(const Program *program, T800 *c)
{
	Addr blocks[NBLOCKS + 1];

	for (int i = 0; i <= NBLOCKS; i++)
		blocks[i] = program->code;
	for (int pass = 0; pass < 2; pass++) {
		Program copy = *program, *p = &copy;
		Addr at = p->code;

		for (int i = 0; i < NBLOCKS; i++) {
			uint32_t n = below(&p->random, 14) == 0 ? p->shape.longest
				: below(&p->random, 14);

			blocks[i] = at;
			/* now and then a workspace that came down by calls goes up again */
			if (below(&p->random, 4) == 0)
				at = put(c, at, "ldc:%d gajw", (int32_t)p->workspace);
			while (n-- > 0)
				at = put_instruction(p, c, at);
			at = put_end(p, c, at, blocks);
		}
		put_jump(c, at, "j", p->code);
	}
}

static Program
program_make(uint64_t number, const Shape *shape)
{
	static const Addr workspaces[] = {0x80000800, 0x80000C00, 0x80009000, 0x80000FF0,
		0x8000FFC0, 0x80000280, 0x80003080};
	Program p = {.random = number, .shape = *shape};

	p.code = below(&p.random, 2) ? 0x80000200 : 0x80003000;
	p.workspace = workspaces[below(&p.random, sizeof workspaces / sizeof *workspaces)];
	p.stores_code = below(&p.random, 3) == 0;
	p.calculates = below(&p.random, 3) == 0;
	p.doubles = below(&p.random, 2) == 0;
	return p;
}

/* ---- runs ---- */

static T800 *
node_new(Chip chip, uint32_t wait)
{
	NodeSpec spec = {.name = "n",
		.chip = chip,
		.khz = 25000,
		.mem = MEMORY,
		.onchip = ONCHIP,
		.wait = wait,
		.unmapped = UNMAPPED_FLOAT};

	return t800_new(&spec);
}

/* begin: made: the node as it was made. */
static void
begin(T800 *c, const T800 *made, const Program *p)
{
	uint64_t random = p->random;
	NodeCode *code = c->code;
	Regs r = c->r;

	*c = *made;
	c->r.mem = r.mem;
	c->r.node = c;
	c->code = code;
	memset(c->r.mem, 0, MEMORY);
	for (Addr a = MOSTNEG + 0xA00; a < MOSTNEG + MEMORY; a += 4)
		if (a < p->code || a > p->code + 0x1000)
			set_word(c, a, p->calculates ? 0x3F000000 | below(&random, 1 << 24)
				: below(&random, 4) == 0 ? p->code + below(&random, 600)
				: random_next(&random) >> below(&random, 40));
	program_put(p, c);
	node_start(c, p->code, p->workspace, LOW);
	code_note_change(c);
}

/* same: all of two nodes that a snapshot would hold. */
static bool
same(const T800 *a, const T800 *b)
{
	T800 x = *a, y = *b;
	const char *from = (const char *)&x.fptr, *other = (const char *)&y.fptr;

	x.r.count = t800_count(a);
	y.r.count = t800_count(b);
	x.r.left = y.r.left = 0;
	x.r.limit = y.r.limit = 0;
	x.r.start = y.r.start = 0;
	x.r.began = y.r.began = 0;
	return memcmp(&x.r, &y.r, offsetof(Regs, size)) == 0
		&& memcmp(from, other, (const char *)(&x + 1) - from) == 0
		&& memcmp(a->r.mem, b->r.mem, MEMORY) == 0;
}

/* runs: could the node continue by itself? */
static bool
runs(const T800 *c)
{
	return c->stop == STOP_NONE && !c->idle && c->nposts == 0 && !c->asking;
}

static void
show(uint64_t number, const T800 *a, const T800 *b)
{
	const T800 *c[] = {a, b};

	for (int i = 0; i < 2; i++)
		print_message("# program %" PRIu64 ", %s: areg %08x breg %08x creg %08x wptr %08x "
			"iptr %08x from %08x cycles %" PRIu64 " since %" PRIu64 " count %" PRIu64
			" stop %d error %d fpu %" PRIu64 "\n",
			number, i ? "translated" : "interpreted", c[i]->r.areg, c[i]->r.breg,
			c[i]->r.creg, c[i]->r.wptr, c[i]->r.iptr, c[i]->r.from, c[i]->r.cycles,
			c[i]->r.since, t800_count(c[i]), c[i]->stop, c[i]->error, c[i]->fpu_free);
	for (uint32_t at = 0; at < MEMORY; at++)
		if (a->r.mem[at] != b->r.mem[at]) {
			print_message("# memory at %08x: %02x not %02x\n", MOSTNEG + at,
				b->r.mem[at], a->r.mem[at]);
			break;
		}
}

/* run_too_far: run a node, and take it back. */
static void
run_too_far(T800 *c, Cycles limit)
{
	T800 before = *c;
	uint8_t *memory = memcpy(xmalloc(MEMORY), c->r.mem, MEMORY);

	undo_begin(c);
	t800_run(c, limit);
	undo_restore(c);
	assert_memory_equal(&before, c, sizeof before);
	assert_memory_equal(memory, c->r.mem, MEMORY);
	free(memory);
}

/* compare: a program on an interpreted node and a translated one. */
static bool
compare(uint64_t number, const Shape *shape, const T800 *made, T800 *plain, T800 *translated)
{
	Program p = program_make(number, shape);
	uint64_t random = number;

	begin(plain, made, &p);
	begin(translated, made, &p);
	for (int i = 0; i < SLICES && runs(plain); i++) {
		uint32_t most = below(&random, 4) ? 300 : 30000;
		Cycles limit = plain->r.cycles + 1 + below(&random, most);

		if (shape->undone && i % 3 > 0)
			run_too_far(translated, limit + i * 100);
		t800_run(plain, limit);
		t800_run(translated, limit);
		if (same(plain, translated))
			continue;
		show(number, plain, translated);
		return false;
	}
	return true;
}

enum { TOGETHER = 50 }; /* programs that share a translator */

/* compare_all: compare the programs with this number and the following ones; returns how many differ. */
static uint64_t
compare_all(uint64_t number, const Shape *shape)
{
	static const Chip chips[] = {CHIP_T800, CHIP_T805, CHIP_T414};
	Translator *t = translator_new(1 + number % 3);
	T800 *nodes[NODES + 1], made;
	Undo *undo[NODES + 1] = {0};
	uint32_t wait = number / TOGETHER % 5;
	Chip chip = chips[number / TOGETHER % 3];
	uint64_t bad = 0;

	assert_non_null(t);
	for (int i = 0; i <= NODES; i++) {
		nodes[i] = node_new(chip, wait);
		if (i > 0)
			translator_join(t, nodes[i]);
		if (i > 0 && shape->undone)
			undo_attach(undo[i] = xcalloc(1, sizeof **undo), nodes[i]);
	}
	made = *nodes[0];
	for (uint64_t i = number; i < number + TOGETHER; i++)
		bad += !compare(i, shape, &made, nodes[0], nodes[1 + i % NODES]);
	for (int i = 0; i <= NODES; i++) {
		translator_leave(nodes[i]);
		t800_free(nodes[i]);
		undo_free(undo[i]);
	}
	translator_free(t);
	return bad;
}

/* Blocks of one unit; of several that continue one stretch; code that changes. */
static const Shape usual = {.longest = 90}, longer = {.longest = 700},
	moving = {.longest = 90, .moves_code = true},
	undone = {.longest = 90, .moves_code = true, .undone = true};

static uint64_t first = 1, count = 1500;

static void
compare_programs(const Shape *shape)
{
	uint64_t bad = 0;

	for (uint64_t number = first; number < first + count && bad < 5; number += TOGETHER)
		bad += compare_all(number, shape);
	assert_int_equal(bad, 0);
}

static void
random_programs(void **state)
{
	(void)state;
	compare_programs(&usual);
}

static void
long_stretches(void **state)
{
	(void)state;
	compare_programs(&longer);
}

static void
moved_code(void **state)
{
	(void)state;
	compare_programs(&moving);
}

static void
undone_programs(void **state)
{
	(void)state;
	compare_programs(&undone);
}

/* One of them sends a word to a process of high priority, which continues outside of memory. */
static void
partner_outside(void **state)
{
	(void)state;
	assert_int_equal(compare_all(400500, &usual), 0);
}

/* One of them normalises 0, which is quick, while the floating-point unit works. */
static void
quick_norm(void **state)
{
	(void)state;
	assert_int_equal(compare_all(715850, &usual), 0);
}

/* put_long_move: put a loop that moves 9 bytes, by an instruction with that many prefixes. */
static void
put_long_move(T800 *c, Addr begin, Word nprefixes)
{
	Addr at = code_put(c, begin, "ldlp:3 ldlp:8 ldc:9");

	for (Word i = 1; i < nprefixes; i++)
		*memory(c, at++) = 0x20;
	put_jump(c, code_put(c, at, "move"), "j", begin);
}

/* compare_moves: such a loop, interpreted and by a new translator; false: it made no unit. */
static bool
compare_moves(Word nprefixes)
{
	enum { BEGIN = 0x80003000, WORKSPACE = 0x80000800 };
	Translator *t = translator_new(1);
	T800 *plain = node_new(CHIP_T800, 3), *translated = node_new(CHIP_T800, 3);
	bool made;

	put_long_move(plain, BEGIN, nprefixes);
	put_long_move(translated, BEGIN, nprefixes);
	node_start(plain, BEGIN, WORKSPACE, LOW);
	node_start(translated, BEGIN, WORKSPACE, LOW);
	translator_join(t, translated);
	for (Cycles limit = 100; limit < 30000; limit += 97) {
		t800_run(plain, limit);
		t800_run(translated, limit);
		assert_true(same(plain, translated));
	}
	made = t->nexits > 0;
	translator_leave(translated);
	translator_free(t);
	t800_free(plain);
	t800_free(translated);
	return made;
}

/* Instructions with so many prefixes that they are left to the interpreter, and with one fewer. */
static void
many_prefixes(void **state)
{
	(void)state;
	assert_true(compare_moves(INSTRUCTION_MAX - 1));
	assert_true(compare_moves(INSTRUCTION_MAX));
}

/* The host gives no memory for code, here because that is a file in memory. */
static void
no_memory_for_code(void **state)
{
	struct rlimit before, none;
	bool made;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	none = (struct rlimit){0, before.rlim_max};
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &none);
	made = compare_moves(1);
	setrlimit(RLIMIT_FSIZE, &before);
	signal(SIGXFSZ, SIG_DFL);
	assert_false(made);
	assert_true(compare_moves(1));
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs),
		cmocka_unit_test(long_stretches),
		cmocka_unit_test(moved_code), cmocka_unit_test(undone_programs),
		cmocka_unit_test(partner_outside),
		cmocka_unit_test(quick_norm), cmocka_unit_test(many_prefixes),
		cmocka_unit_test(no_memory_for_code)};

	return random_main(argc, argv, &count, &first, 20, tests, sizeof tests / sizeof *tests);
}
