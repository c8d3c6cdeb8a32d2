/*
 * source.h - text that numbers are read from: a string or a stream, up to a width; private to the
 * library.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Either f or s is set; n characters have been taken, of at most `limit`. */
typedef struct Source {
	FILE *f;
	const char *s;
	int n, limit;
} Source;

int __source_read(Source *in); /* __source_next from a stream, before the limit */

/* __source_next: takes a character; EOF, which is not taken, at the end or at the limit. */
static inline int
__source_next(Source *in)
{
	int c;

	if (in->n >= in->limit)
		return EOF;
	if (in->f)
		return __source_read(in);
	c = (unsigned char)in->s[in->n];
	if (c == '\0')
		return EOF;
	in->n++;
	return c;
}

/* __source_back: gives back c, the character that was taken last; EOF is ignored. */
void __source_back(Source *in, int c);

/* __source_peek: the next character, which is not taken. */
int __source_peek(Source *in);

/* __source_take: takes the next character if it is c, or the capital letter of c. */
bool __source_take(Source *in, int c);

/* __source_sign: takes a sign, if there is one; true for a minus. */
bool __source_sign(Source *in);

/* __source_blanks: takes white space; the limit does not matter. */
void __source_blanks(Source *in);

/* An integer without its type. */
typedef struct Integer {
	uint64_t value; /* magnitude */
	bool negative, overflow;
} Integer;

/*
 * __read_integer: read a sign, 0x or 0, and digits of the base (0: as the prefix says).
 *
 * returns how many characters from the start make up the longest integer; 0 if there is none. More
 *         characters may have been
 *         taken ("0x" and no digit).
 */
int __read_integer(Source *in, int base, Integer *to);

/*
 * __read_real: sign, then decimal or hexadecimal digits with point and exponent, infinity, or nan.
 *
 * to      the nearest double, or the nearest float as a double if is_float; errno is ERANGE if it is not
 *         a normal number of that type
 * returns as __read_integer
 */
int __read_real(Source *in, bool is_float, double *to);

/* __read_float: __read_real of a float; the conversion of a double would lose the sign of a NaN. */
int __read_float(Source *in, float *to);

#endif
