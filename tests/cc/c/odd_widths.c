/*
 * Integers of many widths: every operation, on operands near the limits of each type. Prints a
 * checksum of all results.
 */
#include <stdio.h>

typedef unsigned long long u64;

static u64 sum;

static void
add(u64 x)
{
	sum = (sum << 7 | sum >> 57) ^ x;
}

static u64
bits_of(double x)
{
	union { double x; u64 bits; } u = {x};

	return u.bits;
}

static unsigned
bits_of_float(float x)
{
	union { float x; unsigned bits; } u = {x};

	return u.bits;
}

/* UNSIGNED: all operations are defined, except division by zero and shifts by the width or more. */
#define UNSIGNED(n) \
	typedef unsigned _BitInt(n) U##n; \
	static __attribute__((noinline)) U##n \
	step_u##n(U##n a, U##n b, int k) \
	{ \
		unsigned by = (unsigned)b % n; \
		U##n r; \
		switch (k) { \
		case 0: return a + b; \
		case 1: return a - b; \
		case 2: return a * b; \
		case 3: return b == 0 ? a : a / b; \
		case 4: return b == 0 ? a : a % b; \
		case 5: return a & b; \
		case 6: return a | b; \
		case 7: return a ^ b; \
		case 8: return ~a; \
		case 9: return -a; \
		case 10: return a << by; \
		case 11: return a >> by; \
		case 12: return a << (n - 1); \
		case 13: return a >> n / 2; \
		case 14: return a < b ? a : b; \
		case 15: return a == b; \
		case 16: return a > b; \
		case 17: return a <= b; \
		case 18: return a++ + b--; \
		case 19: return !a; \
		case 20: return (U##n)(long long)a; \
		case 21: return (U##n)(int)a; \
		case 22: return (U##n)(short)b; \
		case 23: return a << by | a >> (n - 1 - by) >> 1; \
		case 24: return (U##n)(double)(U##n)(a >> 2); \
		case 25: return (U##n)(float)(U##n)(b >> 2); \
		case 26: return __builtin_add_overflow(a, b, &r) ? ~r : r; \
		case 27: return __builtin_sub_overflow(a, b, &r) ? ~r : r; \
		case 28: return __builtin_mul_overflow(a, b, &r) ? ~r : r; \
		case 29: return a / 7; \
		case 30: return a % 10; \
		case 31: return a * 3 + 1; \
		case 32: return (U##n)__builtin_popcountll((u64)a); \
		default: return a && b; \
		} \
	} \
	static __attribute__((noinline)) void \
	two_u##n(U##n a, U##n b) \
	{ \
		static volatile U##n x, y; \
		U##n array[3] = {a, b, a}; \
		struct { char c; U##n t; } s = {1, b}; \
		x = a, y = b; \
		for (int k = 0; k < 34; k++) { \
			U##n r = step_u##n(x, y, k); \
			add((u64)r), add((u64)(r >> n / 2)); \
		} \
		add((u64)(U##n)(array[(int)(a & 1) + 1] + s.t)); \
		add(bits_of((double)a)), add(bits_of_float((float)b)); \
		switch (a) { \
		case 0: add(1); break; \
		case 1: add(2); break; \
		default: add(3); \
		} \
	} \
	static void \
	all_u##n(void) \
	{ \
		const U##n one = 1; \
		const U##n ends[] = {0, one, ~(U##n)0, one << (n - 1), ~(U##n)(one << (n - 1)), (U##n)0x5A5A5A5A5A5A5A5Aull, \
			(U##n)7, (U##n)-3}; \
		sum = 0; \
		for (int i = 0; i < 8; i++) \
			for (int k = 0; k < 8; k++) \
				two_u##n(ends[i], ends[k]); \
		printf("unsigned %d %016llx\n", n, sum); \
	}

/* SIGNED: what the sign matters for. */
#define SIGNED(n) \
	typedef _BitInt(n) S##n; \
	static __attribute__((noinline)) S##n \
	step_s##n(S##n a, S##n b, int k) \
	{ \
		unsigned by = (unsigned)b % n; \
		S##n r; \
		switch (k) { \
		case 0: return b == 0 || b == -1 ? a : a / b; \
		case 1: return b == 0 || b == -1 ? a : a % b; \
		case 2: return a >> by; \
		case 3: return a >> (n - 1); \
		case 4: return a < b; \
		case 5: return a >= b; \
		case 6: return a > 0 ? a : b; \
		case 7: return (S##n)(long long)a; \
		case 8: return (S##n)(signed char)a; \
		case 9: return (S##n)(double)(S##n)(a >> 2); \
		case 10: return (S##n)(float)(S##n)(b >> 2); \
		case 11: return __builtin_add_overflow(a, b, &r) ? ~r : r; \
		case 12: return __builtin_sub_overflow(a, b, &r) ? ~r : r; \
		case 13: return __builtin_mul_overflow(a, b, &r) ? ~r : r; \
		case 14: return a / 3; \
		case 15: return a % 3; \
		default: return (S##n)(unsigned _BitInt(n))(a ^ b); \
		} \
	} \
	static __attribute__((noinline)) void \
	two_s##n(S##n a, S##n b) \
	{ \
		static volatile S##n x, y; \
		x = a, y = b; \
		for (int k = 0; k < 17; k++) { \
			S##n r = step_s##n(x, y, k); \
			add((u64)r), add((u64)(r >> n / 2)); \
		} \
		add(bits_of((double)a)), add(bits_of_float((float)b)); \
		switch (a) { \
		case 0: add(1); break; \
		case -1: add(2); break; \
		case 1: add(5); break; \
		default: add(3); \
		} \
	} \
	static void \
	all_s##n(void) \
	{ \
		const unsigned _BitInt(n) top = (unsigned _BitInt(n))1 << (n - 1); \
		const S##n ends[] = {0, 1, -1, (S##n)top, (S##n)(top - 1), (S##n)0x5A5A5A5A5A5A5A5Aull, (S##n)-2, (S##n)(top | 5)}; \
		sum = 0; \
		for (int i = 0; i < 8; i++) \
			for (int k = 0; k < 8; k++) \
				two_s##n(ends[i], ends[k]); \
		printf("signed %d %016llx\n", n, sum); \
	}

#define WIDTHS(X) X(3) X(4) X(5) X(7) X(8) X(9) X(12) X(15) X(16) X(17) X(20) X(24) X(31) X(32) X(33) X(40) X(47) X(48) \
	X(55) X(63) X(64) X(65) X(79) X(96) X(97) X(127) X(128)
#define CALL_UNSIGNED(n) all_u##n();
#define CALL_SIGNED(n) all_s##n();

UNSIGNED(1)
WIDTHS(UNSIGNED)
WIDTHS(SIGNED)

int
main(void)
{
	all_u1();
	WIDTHS(CALL_UNSIGNED)
	WIDTHS(CALL_SIGNED)
	return 0;
}
