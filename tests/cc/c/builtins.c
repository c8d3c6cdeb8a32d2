/*
 * Builtin functions of the compiler: bits, overflow, constants, __builtin_expect, memory, rotation,
 * object sizes.
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static volatile uint32_t word = 0x00F01234;
static volatile uint64_t wide = 0x0000123400F00000ull;
static volatile int32_t most = INT_MAX;
static volatile int64_t wide_most = INT64_MAX;

static void
bits(void)
{
	printf("%d %d %d %d %d\n", __builtin_clz(word), __builtin_ctz(word), __builtin_popcount(word), __builtin_parity(word), __builtin_ffs(word));
	printf("%d %d %d %d %d\n", __builtin_clzll(wide), __builtin_ctzll(wide), __builtin_popcountll(wide),
		__builtin_parityll(wide), __builtin_ffsll(wide));
	printf("%x %x %llx\n", __builtin_bswap16(word), __builtin_bswap32(word), (unsigned long long)__builtin_bswap64(wide));
	printf("%d %d %d\n", __builtin_clrsb(-5), __builtin_ffs(0), __builtin_ctz(1u << 31));
}

#define OVERFLOWS(type, a, b, format) \
	{ \
		type x = (a), y = (b), r; \
		int o = __builtin_add_overflow(x, y, &r); \
		printf("%d " format " ", o, r); \
		o = __builtin_sub_overflow(x, y, &r); \
		printf("%d " format " ", o, r); \
		o = __builtin_mul_overflow(x, y, &r); \
		printf("%d " format "\n", o, r); \
	}

static void
overflow(void)
{
	int8_t small;
	uint16_t half;

	OVERFLOWS(int, most, 1, "%d")
	OVERFLOWS(int, -2, most, "%d")
	OVERFLOWS(unsigned, word, 0xFFFFFF00u, "%u")
	OVERFLOWS(long long, wide_most, -1, "%lld")
	OVERFLOWS(long long, 1ll << 40, 1 << 23, "%lld")
	OVERFLOWS(unsigned long long, wide, 0xFFFFFFFF00000000ull, "%llu")
	printf("%d ", __builtin_add_overflow(100, 28, &small));
	printf("%d %d ", small, __builtin_mul_overflow(300, 200, &half));
	printf("%d\n", half);
}

__attribute__((noinline)) static int
kind(const char *s)
{
	return __builtin_expect(*s == 'x', 1) ? 1 : __builtin_constant_p(*s) ? 2 : 3;
}

int
main(void)
{
	char from[20] = "memory", to[20];

	bits();
	overflow();
	printf("%d %d %d\n", kind("xyz"), kind("abc"), __builtin_constant_p(5));
	__builtin_memcpy(to, from, 7);
	__builtin_memset(from, 'a', 3);
	printf("%s %s %d %d\n", to, from, (int)__builtin_strlen(to), __builtin_strcmp(to, from) > 0);
	printf("%d %g %g\n", __builtin_abs(-most), __builtin_fabs(-2.5), __builtin_copysign(3, -0.0));
	printf("%g %d %d\n", __builtin_inf(), __builtin_isnan(__builtin_nan("")) != 0, __builtin_types_compatible_p(int, int32_t));
	printf("%d\n", __builtin_choose_expr(1, 4, "four"));
	if (!word)
		__builtin_unreachable();
	return 0;
}
