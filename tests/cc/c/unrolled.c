/*
 * unrolled.c - loops that the compiler unrolls, of 0 to 20 turns, beside the same loops with a
 * pragma against it.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 20 };

typedef struct Item {
	struct Item *next;
	int value;
} Item;

static int16_t samples[MOST + 4];
static uint8_t bytes[MOST + 1];
static double reals[MOST];
static Item items[MOST];

/* LOOPS: each kernel, in functions whose names end in `kind`, behind the pragma. */
#define LOOPS(kind, pragma) \
	__attribute__((noinline)) static int sum_##kind(const int16_t *a, int n) \
	{ \
		int sum = 0; \
		pragma for (int i = 0; i < n; i++) sum = 3 * sum + a[i]; \
		return sum; \
	} \
	__attribute__((noinline)) static int down_##kind(const uint8_t *a, unsigned n) \
	{ \
		int sum = 0; \
		pragma while (n-- > 0) sum = 5 * sum + a[n]; \
		return sum; \
	} \
	__attribute__((noinline)) static int third_##kind(const uint8_t *a, int n) \
	{ \
		int sum = 0; \
		pragma for (int i = 0; i < n; i += 3) sum = 7 * sum + a[i]; \
		return sum; \
	} \
	__attribute__((noinline)) static int filter_##kind(const int16_t *a, int n) \
	{ \
		int16_t out[MOST]; \
		int sum = 0; \
		pragma for (int i = 0; i < n; i++) \
			out[i] = a[i] - 4 * a[i + 1] + 9 * a[i + 2] - 4 * a[i + 3]; \
		pragma for (int i = 0; i < n; i++) sum = 3 * sum + out[i]; \
		return sum; \
	} \
	__attribute__((noinline)) static int in_place_##kind(const int16_t *a, int n) \
	{ \
		int16_t row[MOST + 4]; \
		memcpy(row, a, sizeof row); \
		pragma for (int i = 0; i < n; i++) row[i + 1] += 2 * row[i] + row[i + 3]; \
		return row[n] + row[n / 2]; \
	} \
	__attribute__((noinline)) static int moves_##kind(const int16_t *v, int n) \
	{ \
		int a = 1, b = 2, c = 3, d = 4, next; \
		pragma for (int i = 0; i < n; i++) \
			next = v[i] + a - (b ^ d), a = b, b = c, c = d, d = next; \
		return a + 2 * b + 4 * c + 8 * d; \
	} \
	__attribute__((noinline)) static double real_##kind(const double *a, int n) \
	{ \
		double sum = 1; \
		pragma for (int i = 0; i < n; i++) sum += a[i] / sum; \
		return sum; \
	} \
	__attribute__((noinline)) static int list_##kind(const Item *l) \
	{ \
		int sum = 0; \
		pragma for (; l; l = l->next) sum = 3 * sum + l->value; \
		return sum; \
	} \
	__attribute__((noinline)) static int length_##kind(const uint8_t *s) \
	{ \
		int n = 0; \
		pragma while (s[n]) n++; \
		return n; \
	}

LOOPS(unrolled, )
LOOPS(plain, _Pragma("clang loop unroll(disable)"))

static int wrong, count;

static void
check(const char *what, int turns, int right)
{
	count++;
	if (!right)
		wrong++, printf("%s, %d turns: wrong\n", what, turns);
}

#define CHECK(name, ...) check(#name, n, name##_unrolled(__VA_ARGS__) == name##_plain(__VA_ARGS__))

int
main(void)
{
	for (int i = 0; i < MOST; i++) {
		samples[i] = i * i * 37 - 900;
		bytes[i] = i * 11 + 1;
		reals[i] = i * 0.75 - 3;
		items[i].value = i * 5 - 9;
	}
	for (int n = 0; n <= MOST; n++) {
		uint8_t last = bytes[n];

		CHECK(sum, samples, n);
		CHECK(down, bytes, n);
		CHECK(third, bytes, n);
		CHECK(filter, samples, n);
		CHECK(in_place, samples, n);
		CHECK(moves, samples, n);
		CHECK(real, reals, n);
		bytes[n] = 0;
		CHECK(length, bytes);
		bytes[n] = last;
		for (int i = 0; i < n; i++)
			items[i].next = i + 1 < n ? &items[i + 1] : NULL;
		CHECK(list, n > 0 ? items : NULL);
	}
	printf("%d loops, %d wrong\n", count, wrong);
	return 0;
}
