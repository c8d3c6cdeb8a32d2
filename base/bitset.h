/* bitset.h - sets of small numbers: bit i % 64 of word i / 64 says whether i is a member. */
#ifndef BITSET_H
#define BITSET_H

#include <stdbool.h>
#include <stdint.h>

/* set_words: the number of 64-bit words of a set whose members are below n. */
static inline uint32_t
set_words(uint32_t n)
{
	return (n + 63) / 64;
}

/* set_has: true if i is a member. */
static inline bool
set_has(const uint64_t *set, uint32_t i)
{
	return set[i / 64] >> i % 64 & 1;
}

/* set_put: add member i. */
static inline void
set_put(uint64_t *set, uint32_t i)
{
	set[i / 64] |= UINT64_C(1) << i % 64;
}

/* set_remove: remove member i. */
static inline void
set_remove(uint64_t *set, uint32_t i)
{
	set[i / 64] &= ~(UINT64_C(1) << i % 64);
}

#endif
