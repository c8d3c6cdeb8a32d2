/* texts.h - words quoted for a shell, and text in UTF-8. */
#ifndef TEXTS_H
#define TEXTS_H

#include "base.h"

/* ---- quote.c ---- */

/* buf_quoted: append a word, quoted for a shell if necessary. */
void buf_quoted(Buf *b, const char *word);
/* buf_command: append the command line "trellis ARGUMENTS", quoted for a shell. */
void buf_command(Buf *b, int argc, char **argv);
/*
 * words_cut: cut text, in place, into words separated by blanks; '...' and "..." keep blanks.
 * Returns a list of n words and NULL, which the caller frees. A missing quote is fatal.
 */
char **words_cut(char *text, int *n);

/* utf8.c */

/*
 * text_utf8: a copy of the text, with U+FFFD for each byte that is not UTF-8. The caller frees it.
 */
char *text_utf8(const char *text);

#endif
