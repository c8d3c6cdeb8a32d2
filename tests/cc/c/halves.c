/*
 * halves.c - loops that load halfwords of both signs and use large constants, also where memory is
 * allocated in each turn, after a long jump, and in a function called again by itself.
 */
#include <alloca.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>

#define FUNCTION __attribute__((noinline)) static

enum { N = 37 };

static int16_t in[N];
static uint16_t out[N];
static jmp_buf back;

FUNCTION int32_t
mix(const int16_t *x, const uint16_t *y, int n)
{
	int32_t sum = 1 << 12;

	for (int i = 0; i < n; i++)
		sum = (sum ^ x[i] * -12345678) * 1103515245 + y[n - i - 1] - (x[i] < y[i]);
	return sum;
}

FUNCTION int32_t
allocating(int n)
{
	int16_t *last = in;
	int32_t sum = 0;

	for (int i = 1; i < n; i++) {
		int16_t *x = alloca(2 * i);

		for (int k = 0; k < i; k++)
			x[k] = last[k % (i - (i > 1))] * 31 + (sum & 0x12345678);
		last = x;
		sum += x[i / 2] * 100003 ^ x[0];
	}
	return sum;
}

FUNCTION void
jump(int n)
{
	if (n % 3 == 0)
		longjmp(back, n + 1);
}

FUNCTION int32_t
jumping(void)
{
	volatile int32_t sum = 0;
	volatile int i = 0;

	if (setjmp(back))
		sum ^= 0x7654321;
	while (i < N) {
		int k = i++;

		sum = sum * 1664525 + in[k];
		jump(k);
		sum -= out[k];
	}
	return sum;
}

FUNCTION int32_t
again(const int16_t *x, int n)
{
	int32_t sum = n * 0x10001;

	for (int i = 0; i < n; i++)
		sum += x[i] * 0x1000193 + again(x + i + 1, n - i - 1 > 5 ? 5 : n - i - 2);
	return sum;
}

int
main(void)
{
	uint32_t seed = 1;

	for (int i = 0; i < N; i++) {
		seed = seed * 1103515245 + 12345;
		in[i] = seed >> 16;
		out[i] = seed >> 13;
	}
	for (int n = 0; n <= N; n += 9)
		printf("%ld %ld\n", (long)mix(in, out, n), (long)allocating(n));
	printf("%ld %ld\n", (long)jumping(), (long)again(in, 9));
	return 0;
}
