/* wide.c - division of 64-bit integers, which the compiler calls. */
#include <stdint.h>

/* divide_wide: n / d, with the remainder in *rest. */
static uint64_t
divide_wide(uint64_t n, uint64_t d, uint64_t *rest)
{
	uint64_t q = 0, r = 0;

	if (d == 0)
		__builtin_trap();
	for (int i = 63; i >= 0; i--) {
		int carry = r >> 63;

		r = r << 1 | (n >> i & 1);
		if (carry || r >= d) {
			r -= d;
			q |= (uint64_t)1 << i;
		}
	}
	*rest = r;
	return q;
}

uint64_t
__udivdi3(uint64_t n, uint64_t d)
{
	uint64_t r;

	return divide_wide(n, d, &r);
}

uint64_t
__umoddi3(uint64_t n, uint64_t d)
{
	uint64_t r;

	divide_wide(n, d, &r);
	return r;
}

/* magnitude: the absolute value of n. */
static uint64_t
magnitude(int64_t n)
{
	return n < 0 ? -(uint64_t)n : n;
}

int64_t
__divdi3(int64_t n, int64_t d)
{
	uint64_t r, q = divide_wide(magnitude(n), magnitude(d), &r);

	return (n < 0) != (d < 0) ? -q : q;
}

int64_t
__moddi3(int64_t n, int64_t d)
{
	uint64_t r;

	divide_wide(magnitude(n), magnitude(d), &r);
	return n < 0 ? -r : r;
}
