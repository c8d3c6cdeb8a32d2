/*
 * The instructions of the floating-point unit beyond the conformance data: the host's arithmetic
 * compared with float.c's, the register stack, the rounding mode, mixed lengths, errors, times, and
 * the T414's instructions. Each program is encoded and run on a node.
 */
#include "sim/cpu/fpu.h"
#include "numbers.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum {
	RANDOM_CASES = 20000,
	CODE = 0x80000100,
	WORKSPACE = 0x80000300,
	DATA = 0x80000400,
	UNDEFINED = 0x1FE, /* the operation that ends a program */
};

/* Operations of opr and fpentry, by name. */
enum {
#define DIRECT(...)
#define OPER(code, name, ...) O_##name = code,
#define FPOPER OPER
#define FPENTRY(code, name, ...) E_##name = code,
#include "isa.tab"
#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY
};

/* ---- programs ---- */

static uint8_t *
memory(T800 *c, Addr a)
{
	return c->r.mem + (a - MOSTNEG);
}

/* Nodes with 4 KB of on-chip memory and as much outside it, with 2 wait states. */
static T800 *
node_of(Chip chip)
{
	static T800 *nodes[NCHIPS];
	NodeSpec spec = {
		.name = "n",
		.chip = chip,
		.khz = 20000,
		.mem = 2 * PAGE,
		.onchip = PAGE,
		.wait = 2,
	};

	if (!nodes[chip])
		nodes[chip] = t800_new(&spec);
	return nodes[chip];
}

/* begin: a node about to run a program, which `ldc`, `op` and `entry` make. */
static T800 *
begin(Chip chip)
{
	T800 *c = node_of(chip);

	memset(memory(c, CODE), 0, 0x400);
	memset(c->fpu, 0, sizeof c->fpu);
	c->stop = STOP_NONE;
	c->idle = c->error = c->haltonerror = false;
	c->priority = LOW;
	c->r.iptr = CODE;
	c->r.wptr = WORKSPACE;
	c->r.areg = c->r.breg = c->r.creg = 0;
	stretch_begin(&c->r);
	c->fpu_free = c->r.cycles;
	return c;
}

/* put: an instruction at the end of the program, which Iptr shows until it runs. */
static void
put(T800 *c, Word function, Word operand)
{
	if (operand >= 16)
		put(c, 0x2, operand >> 4);
	*memory(c, c->r.iptr++) = function << 4 | (operand & 15);
}

static void
ldc(T800 *c, Word n)
{
	put(c, 0x4, n);
}

static void
op(T800 *c, Word code)
{
	put(c, 0xF, code);
}

static void
entry(T800 *c, Word code)
{
	ldc(c, code);
	op(c, O_fpentry);
}

/* run: returns the cycles from the program's beginning to its end. */
static Cycles
run(T800 *c)
{
	Cycles begin = c->r.cycles;

	op(c, UNDEFINED);
	c->r.iptr = CODE;
	t800_run(c, begin + 100000);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	assert_int_equal(c->fault, UNDEFINED);
	return c->r.cycles - begin - 2; /* its prefixes */
}

static void
load(T800 *c, int i, uint64_t bits, bool dbl)
{
	c->fpu[LOW].reg[i] = bits;
	c->fpu[LOW].dbl[i] = dbl;
}

static void
load_single(T800 *c, int i, float s)
{
	load(c, i, bits_of_single(s), false);
}

static void
load_double(T800 *c, int i, double d)
{
	load(c, i, bits_of(d), true);
}

static void
assert_register(T800 *c, int i, uint64_t bits, bool dbl)
{
	assert_int_equal(c->fpu[LOW].reg[i], bits);
	assert_int_equal(c->fpu[LOW].dbl[i], dbl);
}

/* ---- both ways through the unit ---- */

/* Data sheet's cycles by operation and length: typical, maximum. */
static const struct {
	Word code;
	int typical[2], worst[2];
} arithmetic[] = {
	[ADD] = { O_fpadd, { 6, 6 }, { 9, 9 } },
	[SUBTRACT] = { O_fpsub, { 6, 6 }, { 9, 9 } },
	[MULTIPLY] = { O_fpmul, { 11, 18 }, { 18, 27 } },
	[DIVIDE] = { O_fpdiv, { 16, 31 }, { 28, 43 } },
};

static bool
is_denormal(uint64_t bits, bool dbl)
{
	uint64_t magnitude = dbl ? bits << 1 : bits << 33;

	return magnitude != 0 && magnitude < (dbl ? 1ull << 53 : 1ull << 56);
}

/*
 * The instructions that are mostly computed by the host's arithmetic, compared with float.c:
 * results and times.
 */
static void
test_ways(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int i = 0; i < RANDOM_CASES; i++) {
		bool dbl = i & 1, denormal;
		int what = i >> 1 & 3;
		uint64_t b = random_number(&seed, dbl, 0), a = random_number(&seed, dbl, b);
		Fpu f = { .reg = { a, b, 7 }, .dbl = { dbl, dbl, 1 } };
		T800 *c = begin(CHIP_T800);
		Cycles before = c->fpu_free;

		c->fpu[LOW] = f;
		denormal = float_arithmetic(&f, what);
		assert_int_equal(denormal, is_denormal(a, dbl) || is_denormal(b, dbl) ||
						   is_denormal(f.reg[0], dbl));
		op(c, arithmetic[what].code);
		run(c);
		assert_memory_equal(&c->fpu[LOW], &f, sizeof f);
		/* issued after a prefix */
		assert_int_equal(c->fpu_free - before - 1,
			denormal ? arithmetic[what].worst[dbl] : arithmetic[what].typical[dbl]);
	}
}

static void
test_comparisons(void **state)
{
	static const uint64_t numbers[] = {
		0, 1ull << 63, 1, 0x0010ull << 48, 0x3FF0ull << 48, 0xBFF0ull << 48,
		0x7FEFull << 48, 0x7FF0ull << 48, 0xFFF0ull << 48, 0x7FF8ull << 48,
	};
	enum { N = sizeof numbers / sizeof *numbers };

	(void)state;
	for (int i = 0; i < N * N; i++) {
		uint64_t b = numbers[i / N], a = numbers[i % N];
		T800 *c = begin(CHIP_T800);

		for (int j = 0; j < 3; j++)
			load(c, j, j == 0 ? a : j == 1 ? b : 7, true);
		op(c, O_fpordered);
		op(c, O_fpgt);
		run(c);
		assert_int_equal(c->r.areg, double_of(b) > double_of(a));
		assert_int_equal(c->r.breg, !isunordered(double_of(a), double_of(b)));
		assert_int_equal(c->fpu[LOW].error,
			!isfinite(double_of(a)) || !isfinite(double_of(b)));
		assert_register(c, 0, 7, true);
	}
}

/* ---- rounding mode ---- */

/* All but the operations that set it use up the mode, whether they round or not. */
static int
mode_after(const char *name)
{
	if (strcmp(name, "fpurz") == 0)
		return ROUND_ZERO;
	if (strcmp(name, "fpurp") == 0)
		return ROUND_PLUS;
	if (strcmp(name, "fpurm") == 0)
		return ROUND_MINUS;
	return ROUND_NEAREST;
}

static void
test_mode(void **state)
{
	static const struct {
		const char *name;
		Word code;
		bool behind_fpentry;
	} operations[] = {
#define DIRECT(...)
#define OPER(...)
#define FPOPER(code, name, ...) { #name, code, false },
#define FPENTRY(code, name, ...) { #name, code, true },
#include "isa.tab"
#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY
	};
	size_t n = sizeof operations / sizeof *operations;

	(void)state;
	assert_in_range(n, 50, 60);
	for (size_t i = 0; i < 4 * n; i++) {
		T800 *c = begin(CHIP_T800);
		int mode = i / n;

		load_double(c, 0, 3);
		load_double(c, 1, 5);
		c->fpu[LOW].mode = mode;
		c->r.areg = DATA;
		c->r.breg = operations[i % n].behind_fpentry ? DATA : 0;
		if (operations[i % n].behind_fpentry)
			entry(c, operations[i % n].code);
		else
			op(c, operations[i % n].code);
		run(c);
		assert_int_equal(c->fpu[LOW].mode, mode_after(operations[i % n].name));
	}
}

/* A mode that is set before a load has ended before the operation after it. */
static void
test_mode_over_load(void **state)
{
	T800 *c = begin(CHIP_T800);

	(void)state;
	load_double(c, 0, 1);
	entry(c, E_fpurp);
	op(c, O_fpldnldb);
	op(c, O_fpadd);
	c->r.areg = DATA;
	put32(memory(c, DATA), 1); /* the smallest denormal number */
	run(c);
	assert_register(c, 0, bits_of(1), true);
}

/* The load of a load and add has the mode of the addition. */
static void
test_mode_of_load_and_add(void **state)
{
	T800 *c = begin(CHIP_T800);

	(void)state;
	load_double(c, 0, 1);
	entry(c, E_fpurp);
	op(c, O_fpldnladddb);
	c->r.areg = DATA;
	put32(memory(c, DATA), 1);
	run(c);
	assert_register(c, 0, bits_of(nextafter(1, 2)), true);
}

/* ---- stack, lengths, memory ---- */

static void
test_stack(void **state)
{
	T800 *c = begin(CHIP_T800);

	(void)state;
	put32(memory(c, DATA), bits_of_single(1.5f));
	put32(memory(c, DATA + 8), bits_of(2.5));
	put32(memory(c, DATA + 12), bits_of(2.5) >> 32);
	c->r.areg = DATA;
	c->r.breg = DATA + 8;
	op(c, O_fpldnlsn);
	op(c, O_fpldnldb);
	op(c, O_fpldzerosn);
	run(c);
	assert_register(c, 0, 0, false);
	assert_register(c, 1, bits_of(2.5), true);
	assert_register(c, 2, bits_of_single(1.5f), false);

	begin(CHIP_T800);
	load_single(c, 0, 1);
	load_double(c, 1, 2);
	load_single(c, 2, 3);
	op(c, O_fprev);
	op(c, O_fpdup);
	run(c);
	assert_register(c, 0, bits_of(2), true);
	assert_register(c, 1, bits_of(2), true);
	assert_register(c, 2, bits_of_single(1), false);
}

static void
test_stores(void **state)
{
	T800 *c = begin(CHIP_T800);

	(void)state;
	load_double(c, 0, -1.25);
	load_single(c, 1, 7.5f);
	load_double(c, 2, -3.75);
	c->r.areg = DATA;
	c->r.breg = DATA + 8;
	c->r.creg = DATA + 12;
	op(c, O_fpstnldb);
	op(c, O_fpstnlsn);
	op(c, O_fpstnli32);
	run(c);
	assert_int_equal(get32(memory(c, DATA)), (Word)bits_of(-1.25));
	assert_int_equal(get32(memory(c, DATA + 4)), bits_of(-1.25) >> 32);
	assert_int_equal(get32(memory(c, DATA + 8)), bits_of_single(7.5f));
	assert_int_equal(get32(memory(c, DATA + 12)), (Word)-3);
	/* a pop leaves FCreg as it was */
	for (int i = 0; i < 3; i++)
		assert_register(c, i, bits_of(-3.75), true);
}

static void
test_indexed_loads(void **state)
{
	T800 *c = begin(CHIP_T800);

	(void)state;
	put32(memory(c, DATA + 24), 0x11111111);
	put32(memory(c, DATA + 28), 0x22222222);
	c->r.areg = DATA;
	c->r.breg = 3;
	c->r.creg = 99;
	op(c, O_fpldnldbi);
	run(c);
	assert_register(c, 0, 0x2222222211111111, true);
	assert_int_equal(c->r.areg, 99);

	begin(CHIP_T800);
	put32(memory(c, DATA - 4), 0x33333333);
	c->r.areg = DATA;
	c->r.breg = (Word)-1;
	op(c, O_fpldnlsni);
	run(c);
	assert_register(c, 0, 0x33333333, false);
}

/* The single of operands of different lengths is widened. */
static void
test_mixed_lengths(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		T800 *c = begin(CHIP_T800);

		load_single(c, i, 0x1p-149f);
		load_double(c, !i, 1.5);
		op(c, O_fpsub);
		run(c);
		assert_register(c, 0, bits_of(i ? 0x1p-149 - 1.5 : 1.5 - 0x1p-149), true);
	}
	for (int i = 0; i < 2; i++) {
		T800 *c = begin(CHIP_T800);

		load_single(c, i, 1.5f);
		load_double(c, !i, 1.25);
		load_single(c, 2, 9);
		op(c, O_fpgt);
		run(c);
		assert_int_equal(c->r.areg, i);
		assert_register(c, 0, bits_of_single(9), false);
	}
}

static void
test_conversions_of_own_length(void **state)
{
	T800 *c = begin(CHIP_T800);

	(void)state;
	load_double(c, 0, 1.1);
	entry(c, E_fpur32tor64);
	run(c);
	assert_register(c, 0, bits_of(1.1), true);

	begin(CHIP_T800);
	load_single(c, 0, 1.1f);
	entry(c, E_fpur64tor32);
	entry(c, E_fpunoround);
	run(c);
	assert_register(c, 0, bits_of_single(1.1f), false);
	assert_false(c->fpu[LOW].error);
}

/* fpunoround outside a single's range: cut off to the largest, to zero, to a denormal number. */
static void
test_noround(void **state)
{
	static const struct {
		uint64_t from;
		Word to;
	} cases[] = {
		{ 0x7FEFFFFFFFFFFFFF, 0x7F7FFFFF },
		{ 0xC7F0000000000000, 0xFF7FFFFF },
		{ 0x3690000000000000, 0x00000000 },
		{ 0xB6A8000000000000, 0x80000001 },
		{ 0x7FF0000000000000, 0x7F800000 },
		{ 0xFFF8000000000000, 0x7F820000 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		T800 *c = begin(CHIP_T800);

		load(c, 0, cases[i].from, true);
		entry(c, E_fpunoround);
		run(c);
		assert_register(c, 0, cases[i].to, false);
		assert_false(c->fpu[LOW].error);
	}
}

/* processor.md, section 12.4: a double for an int64. */
static void
test_int64(void **state)
{
	uint64_t seed = 8;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		int64_t value = (int64_t)random_bits(&seed) >> i % 64;
		T800 *c = begin(CHIP_T800);

		put32(memory(c, DATA), value);
		put32(memory(c, DATA + 4), value >> 32);
		c->r.areg = DATA;
		c->r.breg = DATA + 4;
		op(c, O_fpb32tor64);
		op(c, O_fpi32tor64);
		entry(c, E_fpuexpinc32);
		op(c, O_fpadd);
		run(c);
		assert_register(c, 0, bits_of((double)value), true);
	}
}

/* remainder_sequence: what compilers emit for FBreg rem FAreg. */
static void
remainder_sequence(T800 *c)
{
	op(c, O_fpremfirst);
	put(c, 0xC, 0); /* eqc */
	put(c, 0xA, 4); /* cj, to the end */
	op(c, O_fpremstep);
	put(c, 0x6, 0); /* nfix */
	put(c, 0xA, 12); /* cj -4 */
}

/* The reduction of an argument: the quotient is under the remainder, FCreg stays. */
static void
test_quotient(void **state)
{
	T800 *c = begin(CHIP_T800);

	(void)state;
	load_double(c, 2, 9);
	load_double(c, 1, -100);
	load_double(c, 0, M_PI);
	remainder_sequence(c);
	run(c);
	assert_register(c, 0, bits_of(remainder(-100, M_PI)), true);
	assert_register(c, 1, bits_of(-32), true);
	assert_register(c, 2, bits_of(9), true);

	begin(CHIP_T800);
	load_single(c, 1, 7);
	load_single(c, 0, 2); /* 3.5: to even */
	remainder_sequence(c);
	op(c, O_fprev);
	op(c, O_fpdup);
	op(c, O_fprtoi32);
	ldc(c, DATA);
	op(c, O_fpstnli32);
	run(c);
	assert_int_equal(get32(memory(c, DATA)), 4);
	assert_register(c, 0, bits_of_single(4), false);
	assert_register(c, 1, bits_of_single(-1), false);
}

/* Quotients without a division, and quotients of operands without a remainder. */
static void
test_odd_quotients(void **state)
{
	static const struct {
		double b, a;
		uint64_t remainder, quotient;
		bool error;
	} cases[] = {
		{ -0.0, 3, 1ull << 63, 1ull << 63, false },
		{ -1, -INFINITY, 0xBFF0ull << 48, 0, true },
		{ 1, -100, 0x3FF0ull << 48, 1ull << 63, false },
		{ INFINITY, 2, 0x7FF0080000000000, 0x7FF0020000000000, true },
		{ 2, 0, 0x7FF0040000000000, 0x7FF0020000000000, true },
		{ NAN, 2, 0x7FF8000000000000, 0x7FF0020000000000, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		T800 *c = begin(CHIP_T800);

		load_double(c, 1, cases[i].b);
		load_double(c, 0, cases[i].a);
		op(c, O_fpremfirst);
		run(c);
		assert_int_equal(c->r.areg, 1);
		assert_register(c, 0, cases[i].remainder, true);
		assert_register(c, 1, cases[i].quotient, true);
		assert_int_equal(c->fpu[LOW].error, cases[i].error);
	}
}

/* ---- FP_Error ---- */

static void
test_error(void **state)
{
	T800 *c = begin(CHIP_T800);

	(void)state;
	op(c, O_fptesterror);
	entry(c, E_fpuseterror);
	op(c, O_fptesterror);
	op(c, O_fptesterror);
	run(c);
	assert_int_equal(c->r.creg, 1);
	assert_int_equal(c->r.breg, 0);
	assert_int_equal(c->r.areg, 1);

	begin(CHIP_T800);
	op(c, O_fpchkerror);
	entry(c, E_fpuseterror);
	run(c);
	assert_false(c->error);
	begin(CHIP_T800);
	c->fpu[LOW].error = true;
	op(c, O_fpchkerror);
	entry(c, E_fpuclearerror);
	run(c);
	assert_true(c->error);
	assert_false(c->fpu[LOW].error);
}

static void
test_halt(void **state)
{
	T800 *c = begin(CHIP_T800);

	(void)state;
	c->haltonerror = true;
	c->fpu[LOW].error = true;
	op(c, O_fpchkerror);
	c->r.iptr = CODE;
	t800_run(c, c->r.cycles + 1000);
	assert_int_equal(c->stop, STOP_ERROR);
}

/* Each priority has its own set of registers. */
static void
test_priorities(void **state)
{
	T800 *c = begin(CHIP_T800);

	(void)state;
	load_double(c, 0, 1);
	c->priority = HIGH;
	op(c, O_fpldzerosn);
	entry(c, E_fpurz);
	run(c);
	assert_register(c, 0, bits_of(1), true);
	assert_int_equal(c->fpu[LOW].mode, ROUND_NEAREST);
	assert_int_equal(c->fpu[HIGH].mode, ROUND_ZERO);
	assert_false(c->fpu[HIGH].dbl[0]);
}

/* ---- times ---- */

/* The data sheet's times of a stream of one operation, prefix byte included. */
static void
test_stream(void **state)
{
	static const struct {
		Word code;
		bool dbl;
		int cycles;
	} streams[] = {
		{ O_fpadd, false, 7 },
		{ O_fpadd, true, 7 },
		{ O_fpmul, false, 12 },
		{ O_fpmul, true, 19 },
		{ O_fpdiv, false, 17 },
		{ O_fpdiv, true, 32 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
		T800 *c = begin(CHIP_T800);
		Cycles before = c->r.cycles;

		for (int j = 0; j < 3; j++)
			load(c, j, streams[i].dbl ? bits_of(1) : bits_of_single(1), streams[i].dbl);
		for (int j = 0; j < 10; j++)
			op(c, streams[i].code);
		run(c);
		assert_int_equal(c->fpu_free - before, 10 * streams[i].cycles);
	}
}

/* Integer instructions run in parallel with a division; a result is waited for. */
static void
test_overlap(void **state)
{
	T800 *c;
	Cycles alone, beside;

	(void)state;
	for (int i = 0; i < 2; i++) {
		c = begin(CHIP_T800);
		load_double(c, 0, 3);
		load_double(c, 1, 1);
		ldc(c, 0);
		op(c, O_fpdiv);
		for (int j = 0; j < 20 * i; j++)
			put(c, 0x8, 1); /* adc */
		op(c, O_fpnotfinite);
		beside = run(c);
		if (i == 0)
			alone = beside;
	}
	/* ldc 1, fpdiv 1 + 31, fpnotfinite 1 + 2 */
	assert_int_equal(alone, 36);
	assert_int_equal(beside, alone);
	assert_int_equal(c->r.breg, 20);
}

/* A store waits for the number, and the wait states of both words are its own. */
static void
test_store_time(void **state)
{
	T800 *c = begin(CHIP_T800);

	(void)state;
	load_double(c, 0, 3);
	load_double(c, 1, 1);
	c->r.areg = DATA;
	op(c, O_fpmul);
	op(c, O_fpstnldb);
	assert_int_equal(run(c), 19 + 1 + 3);

	begin(CHIP_T800);
	c->r.areg = MOSTNEG + PAGE;
	op(c, O_fpstnldb);
	assert_int_equal(run(c), 1 + 3 + 2 * 2);
}

/* A number from outside arrives later, and so does the sum. */
static void
test_load_time(void **state)
{
	T800 *c = begin(CHIP_T800);

	(void)state;
	load_double(c, 0, 3);
	c->r.areg = MOSTNEG + PAGE;
	op(c, O_fpldnladddb);
	op(c, O_fpnotfinite);
	assert_int_equal(run(c), 1 + 9 + 2 * 2 + 1 + 2);
}

/*
 * The access to the first word, with its wait states, lies within the multiplication before it; the
 * unit waits for the second word.
 */
static void
test_early_load(void **state)
{
	static const struct {
		int load;
		Word index; /* in Breg */
		Addr base;
		Cycles rest; /* of the load, from when the unit takes the first word */
	} cases[] = {
		{O_fpldnldb, 0, DATA, 2},
		{O_fpldnldb, 0, MOSTNEG + PAGE, 2 + 2},
		{O_fpldnldbi, 1, MOSTNEG + PAGE - 8, 2 + 2},
		{O_fpldnladddb, 0, MOSTNEG + PAGE, 2 + 2 + 6},
		{O_fpi32tor64, 0, MOSTNEG + PAGE, 7},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		T800 *c = begin(CHIP_T800);

		load_double(c, 0, 3);
		load_double(c, 1, 1);
		c->r.areg = cases[i].base;
		c->r.breg = cases[i].index;
		op(c, O_fpmul);
		op(c, cases[i].load);
		op(c, O_fpnotfinite);
		assert_int_equal(run(c), 1 + 18 + 1 + cases[i].rest + 1 + 2);
	}
}

/* The square root's whole sequence: 119 and 245 cycles beside the prefixes. */
static void
test_root_time(void **state)
{
	(void)state;
	for (int dbl = 0; dbl < 2; dbl++) {
		T800 *c = begin(CHIP_T800);
		int steps = dbl ? 5 : 2;
		Cycles before = c->fpu_free;

		load(c, 0, dbl ? bits_of(2) : bits_of_single(2), dbl);
		entry(c, E_fpusqrtfirst);
		for (int i = 0; i < steps; i++)
			entry(c, E_fpusqrtstep);
		entry(c, E_fpusqrtlast);
		run(c);
		assert_register(c, 0, dbl ? bits_of(sqrt(2)) : bits_of_single(sqrtf(2)), dbl);
		/* ldc and prefix of the first; of the others, one cycle is not hidden */
		assert_int_equal(c->fpu_free - before, (dbl ? 245 : 119) + 2 + steps + 1);
	}
}

/* ---- chips ---- */

static void
assert_illegal(Chip chip, Word code)
{
	T800 *c = begin(chip);

	op(c, code);
	c->r.iptr = CODE;
	t800_run(c, c->r.cycles + 1000);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	assert_int_equal(c->fault, code);
}

static void
test_chips(void **state)
{
	(void)state;
	assert_illegal(CHIP_T414, O_fpadd);
	assert_illegal(CHIP_T425, O_fpentry);
	assert_illegal(CHIP_T800, O_unpacksn);
	assert_illegal(CHIP_T805, O_ldinf);
	assert_illegal(CHIP_T800, 0x80); /* fpsttest */
	assert_illegal(CHIP_T800, 0x85); /* fpldtest */
}

/* norm, postnormsn, roundsn: a 64-bit fraction and an exponent to a single, rounded once. */
static void
test_pack(void **state)
{
	uint64_t seed = 9;

	(void)state;
	for (int i = 0; i < RANDOM_CASES; i++) {
		uint64_t fraction = random_bits(&seed) >> i % 60, r = random_bits(&seed);
		int exponent = (int)(r % 340) - 20;
		T800 *c = begin(CHIP_T414);
		long double value;

		if (r >> 20 & 1)
			fraction &= ~0ull << (r >> 32) % 50;
		if (fraction == 0)
			continue;
		value = ldexpl((long double)fraction, exponent - 127 - 63);
		put32(memory(c, WORKSPACE), exponent);
		c->r.areg = fraction;
		c->r.breg = fraction >> 32;
		op(c, O_norm);
		op(c, O_postnormsn);
		op(c, O_roundsn);
		run(c);
		assert_int_equal(c->r.areg, bits_of_single((float)value));
	}
}

static void
test_unpack(void **state)
{
	static const struct {
		Word packed, fraction, exponent, type;
	} cases[] = {
		{ 0x00000000, 0, 0, 0 },
		{ 0x80000000, 0, 0, 0 },
		{ 0x00000001, 0x100, 1, 1 },
		{ 0x00800000, 0x80000000, 1, 1 },
		{ 0xC0490FDB, 0xC90FDB00, 128, 1 },
		{ 0x7F800000, 0, 255, 2 },
		{ 0xFFC00001, 0x40000100, 255, 3 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		T800 *c = begin(CHIP_T425);

		c->r.areg = cases[i].packed;
		c->r.breg = 5;
		op(c, O_unpacksn);
		run(c);
		assert_int_equal(c->r.areg, cases[i].fraction);
		assert_int_equal(c->r.breg, cases[i].exponent);
		assert_int_equal(c->r.creg, 4 * 5 + cases[i].type);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ways),
		cmocka_unit_test(test_comparisons),
		cmocka_unit_test(test_mode),
		cmocka_unit_test(test_mode_over_load),
		cmocka_unit_test(test_mode_of_load_and_add),
		cmocka_unit_test(test_stack),
		cmocka_unit_test(test_stores),
		cmocka_unit_test(test_indexed_loads),
		cmocka_unit_test(test_mixed_lengths),
		cmocka_unit_test(test_conversions_of_own_length),
		cmocka_unit_test(test_noround),
		cmocka_unit_test(test_int64),
		cmocka_unit_test(test_quotient),
		cmocka_unit_test(test_odd_quotients),
		cmocka_unit_test(test_error),
		cmocka_unit_test(test_halt),
		cmocka_unit_test(test_priorities),
		cmocka_unit_test(test_stream),
		cmocka_unit_test(test_overlap),
		cmocka_unit_test(test_store_time),
		cmocka_unit_test(test_load_time),
		cmocka_unit_test(test_early_load),
		cmocka_unit_test(test_root_time),
		cmocka_unit_test(test_chips),
		cmocka_unit_test(test_pack),
		cmocka_unit_test(test_unpack),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("fpu", tests, NULL, NULL);
}
