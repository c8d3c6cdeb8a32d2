/* number.h - numbers, sizes and times in texts and options. */
#ifndef NUMBER_H
#define NUMBER_H

#include "base.h"

/* number.c */

/*
 * number_parse: read s as an unsigned number, decimal or 0x..., at most max. Returns false if s is
 * not a number or too large.
 */
bool number_parse(const char *s, uint64_t max, uint64_t *value);
/* number_option: read an option's value as a number from least to most; anything else is fatal. */
uint64_t number_option(const char *option, const char *value, uint64_t least, uint64_t most);

/*
 * size_option: read an option's value as a number of bytes, at least 1, such as 4096, 64K, 20M or
 * 2G.
 */
uint64_t size_option(const char *option, const char *value);

/* time.c */

enum { TIME_TEXT = 28 }; /* room for the text of a time */
#define TIME_END 10000000000000000000u /* ps; time_parse accepts only times below this */

/*
 * time_parse: read a time with its unit, such as 20ms or 1.5us, in ps; false if the text is not a
 * time.
 */
bool time_parse(const char *s, uint64_t *ps);
/*
 * time_text: print a time so that time_parse reads exactly the same value. The unit is the largest
 * one that is not above the time, or the next smaller one if that gives a shorter text without a
 * fraction, as in 1005ms and 1.5us.
 * TIME_STRING does the same in memory that lasts until the end of the block.
 */
const char *time_text(char text[TIME_TEXT], uint64_t ps);
#define TIME_STRING(ps) time_text((char[TIME_TEXT]){0}, ps)
/* time_option: read an option's value as a time; any other text is fatal. */
uint64_t time_option(const char *option, const char *value);
/*
 * file_at_option: read an option's value FILE@TIME; returns the file's name, which the caller
 * frees. Any other text, or a file that cannot be written, is fatal.
 */
char *file_at_option(const char *option, const char *value, uint64_t *when);

#endif
