/*
 * double.h - for the fast path of the most used functions, which handles the usual arguments and
 * mostly computes with single doubles, not with Parts; private to the library.
 *
 * Results are within two units of the last place. Unusual arguments are handled by the slower
 * functions of parts.h.
 */
#ifndef DOUBLE_H
#define DOUBLE_H

#include <stdint.h>

typedef union Double {
	double value;
	struct {
		uint32_t low, high;
	} word;
} Double;

/*
 * Adding ROUND_OFF, and subtracting it again, rounds to a whole number, which is also in the low
 * word of the sum.
 */
#define ROUND_OFF 0x1.8p52

/* double_size: the upper word of the magnitude; these words compare as magnitudes do. */
static inline uint32_t
double_size(double x)
{
	return ((Double){x}).word.high & 0x7FFFFFFF;
}

#endif
