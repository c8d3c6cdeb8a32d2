/* 64-bit integers that are words of others: products of words, sums with them, halves that move */
#include <stdint.h>
#include <stdio.h>

typedef uint64_t U;

#define LOWER(x) ((x) & 0xFFFFFFFF)
#define UPPER(x) ((x) & 0xFFFFFFFF00000000)

#define FUNCTION __attribute__((noinline)) static

FUNCTION U scale(U x, uint32_t digit) { return x * 10 + digit; }
FUNCTION U scale_signed(U x, int digit) { return x * 10 + digit; }
FUNCTION U multiply_add(U x, U y, uint32_t z) { return z + x * y; }
FUNCTION U halves(U x, U y) { return LOWER(x) * (y >> 32) + (x >> 32); }
FUNCTION U twice(U x, U y) { return LOWER(x) * LOWER(y) + (x >> 32) * (y >> 32); }
FUNCTION U moved(U x, U y) { return x + (x >> 32) - UPPER(y) + LOWER(y); }
FUNCTION U own(U x, U y) { return (x >> 32) * LOWER(y) + LOWER(y); }
FUNCTION double real(U x) { return (double)(x >> 32) + (double)LOWER(x); }
FUNCTION U shifted(U x, int n) { return ((x >> 32) << n) + (LOWER(x) >> n); }
FUNCTION U divided(U x, U y) { return (x >> 32) / (LOWER(y) | 1) + UPPER(x) % (y | 1); }

FUNCTION U
in_memory(const uint32_t *table, U y, const unsigned char *index)
{
	return (U)table[*index] * (y >> 32) + index[1] * (uint32_t)y;
}

FUNCTION U
generator(U x)
{
	for (int i = 0; i < 5; i++)
		x = x * 6364136223846793005 + 1442695;
	return x;
}

FUNCTION int
order(U x, U y)
{
	return x >> 32 < LOWER(y) ? 1 : UPPER(x) == y << 32 ? 2 : 3;
}

FUNCTION void
stored(U x, U *to)
{
	to[0] = x >> 32;
	to[1] = LOWER(x);
	to[2] = UPPER(x) | 3;
}

FUNCTION U
upper_product(U x, U y) /* bits 64 to 127 of the product */
{
	U a = LOWER(x) * LOWER(y), b = (x >> 32) * LOWER(y) + (a >> 32);
	U c = LOWER(x) * (y >> 32) + LOWER(b);

	return (x >> 32) * (y >> 32) + (b >> 32) + (c >> 32);
}

static U
next(U *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	return *state ^= *state << 17;
}

int
main(void)
{
	U state = 88172645463325252, sum = 0;
	uint32_t table[256];

	for (int i = 0; i < 256; i++)
		table[i] = i * 2654435761u;
	for (int i = 0; i < 300; i++) {
		U x = next(&state), y = next(&state), to[3];
		unsigned char index[2] = {x >> 3, y >> 9};

		x = i % 5 == 0 ? x >> 32 : i % 11 == 0 ? LOWER(x) * ~(U)0 : x;
		y = i % 7 == 0 ? y << 32 : i % 13 == 0 ? ~(U)0 : y;
		stored(x, to);
		U results[] = {
			scale(x, y), scale_signed(x, y), multiply_add(x, y, i), halves(x, y), twice(x, y),
			moved(x, y), own(x, y), (U)real(x), shifted(x, i & 31), divided(x, y),
			in_memory(table, y, index), generator(x), order(x, y), to[0], to[1], to[2],
			upper_product(x, y), upper_product(x, ~(U)0), upper_product(y, y),
		};
		for (size_t k = 0; k < sizeof results / sizeof *results; k++) {
			sum = sum * 31 + results[k];
			if (i % 75 == 0)
				printf("%llx%c", (unsigned long long)results[k], k % 6 == 5 ? '\n' : ' ');
		}
		if (i % 75 == 0)
			printf("\n");
	}
	printf("%llx\n", (unsigned long long)sum);
	return 0;
}
