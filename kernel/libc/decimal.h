/*
 * decimal.h - a double as decimal digits, exactly; private to the library.
 */
#ifndef DECIMAL_H
#define DECIMAL_H

#include <stdint.h>

enum {
	/* of nine digits: 2^1023 has 309 digits, 2^-1075 has 1075 after the point */
	DECIMAL_PARTS = 162,
	POINT = 40,          /* parts before the decimal point */
};

/* A number: part[i] counts 10^(9 * (POINT - 1 - i)); those outside [first, end) are zero. */
typedef struct Decimal {
	int first, end;
	uint32_t part[DECIMAL_PARTS];
} Decimal;

/* __decimal_from: m * 2^exponent, a double's mantissa and exponent. */
void __decimal_from(Decimal *d, uint64_t m, int exponent);

/* __decimal_digit: the digit that counts 10^place. */
int __decimal_digit(const Decimal *d, int place);

/* __decimal_round: round to the nearest multiple of 10^place, halves to even. */
void __decimal_round(Decimal *d, int place);

/* __decimal_top: the place of the first digit that is not zero; 0 for zero. */
int __decimal_top(const Decimal *d);

#endif
