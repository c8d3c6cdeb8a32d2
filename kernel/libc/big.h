/*
 * big.h - natural numbers of many words; private to the library.
 */
#ifndef BIG_H
#define BIG_H

#include <stdint.h>

enum { BIG_WORDS = 96 };

/* A number: `n` words, the lowest first; the last is not zero. */
typedef struct Big {
	int n;
	uint32_t word[BIG_WORDS];
} Big;

void __big_set(Big *a, uint64_t x);

void __big_multiply(Big *a, uint32_t by, uint32_t more); /* a := a * by + more */
void __big_fives(Big *a, int power);                     /* a := a * 5^power */
void __big_shift(Big *a, int bits);                      /* a := a * 2^bits */
int __big_compare(const Big *a, const Big *b);           /* -1, 0, 1 as a is less, equal, greater */

#endif
