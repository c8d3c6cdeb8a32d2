/*
 * The T800's arithmetic in fpu.h, beyond the conformance data: random numbers in all lengths and
 * modes, compared with the host's arithmetic and with exact integers.
 */
#include "sim/cpu/fpu.h"
#include "numbers.h"

#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum { RANDOM_CASES = 20000 };

static const int host_modes[] = {
	[ROUND_NEAREST] = FE_TONEAREST,
	[ROUND_ZERO] = FE_TOWARDZERO,
	[ROUND_PLUS] = FE_UPWARD,
	[ROUND_MINUS] = FE_DOWNWARD,
};

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

/* The integer that a step's remainder r belongs to; X - r is a multiple of Y below 2^55 * Y. */
static uint64_t
host_quotient(const Fpu *before, uint64_t r, bool dbl)
{
	long double b = dbl ? double_of(before->reg[1]) : single_of(before->reg[1]);
	long double a = dbl ? double_of(before->reg[0]) : single_of(before->reg[0]);
	long double rest = dbl ? double_of(r) : single_of(r);
	long double q = copysignl(rintl((b - rest) / a), copysignl(1, a) * copysignl(1, b));

	return dbl ? bits_of(q) : bits_of_single(q);
}

static void
test_remainder(void **state)
{
	uint64_t seed = 6;
	int most = 0;

	(void)state;
	for (int i = 0; i < RANDOM_CASES; i++) {
		bool dbl = i & 1, done = false;
		uint64_t b = random_number(&seed, dbl, 0), a = random_number(&seed, dbl, b);
		uint64_t expected;
		Fpu f = { .reg = { a, b, 7 }, .dbl = { dbl, dbl } }, last;
		int steps = 0;

		if (a << (dbl ? 1 : 33) == 0)
			continue;
		for (; !done; steps++) {
			last = f;
			float_remainder(&f, &done);
		}
		expected = host_remainder(b, a, dbl);
		assert_int_equal(f.reg[0], expected);
		assert_int_equal(f.reg[1], host_quotient(&last, expected, dbl));
		assert_int_equal(f.reg[2], 7);
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
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("float", tests, NULL, NULL);
}
