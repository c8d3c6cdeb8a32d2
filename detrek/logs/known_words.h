/*
 * known_words.h - a set of words of memory: those whose values an e-block has read or written,
 * while its log is taken.
 */
#ifndef KNOWN_WORDS_H
#define KNOWN_WORDS_H

#include "base/machine.h"

/* An entry of the table: a word. */
typedef struct KnownWord {
	Addr addr;
	bool written;    /* the e-block has written the word */
	uint64_t serial; /* serial of the write whose value is known; 0: the slot is empty */
} KnownWord;

/* A hash table; {0} is empty. */
typedef struct Words {
	KnownWord *slot;
	uint32_t nslots, n; /* number of slots, a power of two; n are used */
} Words;

/* words_find: the entry of the word at an address; NULL if it is not known. */
KnownWord *words_find(const Words *w, Addr a);
/* words_add: the entry of a word; serial is 0 if it is new, and the caller sets it. */
KnownWord *words_add(Words *w, Addr a);
/* words_free: free the table. */
void words_free(Words *w);

#endif
