/* Shifts of every width, by constants and variables, signed and unsigned, across a word border. */
#include <stdint.h>
#include <stdio.h>

static const uint64_t value = 0x9234567890ABCDEFull;

static uint32_t
mix(uint32_t h, uint64_t x)
{
	h = (h ^ (uint32_t)x) * 16777619u;
	return (h ^ (uint32_t)(x >> 32)) * 16777619u;
}

__attribute__((noinline)) static uint64_t left(uint64_t x, int n) { return x << n; }
__attribute__((noinline)) static uint64_t right(uint64_t x, int n) { return x >> n; }
__attribute__((noinline)) static int64_t arithmetic(int64_t x, int n) { return x >> n; }
__attribute__((noinline)) static int32_t word_arithmetic(int32_t x, int n) { return x >> n; }
__attribute__((noinline)) static uint32_t word_left(uint32_t x, int n) { return x << n; }
__attribute__((noinline)) static uint32_t word_right(uint32_t x, int n) { return x >> n; }
__attribute__((noinline)) static uint32_t turn(uint32_t x, int n) { return x << (n & 31) | x >> (-n & 31); }
__attribute__((noinline)) static uint64_t turn_wide(uint64_t x, int n) { return x >> (n & 63) | x << (-n & 63); }

int
main(void)
{
	uint32_t h = 2166136261u;
	int8_t small = -100;
	uint16_t middle = 0xF00F;

	for (int n = 0; n < 64; n++) {
		h = mix(h, left(value, n));
		h = mix(h, right(value, n));
		h = mix(h, arithmetic((int64_t)value, n));
		h = mix(h, arithmetic((int64_t)(value >> 1), n));
		h = mix(h, turn_wide(value, n));
	}
	printf("%08x\n", h);
	for (int n = 0; n < 32; n++) {
		h = mix(h, word_left((uint32_t)value, n));
		h = mix(h, word_right((uint32_t)value, n));
		h = mix(h, (uint32_t)word_arithmetic((int32_t)(value >> 32), n));
		h = mix(h, turn((uint32_t)value, n));
	}
	printf("%08x\n", h);
	printf("%d %d %d\n", small >> 3, small << 3, (int8_t)(small << 1));
	printf("%x %x %x\n", middle >> 4, middle << 4, (uint16_t)(middle << 4));
	small >>= 1;
	middle <<= 3;
	printf("%d %x\n", small, middle);
	printf("%llx %llx %llx\n", (long long)(value << 32), (long long)(value >> 31), (long long)(value << 63));
	printf("%llx %llx\n", (long long)value >> 32, (long long)value >> 63);
	printf("%d %x\n", 1 << 30, 1u << 31);
	return 0;
}
