/*
 * input.h - what the readers of line formats share: an arena, words of lines, numbered names.
 *
 * A reader takes everything it keeps from the arena of its caller, so that a mistake in the input
 * that ends it half-way (fatal) leaves nothing behind that the arena does not free.
 */
#ifndef INPUT_H
#define INPUT_H

#include "detrek.h"
#include "base/arena.h"

enum { NONE = UINT32_MAX }; /* no name, no node, no event */

/* A word of a line: printable ASCII without blanks, borrowed from the text. */
typedef struct InputWord {
	const char *s;
	uint32_t len;
} InputWord;

/*
 * The lines of a text one by one, as words; comments (# to the end) and blank lines are left out.
 */
typedef struct Lines {
	const char *file; /* for messages */
	int line;         /* the number of the line whose words these are; from 1 */
	InputWord *word;
	uint32_t n; /* words of it, at least 1 */
	uint32_t cap;
	const char *p, *end; /* the text that is left */
	Arena *arena;
} Lines;

/* lines.c */
Lines lines_start(Arena *a, const char *file, const char *text, size_t len);
bool lines_next(Lines *l); /* false at the end; a byte that is not text is fatal */
bool word_is(const InputWord *w, const char *s);
_Noreturn void lines_fatal(const Lines *l, const char *fmt, ...)
	__attribute__((format(printf, 2, 3))); /* fatal_at this line */

/* Names numbered from 0 in order of appearance. */
typedef struct Symbols {
	Arena *arena;
	uint32_t n, cap;
	char **text;
	struct SymbolSlot {
		uint64_t key;    /* with len: the name itself up to 8 characters, else its hash */
		uint32_t len;
		uint32_t number; /* plus one; 0: empty */
	} *slot;
	uint32_t nslots; /* a power of two */
} Symbols;

/* symbols.c */
Symbols symbols_new(Arena *a);
/* the same number for the same name */
uint32_t symbols_add(Symbols *t, const char *s, uint32_t len);
uint32_t symbols_find(const Symbols *t, const char *s, uint32_t len); /* NONE if unknown */
uint32_t *symbols_sorted(const Symbols *t, Arena *a); /* the numbers in order of the names */

#endif
