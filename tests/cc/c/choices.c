/*
 * choices.c - one of two values by a condition: a value or nothing, two constants, a changed or an
 * unchanged value, truth values of && and ||, deep in expressions.
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define FUNCTION __attribute__((noinline)) static

static const int32_t numbers[] = {0, 1, -1, 2, 7, -8, 100, -4096, 65535, INT_MAX, INT_MIN};

enum { NUMBERS = sizeof numbers / sizeof *numbers };

/* ---- a value or 0, two constants ---- */

FUNCTION int32_t some(int32_t c, int32_t x, int32_t y) { return c > y ? x * y : 0; }
FUNCTION int32_t none(int32_t c, int32_t x, int32_t y) { return c == y ? 0 : x - y; }
FUNCTION int32_t below(uint32_t c, int32_t x, uint32_t y) { return c < y ? x : 0; }
FUNCTION int32_t close(int32_t c, int32_t x) { return c >= x ? 7 : 5; }
FUNCTION int32_t words(int32_t c, int32_t x) { return c != x ? 1000 : -1000; }
FUNCTION int32_t far(int32_t c, int32_t x) { return c < x ? INT_MAX : INT_MIN; }
FUNCTION int32_t most(int32_t c, int32_t x) { return c < x ? INT_MIN : -1; }
FUNCTION uint8_t letter(uint8_t c, uint8_t x) { return c > x ? 'a' : 255; }
FUNCTION int16_t half(int16_t c, int16_t x) { return c > x ? -3 : 32767; }
FUNCTION int32_t real(double c, int32_t x) { return c > x ? x + 3 : 0; }
FUNCTION int32_t long_one(int64_t c, int32_t x) { return c * c > x ? x + 5 : 0; }

/* ---- changed or not ---- */

FUNCTION uint32_t by_bits(uint32_t c, uint32_t x) { return c & 1 ? x >> 1 ^ 0xEDB88320 : x >> 1; }
FUNCTION uint16_t by_half(uint16_t c, uint16_t x) { return c & 1 ? x >> 1 : x >> 1 ^ 0xA001; }
FUNCTION uint32_t by_sum(uint32_t c, uint32_t x, uint32_t y) { return c > y ? x + y * 3 : x; }
FUNCTION uint32_t by_or(uint32_t c, uint32_t x, uint32_t y) { return c == y ? x : (x | y); }
FUNCTION uint32_t by_less(uint32_t c, uint32_t x, uint32_t y) { return c != 5 ? x - y : x; }
FUNCTION uint32_t from(uint32_t c, uint32_t x, uint32_t y) { return c != 5 ? y - x : x; }
FUNCTION uint32_t twice(uint32_t c, uint32_t x) { return c > 9 ? x + x : x; }

/* ---- truth values ---- */

FUNCTION int both(int32_t a, int32_t b, int32_t c) { return a > b && b != c; }
FUNCTION int either(int32_t a, int32_t b, int32_t c) { return a > b || (uint32_t)b < (uint32_t)c; }
FUNCTION int neither(int32_t a, int32_t b, int32_t c) { return !(a == b || c > 3); }
FUNCTION int guarded(const int32_t *p, int32_t a) { return p && *p > a; }
FUNCTION int several(int32_t a, int32_t b, int32_t c) { return ((a > b && b > c) || a == c) + 2; }

/* ---- deep in expressions, and where the result replaces an operand ---- */

FUNCTION int32_t
deep(uint32_t a, uint32_t b, uint32_t c)
{
	return (a * b ^ (c > a ? b : 0)) + ((b - c) * (a == b ? 0 : c + (b < c ? 3 : 90)) & (c | 1));
}

FUNCTION uint32_t
shuffle(uint32_t x, int turns)
{
	while (turns-- > 0) {
		x = x & 1 ? x >> 1 ^ 0xA3000000 : x >> 1;
		x = x % 3 ? x : x + 0x1234567;
		x = x > 0x40000000 ? 0 : x;
	}
	return x;
}

static void
all(int32_t a, int32_t b, int32_t c)
{
	printf("%ld %ld %ld %ld %ld", (long)some(a, 3, b), (long)none(a, 9, b),
		(long)below(a, c, b), (long)close(a, b), (long)words(a, b));
	printf(" %ld %ld %d %d %ld %ld\n", (long)far(a, b), (long)most(a, b), letter(a, b),
		half(a, b), (long)real(a, b & 0xFFFF), (long)long_one(a, b & 0xFFFF));
	printf("  %lx %x %lx", (unsigned long)by_bits(a, b), by_half(a, b),
		(unsigned long)by_sum(a, b, c));
	printf(" %lx %lx %lx %lx", (unsigned long)by_or(a, b, c), (unsigned long)by_less(a, b, c),
		(unsigned long)from(a, b, c), (unsigned long)twice(a, b));
	printf(" %d%d%d%d%d%d", both(a, b, c), either(a, b, c), neither(a, b, c), guarded(&a, b),
		guarded(NULL, b), several(a, b, c));
	printf(" %lx %lx\n", (unsigned long)(uint32_t)deep(a, b, c),
		(unsigned long)shuffle(a ^ b, c & 7));
}

int
main(void)
{
	for (int i = 0; i < NUMBERS; i++)
		for (int k = 0; k < NUMBERS; k += 1 + i % 2)
			all(numbers[i], numbers[k], numbers[(i + k) % NUMBERS]);
	return 0;
}
