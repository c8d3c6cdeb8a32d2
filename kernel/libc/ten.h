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

/* __ten_below: the greatest n with 10^n at most 2^exponent; the exponent is within 1,500. */
int __ten_below(int exponent);

extern const uint32_t __tens[10]; /* 10^0 to 10^9 */

#endif
