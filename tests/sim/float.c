/*
 * The floating-point unit's properties that the conformance data do not show: all modes against the
 * host's arithmetic and against exact integers, the ways through fpu.c and float.c against each
 * other, the registers' stack, what becomes of the rounding mode, mixed lengths, and the times.
 */
#include "sim/float.h"

#include <fenv.h>
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

/* Operations behind opr and fpentry, by name. */
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

static const int host_modes[] = {
	[ROUND_NEAREST] = FE_TONEAREST,
	[ROUND_ZERO] = FE_TOWARDZERO,
	[ROUND_PLUS] = FE_UPWARD,
	[ROUND_MINUS] = FE_DOWNWARD,
};

/* ---- numbers ---- */

static uint64_t
bits_of(double d)
{
	uint64_t bits;

	memcpy(&bits, &d, sizeof bits);
	return bits;
}

static uint64_t
bits_of_single(float s)
{
	uint32_t bits;

	memcpy(&bits, &s, sizeof bits);
	return bits;
}

static double
double_of(uint64_t bits)
{
	double d;

	memcpy(&d, &bits, sizeof d);
	return d;
}

static float
single_of(uint64_t bits)
{
	uint32_t word = bits;
	float s;

	memcpy(&s, &word, sizeof s);
	return s;
}

/* A stream of numbers that is the same in every run. */
static uint64_t
random_bits(uint64_t *seed)
{
	uint64_t x = *seed += 0x9E3779B97F4A7C15;

	x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
	x = (x ^ x >> 27) * 0x94D049BB133111EB;
	return x ^ x >> 31;
}

/* A finite number: any exponent, or one near `like`, with few or many bits set. */
static uint64_t
random_number(uint64_t *seed, bool dbl, uint64_t like)
{
	uint64_t r = random_bits(seed), x = random_bits(seed);
	int fraction = dbl ? 52 : 23, top = dbl ? 0x7FF : 0xFF;
	int exponent = (x >> fraction) & top;

	if (r % 3 == 0)
		exponent = ((like >> fraction) & top) + (int)(r >> 8) % 5 - 2;
	if (exponent < 0 || exponent >= top)
		exponent = r & 1 ? 0 : top - 1;
	x &= (1ull << fraction) - 1;
	if (r >> 16 & 1)
		x &= ~0ull << ((r >> 20) % fraction);
	return (r >> 18 & 1) << (dbl ? 63 : 31) | (uint64_t)exponent << fraction | x;
}

/* ---- the host's arithmetic in any mode ---- */

typedef struct Expected {
	uint64_t bits;
	bool error;
} Expected;

static double
host_double(Arithmetic what, volatile double b, volatile double a)
{
	switch (what) {
	case ADD:
		return b + a;
	case SUBTRACT:
		return b - a;
	case MULTIPLY:
		return b * a;
	default:
		return b / a;
	}
}

static float
host_single(Arithmetic what, volatile float b, volatile float a)
{
	switch (what) {
	case ADD:
		return b + a;
	case SUBTRACT:
		return b - a;
	case MULTIPLY:
		return b * a;
	default:
		return b / a;
	}
}

static void
host_begin(int mode)
{
	feclearexcept(FE_ALL_EXCEPT);
	fesetround(host_modes[mode]);
}

static Expected
host_end(uint64_t bits)
{
	Expected e = { bits, fetestexcept(FE_OVERFLOW | FE_DIVBYZERO | FE_INVALID) != 0 };

	fesetround(FE_TONEAREST);
	return e;
}

static Expected
host_arithmetic(Arithmetic what, uint64_t b, uint64_t a, bool dbl, int mode)
{
	volatile double d;
	volatile float s;

	host_begin(mode);
	if (dbl) {
		d = host_double(what, double_of(b), double_of(a));
		return host_end(bits_of(d));
	}
	s = host_single(what, single_of(b), single_of(a));
	return host_end(bits_of_single(s));
}

static bool
is_nan(uint64_t bits, bool dbl)
{
	return dbl ? bits << 1 > 0x7FFull << 53 : (uint32_t)bits << 1 > 0xFFu << 24;
}

static void
test_arithmetic(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (int i = 0; i < RANDOM_CASES; i++) {
		bool dbl = i & 1;
		int mode = i >> 1 & 3, what = i >> 3 & 3;
		uint64_t b = random_number(&seed, dbl, 0), a = random_number(&seed, dbl, b);
		Expected e = host_arithmetic(what, b, a, dbl, mode);
		Fpu f = { .reg = { a, b, 7 }, .dbl = { dbl, dbl, 1 }, .mode = mode };

		float_arithmetic(&f, what);
		if (is_nan(e.bits, dbl))
			assert_true(is_nan(f.reg[0], dbl));
		else
			assert_int_equal(f.reg[0], e.bits);
		assert_int_equal(f.error, e.error);
		assert_int_equal(f.mode, ROUND_NEAREST);
		assert_int_equal(f.dbl[0], dbl);
		assert_int_equal(f.reg[1], 7);
	}
}

static void
test_narrow(void **state)
{
	uint64_t seed = 2;

	(void)state;
	for (int i = 0; i < RANDOM_CASES; i++) {
		uint64_t a = random_number(&seed, true, bits_of(ldexp(1, (i >> 2) % 300 - 150)));
		volatile double d = double_of(a);
		volatile float s;
		Fpu f = { .reg = { a }, .dbl = { 1 }, .mode = i & 3 };
		Expected e;

		host_begin(f.mode);
		s = d;
		e = host_end(bits_of_single(s));
		float_narrow(&f);
		assert_int_equal(f.reg[0], e.bits);
		assert_int_equal(f.error, e.error);
		assert_false(f.dbl[0]);
	}
}

static void
test_integral(void **state)
{
	uint64_t seed = 3;

	(void)state;
	for (int i = 0; i < RANDOM_CASES; i++) {
		uint64_t a = random_number(&seed, true, bits_of(ldexp(1, (i >> 2) % 70 - 4)));
		volatile double d = double_of(a);
		Fpu f = { .reg = { a }, .dbl = { 1 }, .mode = i & 3 };
		Expected e;

		host_begin(f.mode);
		d = nearbyint(d);
		e = host_end(bits_of(d));
		float_integral(&f);
		assert_int_equal(f.reg[0], e.bits);
		assert_false(f.error);
	}
}

static void
test_from_int(void **state)
{
	uint64_t seed = 4;

	(void)state;
	for (int i = 0; i < RANDOM_CASES; i++) {
		int32_t value = (int32_t)random_bits(&seed) >> (i >> 2) % 32;
		volatile float s;
		Fpu f = { .mode = i & 3 };

		host_begin(f.mode);
		s = value;
		assert_int_equal(float_from_int(&f, value), host_end(bits_of_single(s)).bits);
		assert_int_equal(f.mode, ROUND_NEAREST);
	}
}

/* ---- exact checks ---- */

typedef unsigned __int128 Wide;

/* The significand as an integer, and the power of two of its last bit. */
static uint64_t
integer_of(uint64_t bits, bool dbl, int *power)
{
	int fraction = dbl ? 52 : 23, bias = dbl ? 1023 : 127;
	int exponent = (bits >> fraction) & (dbl ? 0x7FF : 0xFF);
	uint64_t x = bits & ((1ull << fraction) - 1);

	*power = (exponent ? exponent : 1) - bias - fraction;
	return exponent ? x | 1ull << fraction : x;
}

static void
check_root(uint64_t x, uint64_t root, bool dbl, int mode)
{
	int power, root_power;
	Wide square = integer_of(x, dbl, &power), r = integer_of(root, dbl, &root_power);

	/* square / r^2 is now within a factor of 4 of 1, and exact */
	assert_true(power >= 2 * root_power);
	square <<= power - 2 * root_power;
	switch (mode) {
	case ROUND_NEAREST:
		assert_true((2 * r - 1) * (2 * r - 1) < 4 * square);
		assert_true((2 * r + 1) * (2 * r + 1) > 4 * square);
		break;
	case ROUND_PLUS:
		assert_true(r * r >= square);
		assert_true((r - 1) * (r - 1) < square);
		break;
	default:
		assert_true(r * r <= square);
		assert_true((r + 1) * (r + 1) > square);
	}
}

static void
test_root(void **state)
{
	uint64_t seed = 5;

	(void)state;
	for (int i = 0; i < RANDOM_CASES; i++) {
		bool dbl = i & 1;
		int mode = i >> 1 & 3;
		uint64_t x = random_number(&seed, dbl, 0) & (dbl ? ~0ull >> 1 : 0x7FFFFFFF);
		Fpu f = { .reg = { x, 8, 9 }, .dbl = { dbl }, .mode = mode };

		if (x == 0)
			continue;
		float_root(&f);
		check_root(x, f.reg[0], dbl, mode);
		assert_false(f.error);
		assert_int_equal(f.reg[1], 8);
	}
}

/* Exact; the C library of some hosts gives a zero the wrong sign, which is the dividend's. */
static uint64_t
host_remainder(uint64_t b, uint64_t a, bool dbl)
{
	uint64_t sign = dbl ? 1ull << 63 : 1u << 31;
	uint64_t r = dbl ? bits_of(remainder(double_of(b), double_of(a))) :
			   bits_of_single(remainderf(single_of(b), single_of(a)));

	return r == 0 || r == sign ? b & sign : r;
}

static void
test_remainder(void **state)
{
	uint64_t seed = 6;
	int most = 0;

	(void)state;
	for (int i = 0; i < RANDOM_CASES; i++) {
		bool dbl = i & 1, done = false;
		uint64_t b = random_number(&seed, dbl, 0), a = random_number(&seed, dbl, b), expected;
		Fpu f = { .reg = { a, b, 7 }, .dbl = { dbl, dbl } };
		int steps = 0;

		if (a << (dbl ? 1 : 33) == 0)
			continue;
		for (; !done; steps++)
			float_remainder(&f, &done);
		expected = host_remainder(b, a, dbl);
		assert_int_equal(f.reg[0], expected);
		assert_int_equal(f.reg[1], 7);
		assert_false(f.error);
		if (steps > most)
			most = steps;
	}
	/* the largest quotients of doubles have 2046 + 52 bits */
	assert_in_range(most, 30, 40);
}

static void
test_word(void **state)
{
	static const struct {
		double value;
		Word word;
	} cases[] = {
		{ 0.0, 0 },
		{ -0.0, 0 },
		{ 0.75, 0 },
		{ -0.75, 0 },
		{ 1.75, 1 },
		{ -1.75, 0xFFFFFFFF },
		{ 2147483648.0, 0x80000000 },
		{ -2147483648.5, 0x80000000 },
		{ 4294967301.0, 5 },
		{ -4294967301.0, 0xFFFFFFFB },
		{ 9223372036854775808.0, 0 },
		{ 0x1.0000001p60, 0 },
		{ 0x1.fffffffffffffp63, 0xFFFFF800 },
		{ 0x1.fffffffffffffp80, 0xF0000000 },
		{ 0x1.fffffffffffffp83, 0x80000000 },
		{ 0x1.fffffffffffffp84, 0 },
		{ 1e300, 0 },
		{ 5e-324, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(float_word(bits_of(cases[i].value), true), cases[i].word);
	assert_int_equal(float_word(0x7FF0ull << 48, true), 0);
	assert_int_equal(float_word(0xFFF8ull << 48, true), 0);
	assert_int_equal(float_word(bits_of_single(-3.5f), false), 0xFFFFFFFD);
	assert_int_equal(float_word(0x7F800000, false), 0);
}

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

/* The instructions, most of which the host computes, against float.c: results and times. */
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
		assert_int_equal(c->fpu[LOW].error, !isfinite(double_of(a)) || !isfinite(double_of(b)));
		assert_register(c, 0, 7, true);
	}
}

/* ---- rounding mode ---- */

/* Operations that only move numbers or look at them leave the mode for the next one. */
static bool
keeps_mode(const char *name)
{
	static const char *const names[] = {
		"fpldnldbi", "fpldnlsni", "fpldnldb", "fpldnlsn", "fpstnldb", "fpstnlsn",
		"fpstnli32", "fpldzerosn", "fpldzerodb", "fpdup", "fprev", "fpnan", "fpordered",
		"fpnotfinite", "fpchkerror", "fptesterror", "fpuseterror", "fpuclearerror",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static int
mode_after(const char *name, int mode)
{
	if (strcmp(name, "fpurz") == 0)
		return ROUND_ZERO;
	if (strcmp(name, "fpurp") == 0)
		return ROUND_PLUS;
	if (strcmp(name, "fpurm") == 0)
		return ROUND_MINUS;
	return keeps_mode(name) ? mode : ROUND_NEAREST;
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
		assert_int_equal(c->fpu[LOW].mode, mode_after(operations[i % n].name, mode));
	}
}

/* A mode that is set before a load still holds for the operation after it. */
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

/* Each priority has its own registers. */
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

/* Integer instructions go on beside a division; a result is waited for. */
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
		/* the steps' ldc and prefix follow on each other's end by one cycle */
		assert_in_range(c->fpu_free - before, (dbl ? 245 : 119) + steps + 2,
			(dbl ? 245 : 119) + 2 * (steps + 2));
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
		cmocka_unit_test(test_arithmetic),
		cmocka_unit_test(test_narrow),
		cmocka_unit_test(test_integral),
		cmocka_unit_test(test_from_int),
		cmocka_unit_test(test_root),
		cmocka_unit_test(test_remainder),
		cmocka_unit_test(test_word),
		cmocka_unit_test(test_ways),
		cmocka_unit_test(test_comparisons),
		cmocka_unit_test(test_mode),
		cmocka_unit_test(test_mode_over_load),
		cmocka_unit_test(test_stack),
		cmocka_unit_test(test_stores),
		cmocka_unit_test(test_indexed_loads),
		cmocka_unit_test(test_mixed_lengths),
		cmocka_unit_test(test_conversions_of_own_length),
		cmocka_unit_test(test_noround),
		cmocka_unit_test(test_int64),
		cmocka_unit_test(test_error),
		cmocka_unit_test(test_halt),
		cmocka_unit_test(test_priorities),
		cmocka_unit_test(test_stream),
		cmocka_unit_test(test_overlap),
		cmocka_unit_test(test_store_time),
		cmocka_unit_test(test_load_time),
		cmocka_unit_test(test_root_time),
		cmocka_unit_test(test_chips),
		cmocka_unit_test(test_pack),
		cmocka_unit_test(test_unpack),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("float", tests, NULL, NULL);
}
