/*
 * input.h - shared by the readers of line formats: an arena, words of lines, numbered names.
 *
 * A reader allocates everything in its caller's arena, so that a mistake in the input (fatal)
 * leaves no memory that the arena does not free.
 */
#ifndef INPUT_H
#define INPUT_H

#include "detrek.h"
#include "base/arena.h"

enum { NONE = UINT32_MAX }; /* no name, node or event */

/* A word of a line: printable ASCII without blanks, borrowed from the text. */
typedef struct InputWord {
	const char *s;
	uint32_t len;
} InputWord;

/* The lines of a text, split into words; comments (# to the end) and blank lines are skipped. */
typedef struct Lines {
	const char *file; /* for messages */
	int line;         /* number of the current line, from 1 */
	InputWord *word;
	uint32_t n; /* number of words in it, at least 1 */
	uint32_t cap;
	const char *begin;   /* the text */
	const char *p, *end; /* the remaining text */
	Arena *arena;
} Lines;

/* ---- lines.c ---- */

/* lines_start: begin to read a text line by line; `file` is for messages. */
Lines lines_start(Arena *a, const char *file, const char *text, size_t len);
/* lines_next: go to the next line; false at the end. A byte that is not text is fatal. */
bool lines_next(Lines *l);
/* word_is: true if the word equals the string s. */
bool word_is(const InputWord *w, const char *s);
/* lines_fatal: end the program with a message about the present line, with its file and number. */
_Noreturn void lines_fatal(const Lines *l, const char *fmt, ...)
	__attribute__((format(printf, 2, 3))); /* fatal_at for the current line */

/* Names numbered from 0 in order of appearance. */
typedef struct Symbols {
	Arena *arena;
	uint32_t n, cap;
	char **text;
	struct SymbolSlot {
		/*
		 * the name itself if it has up to 8 characters, otherwise its hash
		 */
		uint64_t key;
		uint32_t len;
		uint32_t number; /* number plus one; 0 if the slot is empty */
	} *slot;
	uint32_t nslots; /* a power of two */
} Symbols;

/* ---- symbols.c ---- */

/* symbols_new: an empty table of names. */
Symbols symbols_new(Arena *a);
/* symbols_add: the number of a name; a new name gets the next number. */
uint32_t symbols_add(Symbols *t, const char *s, uint32_t len);
/* symbols_find: the number of a name; NONE if it is not known. */
uint32_t symbols_find(const Symbols *t, const char *s, uint32_t len);
/* symbols_sorted: the numbers of all names, in alphabetical order of the names. */
uint32_t *symbols_sorted(const Symbols *t, Arena *a);

#endif
