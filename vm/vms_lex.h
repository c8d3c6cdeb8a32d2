/*
 * vms_lex.h - splits a .vms file into tokens. Private to vms.c. An invalid token is fatal
 * (fatal_at).
 */
#ifndef VMS_LEX_H
#define VMS_LEX_H

#include "vm.h"

typedef enum TokenKind { T_END, T_WORD, T_STRING, T_SIGN } TokenKind; /* T_SIGN: = ; or , */

typedef struct Lexer {
	const char *file;
	const char *p, *end; /* the text after the token */
	int line;      /* line of the token */
	int next_line; /* number of the line that contains p */
	TokenKind kind;
	const char *s; /* the token's text of n characters; a string's without quotes */
	uint32_t n;
	Arena *arena;
} Lexer;

/* lex_advance: go to the next token, or to the first one at the beginning. */
void lex_advance(Lexer *l);
/* lex_is: true if the token is of this kind and has this text. */
bool lex_is(const Lexer *l, TokenKind kind, const char *s);
/* lex_shown: the token as text for messages, in a buffer that the next call reuses. */
const char *lex_shown(const Lexer *l);
/* lex_want: require this token, and skip it; why: what the syntax requires here. */
void lex_want(Lexer *l, TokenKind kind, const char *s, const char *why);
/*
 * lex_text: require a word or string, and skip it; the result is in the arena. what: for messages.
 */
const char *lex_text(Lexer *l, const char *what);

#endif
