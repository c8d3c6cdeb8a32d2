/*
 * Division and remainder by variables and constants, of words and long longs, with all signs and
 * limit values.
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static int divide(int a, int b) { return a / b; }
__attribute__((noinline)) static int rest(int a, int b) { return a % b; }
__attribute__((noinline)) static unsigned udivide(unsigned a, unsigned b) { return a / b; }
__attribute__((noinline)) static unsigned urest(unsigned a, unsigned b) { return a % b; }
__attribute__((noinline)) static long long wdivide(long long a, long long b) { return a / b; }
__attribute__((noinline)) static long long wrest(long long a, long long b) { return a % b; }
__attribute__((noinline)) static unsigned long long wudivide(unsigned long long a, unsigned long long b) { return a / b; }
__attribute__((noinline)) static unsigned long long wurest(unsigned long long a, unsigned long long b) { return a % b; }

static const int ints[] = {0, 1, -1, 2, -2, 3, 7, -7, 10, 255, 65536, -65537, INT_MAX, INT_MIN, 123456789};
static const long long wides[] = {
	0, 1, -1, 7, -7, 0xFFFFFFFFll, 0x100000000ll, -0x100000001ll, LLONG_MAX, LLONG_MIN, 1234567890123456789ll,
	0x8000000000ll, -0x7FFFFFFF80000000ll,
};

static void
constants(int a)
{
	unsigned u = a;

	printf("%d %d %d %d %d %d %d %d\n", a / 2, a / 3, a / 7, a / 8, a / 10, a / -5, a / 1000, a / 65536);
	printf("%d %d %d %d %d %d %d %d\n", a % 2, a % 3, a % 7, a % 8, a % 10, a % -5, a % 1000, a % 65536);
	printf("%u %u %u %u %u %u\n", u / 2, u / 3, u / 7, u / 10, u / 641, u / 0x80000001u);
	printf("%u %u %u %u %u %u\n", u % 2, u % 3, u % 7, u % 10, u % 641, u % 0x80000001u);
}

int
main(void)
{
	enum { NINTS = sizeof ints / sizeof *ints, NWIDES = sizeof wides / sizeof *wides };
	uint32_t h = 1;
	uint64_t w = 1;

	for (int i = 0; i < NINTS; i++)
		for (int k = 1; k < NINTS; k++) {
			if (!(ints[i] == INT_MIN && ints[k] == -1)) {
				h = h * 31 + divide(ints[i], ints[k]);
				h = h * 31 + rest(ints[i], ints[k]);
			}
			h = h * 31 + udivide(ints[i], ints[k]);
			h = h * 31 + urest(ints[i], ints[k]);
		}
	printf("%u\n", h);
	for (int i = 0; i < NWIDES; i++)
		for (int k = 1; k < NWIDES; k++) {
			if (!(wides[i] == LLONG_MIN && wides[k] == -1)) {
				w = w * 31 + wdivide(wides[i], wides[k]);
				w = w * 31 + wrest(wides[i], wides[k]);
			}
			w = w * 31 + wudivide(wides[i], wides[k]);
			w = w * 31 + wurest(wides[i], wides[k]);
		}
	printf("%llu\n", (unsigned long long)w);
	constants(1000000007);
	constants(-1000000007);
	constants(INT_MIN);
	printf("%lld %lld\n", wdivide(-7, 2), wrest(-7, 2));
	printf("%lld %lld %lld\n", wides[10] / 1000, wides[10] % 1000, wides[10] / -3);
	printf("%d %d\n", (char)200 / (signed char)-7, (short)-30000 % (short)7);
	return 0;
}
