/*
 * big.c - natural numbers of many words.
 */
#include "big.h"

#include <assert.h>
#include <string.h>

enum { FIVES = 13, POWER_OF_FIVE = 1220703125 }; /* 5^13, the greatest in a word */

static void
append_word(Big *a, uint32_t word) /* nothing if the word is zero */
{
	if (word == 0)
		return;
	assert(a->n < BIG_WORDS);
	a->word[a->n++] = word;
}

void
__big_set(Big *a, uint64_t x)
{
	a->n = 0;
	for (; x; x >>= 32)
		a->word[a->n++] = x;
}

void
__big_multiply(Big *a, uint32_t by, uint32_t more)
{
	for (int i = 0; i < a->n; i++) {
		uint64_t x = (uint64_t)a->word[i] * by + more;

		a->word[i] = x;
		more = x >> 32;
	}
	append_word(a, more);
}

void
__big_fives(Big *a, int power)
{
	for (; power >= FIVES; power -= FIVES)
		__big_multiply(a, POWER_OF_FIVE, 0);
	for (; power > 0; power--)
		__big_multiply(a, 5, 0);
}

void
__big_shift(Big *a, int bits)
{
	int words = bits / 32;

	__big_multiply(a, 1u << bits % 32, 0);
	if (a->n == 0)
		return;
	assert(a->n + words <= BIG_WORDS);
	memmove(a->word + words, a->word, a->n * sizeof *a->word);
	memset(a->word, 0, words * sizeof *a->word);
	a->n += words;
}

int
__big_compare(const Big *a, const Big *b)
{
	if (a->n != b->n)
		return a->n > b->n ? 1 : -1;
	for (int i = a->n - 1; i >= 0; i--)
		if (a->word[i] != b->word[i])
			return a->word[i] > b->word[i] ? 1 : -1;
	return 0;
}
