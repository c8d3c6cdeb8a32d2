/*
 * Conversions between integer types, floating-point types and bool; promotions, and the common type
 * of mixed operands.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static volatile int8_t s8 = -5;
static volatile uint8_t u8 = 250;
static volatile int16_t s16 = -30000;
static volatile uint16_t u16 = 60000;
static volatile int32_t s32 = -2000000000;
static volatile uint32_t u32 = 4000000000u;
static volatile int64_t s64 = -5000000000000ll;
static volatile uint64_t u64 = 18000000000000000000ull;
static volatile float f = -3.75f;
static volatile double d = 123456789.875;

static void
narrow(void)
{
	printf("%d %d %d\n", (int8_t)u8, (int8_t)s32, (int8_t)s64);
	printf("%d %d %d\n", (uint8_t)s8, (uint8_t)s16, (uint8_t)u64);
	printf("%d %d %d\n", (int16_t)u16, (int16_t)u32, (int16_t)s64);
	printf("%d %d %d\n", (uint16_t)s8, (uint16_t)s32, (uint16_t)u64);
	printf("%d %u %d\n", (int32_t)u32, (uint32_t)s64, (int32_t)u64);
}

static void
widen(void)
{
	printf("%lld %lld %lld %lld\n", (long long)s8, (long long)u8, (long long)s32, (long long)u32);
	printf("%llu %llu\n", (unsigned long long)s8, (unsigned long long)u16);
	printf("%d %d\n", s8 + u8, u16 * 2);
	printf("%d\n", (u8 << 8) + s16);
}

static void
mixed(void)
{
	printf("%d %d\n", s32 < 1, s32 < 1u);
	printf("%d %d\n", s8 < u8, s8 < u32);
	printf("%d %d\n", s64 < u32, s32 > u64);
	printf("%u\n", s32 + u32);
	printf("%g %g\n", u32 + 0.5, s64 * 1.0);
	printf("%d\n", -1 / 2u > 0);
}

static void
reals(void)
{
	printf("%d %d %d\n", (int)f, (int)d, (short)f);
	printf("%u %lld %llu\n", (unsigned)d, (long long)d, (unsigned long long)d);
	printf("%.9g %.9g %.9g\n", (float)s32, (float)u32, (float)16777217);
	printf("%.17g %.17g\n", (double)s64, (double)u64);
	printf("%.9g %.9g\n", (float)s64, (float)u64);
	printf("%.9g %.17g\n", (float)d, (double)(float)0.1);
	printf("%d %d\n", (int)(char)65.9, (int)(uint8_t)200.5f);
	printf("%llu\n", (unsigned long long)1.8e19);
}

static void
truth(void)
{
	bool b = 0.25, c = (bool)&b, e = 256, g = (bool)0.0;

	printf("%d%d%d%d %d %d\n", b, c, e, g, b + c, !f);
	b = u8;
	b++;
	c -= 1;
	printf("%d%d\n", b, c);
	e ^= true;
	printf("%d\n", e);
}

int
main(void)
{
	narrow();
	widen();
	mixed();
	reals();
	truth();
	return 0;
}
