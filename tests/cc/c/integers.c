/* Integers of 8 to 64 bits: every operation, signed and unsigned, on edge values. */
#include <stdint.h>
#include <stdio.h>

static uint32_t hash;

static void
mix(uint64_t x)
{
	hash = (hash << 5 | hash >> 27) ^ (uint32_t)x ^ (uint32_t)(x >> 32) * 3;
}

static const int64_t values[] = {
	0, 1, -1, 2, 3, 7, 31, 100, 127, 128, -128, 255, 256, 32767, 32768, -32768, 65535, 0x7FFFFFFF,
	-0x7FFFFFFF - 1, 0xFFFFFFFF, 0x123456789ABCDEF, INT64_MAX, INT64_MIN,
};

enum { N = sizeof values / sizeof *values };

#define TEST(name, type, utype, bits) \
	__attribute__((noinline)) static void \
	name(type a, type b) \
	{ \
		utype ua = a, ub = b; \
		mix((utype)(ua + ub)), mix((utype)(ua - ub)), mix((utype)((uint64_t)ua * ub)); \
		mix(a & b), mix(a | b), mix(a ^ b), mix((utype)~ua), mix((utype)-ua); \
		mix(a < b), mix(a <= b), mix(a == b), mix(a != b), mix(ua > ub), mix(ua >= ub); \
		mix((utype)((uint64_t)ua << (ub % bits))), mix(ua >> (ub % bits)), mix(a >> (ub % bits)); \
		if (b != 0) \
			mix(ua / ub), mix(ua % ub); \
		if (b != 0 && b != -1) \
			mix(a / b), mix(a % b); \
		mix((int8_t)a), mix((uint8_t)a), mix((int16_t)a), mix((uint16_t)a), mix((int32_t)a); \
		mix(a ? b : ua), mix(!a), mix(a && b), mix(a || b); \
		mix((utype)(ua * 10 + 7)), mix(ua / 10), mix(a / 8), mix(a % 8), mix((utype)(ua << 3)); \
	}

TEST(test8, int8_t, uint8_t, 8)
TEST(test16, int16_t, uint16_t, 16)
TEST(test32, int32_t, uint32_t, 32)
TEST(test64, int64_t, uint64_t, 64)

int
main(void)
{
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++) {
			test8(values[i], values[k]);
			test16(values[i], values[k]);
			test32(values[i], values[k]);
			test64(values[i], values[k]);
		}
	printf("%08x\n", (unsigned)hash);
	printf("%d %d\n", __builtin_popcount(0xF0F0), __builtin_clz(0x1234));
	printf("%d %d %d\n", __builtin_ctz(0x800), __builtin_clzll(5), __builtin_ctzll(1ULL << 40));
	printf("%x %x\n", __builtin_bswap32(0x12345678), __builtin_bswap16(0x1234));
	return 0;
}
