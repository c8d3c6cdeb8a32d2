/*
 * decimal.c - a double as decimal digits, exactly: its mantissa doubled or halved in parts of nine
 * digits.
 */
#include "decimal.h"
#include "ten.h"

#include <stdbool.h>
#include <string.h>

enum { BASE = 1000000000 };

/* shift_left: multiply by 2^n, n at most 29. */
static void
shift_left(Decimal *d, int n)
{
	uint32_t carry = 0;

	for (int i = d->end - 1; i >= d->first || carry; i--) {
		uint64_t x = ((uint64_t)d->part[i] << n) + carry;

		carry = x / BASE;
		d->part[i] = x % BASE;
		if (i < d->first)
			d->first = i;
	}
}

/* shift_right: divide by 2^n, n at most 9, since 10^9 is a multiple of 2^9. */
static void
shift_right(Decimal *d, int n)
{
	uint32_t rest = 0;

	for (int i = d->first; i < d->end || rest; i++) {
		uint32_t x = d->part[i];

		d->part[i] = (x >> n) + rest * (BASE >> n);
		rest = x & ((1u << n) - 1);
		if (i >= d->end)
			d->end = i + 1;
	}
	while (d->first < d->end && d->part[d->first] == 0)
		d->first++;
}

void
__decimal_from(Decimal *d, uint64_t m, int exponent)
{
	memset(d, 0, sizeof *d);
	d->part[POINT - 1] = m % BASE;
	d->part[POINT - 2] = m / BASE;
	d->first = POINT - 2;
	d->end = POINT;
	if (d->part[d->first] == 0)
		d->first++;
	for (; exponent > 0; exponent -= exponent > 29 ? 29 : exponent)
		shift_left(d, exponent > 29 ? 29 : exponent);
	for (; exponent < 0; exponent += exponent < -9 ? 9 : -exponent)
		shift_right(d, exponent < -9 ? 9 : -exponent);
}

int
__decimal_digit(const Decimal *d, int place)
{
	int from = place + 9 * DECIMAL_PARTS; /* not negative */
	int i = POINT - 1 - (from / 9 - DECIMAL_PARTS);

	if (i < d->first || i >= d->end)
		return 0;
	return d->part[i] / __tens[from % 9] % 10;
}

int
__decimal_top(const Decimal *d)
{
	for (int i = d->first; i < d->end; i++)
		for (int k = 8; k >= 0; k--)
			if (d->part[i] >= __tens[k])
				return 9 * (POINT - 1 - i) + k;
	return 0;
}

/*
 * compare_to_half: compare the part after the digit at `place` with half of that digit: -1, 0, 1.
 */
static int
compare_to_half(const Decimal *d, int i, uint32_t unit)
{
	uint32_t rest = d->part[i] % unit, half = unit / 2;

	if (unit == 1) { /* the half is in the next part */
		i++;
		rest = i < DECIMAL_PARTS ? d->part[i] : 0;
		half = BASE / 2;
	}
	if (rest != half)
		return rest > half ? 1 : -1;
	for (int k = i + 1; k < d->end; k++)
		if (d->part[k])
			return 1;
	return 0;
}

void
__decimal_round(Decimal *d, int place)
{
	int from = place + 9 * DECIMAL_PARTS;
	int i = POINT - 1 - (from / 9 - DECIMAL_PARTS);
	uint32_t unit;
	int half;
	bool up;

	if (i >= d->end)
		return;
	unit = __tens[from % 9];
	half = i < 0 ? -1 : compare_to_half(d, i, unit);
	up = half > 0 || (half == 0 && d->part[i] / unit % 2);
	for (int k = i + 1 > 0 ? i + 1 : 0; k < d->end; k++)
		d->part[k] = 0;
	if (i < 0)
		return;
	d->part[i] -= d->part[i] % unit;
	if (i < d->first)
		d->first = i;
	d->end = i + 1;
	if (!up)
		return;
	d->part[i] += unit;
	for (; d->part[i] >= BASE; i--) {
		d->part[i] -= BASE;
		d->part[i - 1]++;
		if (i - 1 < d->first)
			d->first = i - 1;
	}
}
