/*
 * ten.h - numbers times powers of ten, to 128 bits; private to the library.
 *
 * Most conversions between binary and decimal numbers need no more, and those that do can tell. (D.
 * Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51, does
 * this with a table of all powers; here two small tables and one more product suffice.)
 */
#ifndef TEN_H
#define TEN_H

#include <stdbool.h>
#include <stdint.h>

enum {
	TEN_LEAST = -364, /* the least and the greatest power in the tables */
	TEN_MOST = 363,
	TEN_EXACT = 27,   /* the powers from 0 on whose products are exact */
	TEN_ERROR = 16,   /* see Wide */
	TEN_FIRST_ERROR = 16, /* see __ten_first */
};

/*
 * A number that is at least (high * 2^64 + low) * 2^exponent; the upper bit of `high` is set. It is
 * less than that with TEN_ERROR more in `low`, and equal if its power of ten is exact.
 */
typedef struct Wide {
	uint64_t high, low;
	int exponent;
} Wide;

/* __ten_times: m * 10^power; m is not 0. */
Wide __ten_times(uint64_t m, int power);

/*
 * __ten_first: m * 10^power as 64 bits, quicker; m is not 0.
 *
 * returns a number with its upper bit set: the product is at least that times 2^*exponent, and less than
 *         that with TEN_FIRST_ERROR more
 */
uint64_t __ten_first(uint64_t m, int power, int *exponent);

/* __ten_below: the greatest n with 10^n at most 2^exponent; the exponent is within 1,500. */
int __ten_below(int exponent);

extern const uint32_t __tens[10]; /* 10^0 to 10^9 */

#endif
