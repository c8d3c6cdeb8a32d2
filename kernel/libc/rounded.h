/*
 * rounded.h - a real rounded to a number of decimal digits; private to the library.
 */
#ifndef ROUNDED_H
#define ROUNDED_H

#include "decimal.h"

#include <stdbool.h>

enum { ROUNDED_DIGITS = 18 };

/* The digits from `top` down to `last`; all others are zero. */
typedef struct Rounded {
	int top;          /* the place of the first digit that is not zero; 0 for zero */
	bool is_exact;    /* the digits are those of `exact` */
	int last;         /* the place of the last of `digit` */
	char digit[ROUNDED_DIGITS];
	Decimal exact;
} Rounded;

/*
 * __round_at: v, which is finite and not negative, rounded to a multiple of 10^place, halves to the
 * even one.
 */
void __round_at(Rounded *x, double v, int place);

void __round_to(Rounded *x, double v, int digits); /* to a number of digits, at least 1 */

/* __rounded_digits: write n digits, from the one that counts 10^place on. */
void __rounded_digits(const Rounded *x, int place, char *to, int n);

/*
 * __mantissa: the bits of v, which is finite and not negative, with the leading one of a normal
 * number; they count 2^*exponent.
 */
uint64_t __mantissa(double v, int *exponent);

#endif
