/*
 * turns.c - words turned left and right, and shifted in pairs, by every constant: compared with the
 * same on a long long by a variable.
 */
#include <stdint.h>
#include <stdio.h>

#define FUNCTION __attribute__((noinline)) static

FUNCTION uint32_t
shifted(uint32_t high, uint32_t low, int n)
{
	return ((uint64_t)high << 32 | low) >> n;
}

static const uint32_t words[] = {0, 1, 0x80000000, 0x12345678, 0xF0E1D2C3, 0xFFFFFFFF};
static int wrong, count;

static void
check(const char *what, int n, uint32_t got, uint32_t wanted)
{
	count++;
	if (got == wanted)
		return;
	wrong++;
	printf("%s by %d: %lx, not %lx\n", what, n, (unsigned long)got, (unsigned long)wanted);
}

#define TURN(n) \
	check("left", n, x << (n) | x >> (32 - (n)), shifted(x, x, 32 - (n))); \
	check("right", n, x >> (n) | x << (32 - (n)), shifted(x, x, n)); \
	check("pair", n, x << (n) | y >> (32 - (n)), shifted(x, y, 32 - (n))); \
	check("tree", n, (x >> (n) | x << (32 - (n))) + (y << (n) | y >> (32 - (n))), \
		shifted(x, x, n) + shifted(y, y, 32 - (n)))
#define TURNS(n) TURN(n); TURN(n + 1); TURN(n + 2); TURN(n + 3)

int
main(void)
{
	uint32_t x, y;

	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 6; k++) {
			x = words[i];
			y = words[k];
			TURNS(1);
			TURNS(5);
			TURNS(9);
			TURNS(13);
			TURNS(17);
			TURNS(21);
			TURNS(25);
			TURN(29);
			TURN(30);
			TURN(31);
		}
	printf("%d of %d wrong\n", wrong, count);
	return 0;
}
