/*
 * counters.c - loops whose end a pointer tells: rows forward and backward, of elements of all sizes
 * and numbers of turns; loops that are left early, with a bound larger than the memory; loops
 * in loops; a counter that is used afterwards.
 */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>

#define FUNCTION __attribute__((noinline)) static

enum { N = 40 };

typedef struct Triple { int32_t a; uint8_t b; int16_t c; } Triple;

static uint8_t bytes[N];
static int16_t halves[N];
static int32_t words[N], square[N][N];
static float singles[N];
static double doubles[N];
static Triple triples[N];
static jmp_buf back;

#define ROW(name, type) \
	FUNCTION int32_t \
	name##_sum(const type *x, int n) \
	{ \
		int32_t sum = n; \
		\
		for (int i = 0; i < n; i++) \
			sum = sum * 3 + (int32_t)x[i]; \
		return sum; \
	} \
	FUNCTION int32_t \
	name##_back(const type *x, unsigned n) \
	{ \
		int32_t sum = n; \
		\
		while (n-- > 0) \
			sum = sum * 5 ^ (int32_t)*--x; \
		return sum; \
	} \
	FUNCTION void \
	name##_set(type *x, int from, int to) \
	{ \
		for (int i = from; i != to; i++) \
			*x++ = i * 7; \
	} \
	FUNCTION int32_t \
	name##_fixed(void) \
	{ \
		int32_t sum = 0; \
		\
		for (int i = 0; i < N; i++) \
			sum = sum * 3 + (int32_t)name##s[i]; \
		for (int i = N; i-- > 4;) \
			sum = sum * 9 - (int32_t)name##s[i]; \
		return sum; \
	}
ROW(byte, uint8_t)
#define halfs halves
ROW(half, int16_t)
ROW(word, int32_t)
ROW(single, float)
ROW(double, double)

FUNCTION int32_t
find(const int32_t *x, uint32_t n, int32_t wanted)
{
	for (uint32_t i = 0; i < n; i++)
		if (*x++ == wanted)
			return 1;
	return 0;
}

FUNCTION void
stop(int32_t x, int32_t at)
{
	if (x == at)
		longjmp(back, 1);
}

FUNCTION int32_t
jumps(const int32_t *x, uint32_t n, int32_t at)
{
	if (setjmp(back))
		return 1;
	for (uint32_t i = 0; i < n; i++)
		stop(*x++, at);
	return 0;
}

FUNCTION int
place(const int32_t *x, int n, int32_t least)
{
	int i;

	for (i = 0; i < n; i++)
		if (x[i] > least)
			break;
	return i;
}

FUNCTION int32_t
of_triples(Triple *t, int n)
{
	int32_t sum = 0;

	for (int i = 0; i < n; i++, t++) {
		t->a += i;
		sum += t->a * t->b - t->c;
	}
	return sum;
}

FUNCTION int32_t
of_square(int n)
{
	int32_t sum = 0;

	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			square[k][i] = i * 100 - k;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < N; k += 2)
			sum = sum * 3 + square[i][k] * square[k][i];
	return sum;
}

FUNCTION int32_t
sometimes(const int32_t *x, int n, int odd)
{
	int32_t sum = 0;

	for (int i = 0; i < n; i++, x++) {
		if ((i ^ odd) & 1)
			continue;
		sum = sum * 3 + *x;
	}
	return sum;
}

int
main(void)
{
	byte_set(bytes, 3, 3 + N);
	half_set(halves, -9, N - 9);
	word_set(words, 100, 100 + N);
	single_set(singles, -5, N - 5);
	double_set(doubles, 0, N);
	for (int i = 0; i < N; i++)
		triples[i] = (Triple){i * i, i * 11, -i};
	for (int n = 0; n <= N; n += n < 7 ? 1 : 11) {
		printf("%d: %ld %ld %ld", n, (long)byte_sum(bytes, n), (long)half_sum(halves, n),
			(long)word_sum(words, n));
		printf(" %ld %ld", (long)single_sum(singles, n), (long)double_sum(doubles, n));
		printf(" %ld %ld", (long)byte_back(bytes + N, n), (long)half_back(halves + N, n));
		printf(" %ld %ld %ld\n", (long)word_back(words + N, n),
			(long)single_back(singles + N, n), (long)double_back(doubles + N, n));
		printf(" %ld %ld %ld %d\n", (long)of_triples(triples, n), (long)of_square(n),
			(long)sometimes(words, n, n & 1), place(words, n, 700 + n * 30));
	}
	printf("%ld %ld %ld", (long)byte_fixed(), (long)half_fixed(), (long)word_fixed());
	printf(" %ld %ld\n", (long)single_fixed(), (long)double_fixed());
	for (uint32_t high = 0; high < 4; high++)
		for (uint32_t n = 5; n < 8; n++)
			printf("%ld%ld ", (long)find(words, high << 30 | n, words[high ? 20 : n - 2]),
				(long)jumps(words, high << 30 | n, words[high ? 30 : n - 2]));
	printf("\n");
	return 0;
}
