/*
 * nearest.h - the real that is nearest to a number in digits; private to the library.
 */
#ifndef NEAREST_H
#define NEAREST_H

#include <stdbool.h>
#include <stdint.h>

enum {
	PART = 9,   /* digits of a part */
	PARTS = 86, /* they hold all 767 digits that can matter, and more */
};

/* 0.ddd... * 10^point, of n digits of which the first is not zero. */
typedef struct Digits {
	int point;
	int n;                 /* the digits that `part` and `last` have */
	int parts;             /* elements of `part` that are used */
	int in_last;           /* the digits of `last`; PART only if `parts` is PARTS */
	bool more;             /* a digit other than zero follows these n digits */
	uint32_t last;
	uint32_t part[PARTS];
} Digits;

/*
 * __nearest_decimal: the nearest double, or the nearest float as a double; of two, the even one. errno
 * is ERANGE if that is infinite, or not exact and less than a normal number.
 */
double __nearest_decimal(const Digits *x, bool is_float);

/*
 * __nearest_binary: the same for m * 2^exponent, or a little more; the exponent is within
 * INT_MAX / 2.
 */
double __nearest_binary(uint64_t m, int exponent, bool more, bool is_float);

#endif
