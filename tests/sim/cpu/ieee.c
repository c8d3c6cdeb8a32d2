/*
 * ieee.c - some 68,000 floating-point operations as programs of a T800, interpreted and translated,
 * compared bit by bit with the host's IEEE 754 arithmetic in the four rounding modes.
 *
 * A program loads its operands from memory, sets the rounding mode, executes the operation, and
 * stores the result and FP_Error. Each operation gets all pairs of the special numbers, and random
 * ones. The host computes the expected result; only where the T800 goes beyond IEEE 754 (which NaN
 * results, what sets FP_Error; docs/fpu.md) the rules stand here once more. Nothing of
 * sim/cpu/float.c is used.
 *
 * Arguments: the number of random cases of each operation, length and mode; the seed.
 */
#include "code.h"
#include "numbers.h"
#include "sim/cpu/translate.h"
#include "tests/random.h"

#include <fenv.h>
#include <math.h>

enum {
	CODE = 0x80000100,
	WORKSPACE = 0x80000300,
	LEFT = 0x80000400,  /* the operand that is loaded first, into FBreg */
	RIGHT = 0x80000408, /* the other, into FAreg */
	RESULT = 0x80000410,
	NO_ERROR = 0x80000418, /* false if FP_Error was set */
	SHOWN = 5,          /* differing cases that a failure prints */
};

/* One case: the operands' bits, both of one length, and the mode. `a` is the only one of some. */
typedef struct Case {
	bool dbl;
	int mode;
	uint64_t b, a;
} Case;

/* The result's bits, and FP_Error. */
typedef struct Answer {
	uint64_t bits;
	bool error;
} Answer;

static uint64_t random_cases = 300, seed = 1;
static uint64_t ndone, ntranslated, nprograms;

/* ---- numbers ---- */

static const int host_modes[] = {
	[ROUND_NEAREST] = FE_TONEAREST,
	[ROUND_ZERO] = FE_TOWARDZERO,
	[ROUND_PLUS] = FE_UPWARD,
	[ROUND_MINUS] = FE_DOWNWARD,
};

static const uint64_t special_singles[] = {
	0, 0x80000000,                      /* zeros */
	1, 0x80000001, 0x007FFFFF,          /* denormal: the smallest, the largest */
	0x00800000, 0x80800000,             /* the smallest normal */
	0x3F800000, 0xBF800000,             /* 1 */
	0x3F000000, 0x3FC00000, 0x40200000, /* halves: 0.5, 1.5, 2.5 */
	0xCB000001, 0x4AFFFFFF,             /* -8388609, and 8388607.5 */
	0x4F000000, 0xCF000000, 0x4EFFFFFF, /* about the ends of an int32 */
	0x7F7FFFFF, 0xFF7FFFFF,             /* the largest */
	0x7F800000, 0xFF800000,             /* infinities */
	0x7FC00000, 0xFF800001, 0x7FA00000, /* NaNs */
};

static const uint64_t special_doubles[] = {
	0, 1ull << 63,
	1, 1ull << 63 | 1, 0x000FFFFFFFFFFFFF,
	0x0010000000000000, 0x8010000000000000,
	0x3FF0000000000000, 0xBFF0000000000000,
	0x3FE0000000000000, 0x3FF8000000000000, 0x4004000000000000,
	0xC340000000000001, 0x432FFFFFFFFFFFFF, /* the halves next to the longest integers */
	0x41DFFFFFFFE00000, 0xC1E0000000100000, /* 2147483647.5, -2147483648.5 */
	0x43E0000000000000,                     /* 2^63 */
	0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF,
	0x7FF0000000000000, 0xFFF0000000000000,
	0x7FF8000000000000, 0xFFF0000000000001, 0x7FF4000000000000,
};

enum { NSPECIAL = sizeof special_singles / sizeof *special_singles };

static uint64_t
special_operand(bool dbl, int i)
{
	return dbl ? special_doubles[i] : special_singles[i];
}

static uint64_t
sign_bit(bool dbl)
{
	return dbl ? 1ull << 63 : 1ull << 31;
}

static uint64_t
infinity_bits(bool dbl)
{
	return dbl ? 0x7FF0000000000000 : 0x7F800000;
}

static uint64_t
magnitude(uint64_t bits, bool dbl)
{
	return bits & ~sign_bit(dbl);
}

static bool
is_nan(uint64_t bits, bool dbl)
{
	return magnitude(bits, dbl) > infinity_bits(dbl);
}

static bool
is_finite(uint64_t bits, bool dbl)
{
	return magnitude(bits, dbl) < infinity_bits(dbl);
}

/* value: the host's number; exact. */
static double
value(uint64_t bits, bool dbl)
{
	return dbl ? double_of(bits) : single_of(bits);
}

/* ---- the host's arithmetic ---- */

static void
host_begin(const Case *k)
{
	feclearexcept(FE_ALL_EXCEPT);
	fesetround(host_modes[k->mode]);
}

/*
 * host_end: the answer; an operation has an error if the host's has one of IEEE 754's exceptions
 * but underflow and inexact, or if an operand is no finite number.
 */
static Answer
host_end(uint64_t bits, bool operands_finite)
{
	bool error = fetestexcept(FE_OVERFLOW | FE_DIVBYZERO | FE_INVALID) != 0;

	fesetround(FE_TONEAREST);
	return (Answer){bits, error || !operands_finite};
}

static bool
both_finite(const Case *k)
{
	return is_finite(k->b, k->dbl) && is_finite(k->a, k->dbl);
}

/* reason_nan: a new NaN, whose one bit of the fraction tells the reason. */
static uint64_t
reason_nan(bool dbl, int reason)
{
	return infinity_bits(dbl) | 1ull << ((dbl ? 51 : 22) - reason);
}

/* larger_nan: the operand that is a NaN; of two, that with the larger fraction, or FBreg. */
static uint64_t
larger_nan(const Case *k)
{
	uint64_t b = magnitude(k->b, k->dbl), a = magnitude(k->a, k->dbl);

	return is_nan(k->a, k->dbl) && (!is_nan(k->b, k->dbl) || a > b) ? k->a : k->b;
}

static bool
any_nan(const Case *k)
{
	return is_nan(k->a, k->dbl) || is_nan(k->b, k->dbl);
}

static uint64_t
product_sign(const Case *k)
{
	return (k->a ^ k->b) & sign_bit(k->dbl);
}

#define HOST_BINARY(k, answer, operator) \
	do { \
		host_begin(k); \
		if ((k)->dbl) { \
			volatile double b_ = double_of((k)->b), a_ = double_of((k)->a); \
			volatile double r_ = b_ operator a_; \
			answer = host_end(bits_of(r_), both_finite(k)); \
		} else { \
			volatile float b_ = single_of((k)->b), a_ = single_of((k)->a); \
			volatile float r_ = b_ operator a_; \
			answer = host_end(bits_of_single(r_), both_finite(k)); \
		} \
	} while (0)

static Answer
sum(const Case *k)
{
	Answer r;

	HOST_BINARY(k, r, +);
	if (any_nan(k))
		r.bits = larger_nan(k);
	else if (is_nan(r.bits, k->dbl))
		r.bits = reason_nan(k->dbl, 3);
	return r;
}

/* A difference is the sum with the opposite of FAreg, also if FAreg is a NaN. */
static Answer
difference(const Case *k)
{
	Case negated = *k;
	Answer r;

	negated.a ^= sign_bit(k->dbl);
	HOST_BINARY(k, r, -);
	if (any_nan(k))
		r.bits = larger_nan(&negated);
	else if (is_nan(r.bits, k->dbl))
		r.bits = reason_nan(k->dbl, 3);
	return r;
}

static Answer
product(const Case *k)
{
	Answer r;

	HOST_BINARY(k, r, *);
	if (any_nan(k))
		r.bits = magnitude(larger_nan(k), k->dbl) | product_sign(k);
	else if (is_nan(r.bits, k->dbl))
		r.bits = reason_nan(k->dbl, 2);
	return r;
}

static Answer
quotient(const Case *k)
{
	Answer r;

	HOST_BINARY(k, r, /);
	if (any_nan(k))
		r.bits = magnitude(larger_nan(k), k->dbl) | product_sign(k);
	else if (is_nan(r.bits, k->dbl))
		r.bits = reason_nan(k->dbl, magnitude(k->a, k->dbl) == 0 ? 0 : 1);
	return r;
}

/* IEEE 754's remainder is exact; a zero has the dividend's sign. */
static Answer
remainder_of(const Case *k)
{
	double b = value(k->b, k->dbl), a = value(k->a, k->dbl), r;

	if (any_nan(k))
		return (Answer){larger_nan(k), true};
	if (isinf(b))
		return (Answer){reason_nan(k->dbl, 8), true};
	if (a == 0)
		return (Answer){reason_nan(k->dbl, 9), true};
	r = copysign(remainder(b, a), 1);
	if (r == 0)
		r = copysign(r, b);
	else
		r = remainder(b, a);
	return (Answer){k->dbl ? bits_of(r) : bits_of_single((float)r), isinf(a)};
}

static Answer
root(const Case *k)
{
	Answer r;

	host_begin(k);
	if (k->dbl) {
		volatile double a = double_of(k->a), s = sqrt(a);

		r = host_end(bits_of(s), is_finite(k->a, true));
	} else {
		volatile float a = single_of(k->a), s = sqrtf(a);

		r = host_end(bits_of_single(s), is_finite(k->a, false));
	}
	if (is_nan(k->a, k->dbl))
		r.bits = k->a;
	else if (is_nan(r.bits, k->dbl))
		r.bits = reason_nan(k->dbl, 4);
	return r;
}

static Answer
scaled_operand(const Case *k, double factor)
{
	Answer r;

	host_begin(k);
	if (k->dbl) {
		volatile double a = double_of(k->a), s = a * factor;

		r = host_end(bits_of(s), is_finite(k->a, true));
	} else {
		volatile float a = single_of(k->a), s = a * (float)factor;

		r = host_end(bits_of_single(s), is_finite(k->a, false));
	}
	if (is_nan(k->a, k->dbl))
		r.bits = k->a;
	return r;
}

static Answer
doubled(const Case *k)
{
	return scaled_operand(k, 2);
}

static Answer
halved(const Case *k)
{
	return scaled_operand(k, 0.5);
}

static Answer
scaled_up(const Case *k)
{
	return scaled_operand(k, 0x1p32);
}

static Answer
scaled_down(const Case *k)
{
	return scaled_operand(k, 0x1p-32);
}

static Answer
absolute(const Case *k)
{
	return (Answer){magnitude(k->a, k->dbl), !is_finite(k->a, k->dbl)};
}

static Answer
widened(const Case *k)
{
	if (is_nan(k->a, false))
		return (Answer){(k->a & sign_bit(false)) << 32 | infinity_bits(true)
				| (k->a & 0x7FFFFF) << 29, true};
	return (Answer){bits_of(single_of(k->a)), !is_finite(k->a, false)};
}

static Answer
narrowed(const Case *k)
{
	volatile double a = double_of(k->a);
	volatile float s;
	Answer r;

	host_begin(k);
	s = a;
	r = host_end(bits_of_single(s), is_finite(k->a, true));
	if (is_nan(k->a, true))
		r.bits = reason_nan(false, 5);
	return r;
}

static Answer
integral(const Case *k)
{
	volatile double a = value(k->a, k->dbl);
	Answer r;

	if (is_nan(k->a, k->dbl))
		return (Answer){k->a, true};
	host_begin(k);
	a = nearbyint(a);
	r = host_end(0, is_finite(k->a, k->dbl));
	r.bits = k->dbl ? bits_of(a) : bits_of_single((float)a);
	return r;
}

/* integer_word: the low 32 bits of a number, cut off towards zero; 0 if it is not finite. */
static uint64_t
integer_word(double a)
{
	return isfinite(a) ? (uint32_t)(int64_t)fmod(trunc(a), 0x1p32) : 0;
}

static bool
fits(double a, double limit)
{
	return a >= -limit && (limit == 0x1p31 ? a <= limit - 1 : a < limit);
}

/* fprtoi32 and fpstnli32: rounded in the mode, checked, stored. */
static Answer
integer(const Case *k)
{
	Answer whole = integral(k);
	double a = value(whole.bits, k->dbl);

	return (Answer){integer_word(a), whole.error || !fits(a, 0x1p31)};
}

static Answer
cut(const Case *k)
{
	return (Answer){integer_word(value(k->a, k->dbl)), false};
}

static Answer
checked_32(const Case *k)
{
	return (Answer){k->a, !fits(value(k->a, k->dbl), 0x1p31)};
}

static Answer
checked_64(const Case *k)
{
	return (Answer){k->a, !fits(value(k->a, k->dbl), 0x1p63)};
}

static Answer
single_of_int(const Case *k)
{
	volatile int32_t a = k->a;
	volatile float s;

	host_begin(k);
	s = a;
	return host_end(bits_of_single(s), true);
}

static Answer
double_of_int(const Case *k)
{
	return (Answer){bits_of((int32_t)k->a), false};
}

static Answer
double_of_unsigned(const Case *k)
{
	return (Answer){bits_of((uint32_t)k->a), false};
}

static Answer
greater(const Case *k)
{
	return (Answer){isgreater(value(k->b, k->dbl), value(k->a, k->dbl)), !both_finite(k)};
}

static Answer
equal(const Case *k)
{
	return (Answer){value(k->b, k->dbl) == value(k->a, k->dbl), !both_finite(k)};
}

static Answer
ordered(const Case *k)
{
	return (Answer){!any_nan(k), false};
}

static Answer
tells_nan(const Case *k)
{
	return (Answer){is_nan(k->a, k->dbl), false};
}

static Answer
tells_not_finite(const Case *k)
{
	return (Answer){!is_finite(k->a, k->dbl), false};
}

/* ---- operations ---- */

enum {
	SINGLES = 1, /* operands of that length */
	DOUBLES = 2,
	BOTH = SINGLES | DOUBLES,
};

/* What a program loads, and what it stores. */
typedef enum Loads { TWO, ONE, INTEGER } Loads;
typedef enum Stores { SAME, SINGLE, DOUBLE, WORD, TRUTH } Stores;

#define REMAINDER "fpremfirst eqc:0 cj:4 fpremstep nfix:0 cj:12"
#define STEP "fpusqrtstep "

static const struct Operation {
	const char *text[2]; /* of singles, of doubles */
	Answer (*answer)(const Case *k);
	Loads loads;
	Stores stores;
	int lengths;
	bool rounds;
} operations[] = {
#define ALIKE(text) {text, text}
	{ALIKE("fpadd"), sum, TWO, SAME, BOTH, true},
	{ALIKE("fpsub"), difference, TWO, SAME, BOTH, true},
	{ALIKE("fpmul"), product, TWO, SAME, BOTH, true},
	{ALIKE("fpdiv"), quotient, TWO, SAME, BOTH, true},
	{ALIKE(REMAINDER), remainder_of, TWO, SAME, BOTH, true},
	{{"fpusqrtfirst " STEP STEP "fpusqrtlast",
		"fpusqrtfirst " STEP STEP STEP STEP STEP "fpusqrtlast"}, root, ONE, SAME, BOTH, true},
	{ALIKE("fpumulby2"), doubled, ONE, SAME, BOTH, true},
	{ALIKE("fpudivby2"), halved, ONE, SAME, BOTH, true},
	{ALIKE("fpuexpinc32"), scaled_up, ONE, SAME, BOTH, true},
	{ALIKE("fpuexpdec32"), scaled_down, ONE, SAME, BOTH, true},
	{ALIKE("fpuabs"), absolute, ONE, SAME, BOTH, false},
	{ALIKE("fpint"), integral, ONE, SAME, BOTH, true},
	{ALIKE("fprtoi32"), integer, ONE, WORD, BOTH, true},
	{ALIKE("fpdup"), cut, ONE, WORD, BOTH, false},
	{ALIKE("fpuchki32"), checked_32, ONE, SAME, BOTH, false},
	{ALIKE("fpuchki64"), checked_64, ONE, SAME, BOTH, false},
	{ALIKE("fpur32tor64"), widened, ONE, DOUBLE, SINGLES, true},
	{ALIKE("fpur64tor32"), narrowed, ONE, SINGLE, DOUBLES, true},
	{ALIKE("fpi32tor32"), single_of_int, INTEGER, SINGLE, SINGLES, true},
	{ALIKE("fpi32tor64"), double_of_int, INTEGER, DOUBLE, SINGLES, true},
	{ALIKE("fpb32tor64"), double_of_unsigned, INTEGER, DOUBLE, SINGLES, true},
	{ALIKE("fpgt"), greater, TWO, TRUTH, BOTH, false},
	{ALIKE("fpeq"), equal, TWO, TRUTH, BOTH, false},
	{ALIKE("fpordered"), ordered, TWO, TRUTH, BOTH, false},
	{ALIKE("fpnan"), tells_nan, ONE, TRUTH, BOTH, false},
	{ALIKE("fpnotfinite"), tells_not_finite, ONE, TRUTH, BOTH, false},
#undef ALIKE
};

typedef struct Operation Operation;

enum { NOPERATIONS = sizeof operations / sizeof *operations };

/* ---- programs ---- */

static T800 *node, *translated; /* the second: NULL where nothing is translated */

static void
put_load(Buf *text, Addr at, bool dbl)
{
	buf_printf(text, "ldc:%d %s ", at, dbl ? "fpldnldb" : "fpldnlsn");
}

/* Doubles and singles fill different parts of the result; the rest stays zero. */
static void
put_store(Buf *text, Stores stores, bool dbl)
{
	if (stores == TRUTH) {
		buf_printf(text, " ldc:%d stnl:0", RESULT);
		return;
	}
	if (stores == SAME)
		stores = dbl ? DOUBLE : SINGLE;
	buf_printf(text, " ldc:%d %s", RESULT,
		stores == WORD ? "fpstnli32" : stores == DOUBLE ? "fpstnldb" : "fpstnlsn");
}

/* program: of an operation; a translated unit needs a few instructions, which ajw 0 gives it. */
static char *
program(const Operation *o, bool dbl, int mode)
{
	static const char *const modes[] = {"fpurn ", "fpurz ", "fpurp ", "fpurm "};
	Buf text = {0};

	for (int i = 0; i < UNIT_MIN; i++)
		buf_printf(&text, "ajw:0 ");
	if (o->loads == TWO)
		put_load(&text, LEFT, dbl);
	if (o->loads != INTEGER)
		put_load(&text, RIGHT, dbl);
	buf_printf(&text, "%s", modes[mode]);
	if (o->loads == INTEGER)
		buf_printf(&text, "ldc:%d ", RIGHT);
	buf_printf(&text, "%s", o->text[dbl]);
	put_store(&text, o->stores, dbl);
	buf_printf(&text, " fptesterror ldc:%d stnl:0 " END, NO_ERROR);
	buf_byte(&text, 0);
	return (char *)text.data;
}

static void
load(T800 *c, const char *text)
{
	node_start(c, CODE, WORKSPACE, LOW);
	code_put(c, CODE, text);
	code_note_change(c);
}

static Answer
execute(T800 *c, const Case *k)
{
	c->stop = STOP_NONE;
	c->idle = false;
	c->r.iptr = CODE;
	c->r.wptr = WORKSPACE;
	stretch_begin(&c->r);
	set_word(c, LEFT, k->b);
	set_word(c, LEFT + 4, k->b >> 32);
	set_word(c, RIGHT, k->a);
	set_word(c, RIGHT + 4, k->a >> 32);
	set_word(c, RESULT, 0);
	set_word(c, RESULT + 4, 0);
	t800_run(c, c->r.cycles + 100000);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	assert_int_equal(c->fault, UNDEFINED);
	assert_false(c->error);
	return (Answer){word_at(c, RESULT) | (uint64_t)word_at(c, RESULT + 4) << 32,
		!word_at(c, NO_ERROR)};
}

/* ---- cases ---- */

/* One operation, in one length and mode: its report, and how many cases differ. */
typedef struct Group {
	const Operation *o;
	bool dbl;
	int mode;
	Buf *report;
	size_t differing;
} Group;

static void
compare(Group *g, T800 *c, const Case *k, Answer expected)
{
	Answer got = execute(c, k);

	if (got.bits == expected.bits && got.error == expected.error)
		return;
	if (g->differing++ < SHOWN)
		buf_printf(g->report, "%s mode %d, %llx and %llx: %llx error %d, not %llx %d%s\n",
			g->o->text[g->dbl], g->mode, (unsigned long long)k->b,
			(unsigned long long)k->a, (unsigned long long)got.bits, got.error,
			(unsigned long long)expected.bits, expected.error,
			c == translated ? " (translated)" : "");
}

static void
run_case(Group *g, uint64_t b, uint64_t a)
{
	Case k = {g->dbl, g->mode, b, a};
	Answer expected = g->o->answer(&k);

	compare(g, node, &k, expected);
	if (translated)
		compare(g, translated, &k, expected);
	ndone++;
}

static void
run_specials(Group *g)
{
	for (int i = 0; i < (g->o->loads == TWO ? NSPECIAL : 1); i++)
		for (int j = 0; j < NSPECIAL; j++)
			run_case(g, special_operand(g->dbl, i), special_operand(g->dbl, j));
}

/* A half, or a number like another, or any; with INTEGER a word of any length. */
static uint64_t
random_operand(Group *g, uint64_t like)
{
	int32_t word = (int32_t)random_bits(&seed) >> random_bits(&seed) % 32;

	if (g->o->loads == INTEGER)
		return (uint32_t)word;
	if (random_bits(&seed) % 4 == 0)
		return g->dbl ? bits_of(word / 2.0) : bits_of_single(word / 2.0f);
	return random_number(&seed, g->dbl, like);
}

static void
run_group(Group *g)
{
	char *text = program(g->o, g->dbl, g->mode);

	load(node, text);
	if (translated)
		load(translated, text);
	run_specials(g);
	for (uint64_t i = 0; i < random_cases; i++) {
		uint64_t b = random_operand(g, 0);

		run_case(g, b, random_operand(g, b));
	}
	nprograms++;
	ntranslated += translated && translated->code->any_valid;
	free(text);
}

/* All modes, if the operation has one; the same results in all if it does not round. */
static void
test_operation(void **state)
{
	const Operation *o = *state;
	Buf report = {0};
	size_t differing = 0;

	for (int dbl = 0; dbl < 2; dbl++) {
		for (int mode = 0; mode < (o->rounds ? 4 : 1); mode++) {
			Group g = {o, dbl, mode, &report, 0};

			if (o->lengths & (dbl ? DOUBLES : SINGLES))
				run_group(&g);
			differing += g.differing;
		}
	}
	if (differing) {
		buf_byte(&report, 0);
		fail_msg("%zu cases differ:\n%s", differing, (char *)report.data);
	}
	buf_free(&report);
}

static void
test_number(void **state)
{
	(void)state;
	printf("# %llu cases\n", (unsigned long long)ndone);
	assert_true(ndone > 0);
	if (translated)
		assert_int_equal(ntranslated, nprograms);
}

int
main(int argc, char **argv)
{
	static struct CMUnitTest tests[NOPERATIONS + 1];
	NodeSpec spec = {.name = "n", .chip = CHIP_T800, .khz = 20000, .mem = PAGE, .onchip = PAGE};
	Translator *translator = translator_new(1);
	int failed;

	for (int i = 0; i < NOPERATIONS; i++)
		tests[i] = (struct CMUnitTest){.name = xstrndup(operations[i].text[0],
				strcspn(operations[i].text[0], " ")),
			.test_func = test_operation, .initial_state = (void *)&operations[i]};
	tests[NOPERATIONS] = (struct CMUnitTest)cmocka_unit_test(test_number);
	node = t800_new(&spec);
	if (translator) {
		translated = t800_new(&spec);
		translator_join(translator, translated);
	}
	failed = random_main(argc, argv, &random_cases, &seed, 100, tests, NOPERATIONS + 1);
	t800_free(node);
	if (translator) {
		translator_leave(translated);
		t800_free(translated);
		translator_free(translator);
	}
	return failed;
}
