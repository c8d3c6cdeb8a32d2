/*
 * vms_lex.h - the tokens of a .vms file. Private to vms.c. What is not a token is the user's
 * mistake (fatal_at).
 */
#ifndef VMS_LEX_H
#define VMS_LEX_H

#include "vm.h"

typedef enum TokenKind { T_END, T_WORD, T_STRING, T_SIGN } TokenKind;

typedef struct Lexer {
	const char *file;
	const char *p, *end;
	int line;      /* of the token */
	int next_line; /* where p is */
	TokenKind kind;
	const char *s; /* the token's text, with n characters; a string's without its quotes */
	uint32_t n;
	Arena *arena;
} Lexer;

/* lex_advance: to the next token; the first one, at the beginning. */
void lex_advance(Lexer *l);
bool lex_is(const Lexer *l, TokenKind kind, const char *s);
/* lex_shown: the token, for messages; in a buffer that the next call uses again. */
const char *lex_shown(const Lexer *l);
/* lex_want: that token, which is passed; why: what has to stand there. */
void lex_want(Lexer *l, TokenKind kind, const char *s, const char *why);
/* lex_text: a word or string, which is passed; it is the arena's. what: for messages. */
const char *lex_text(Lexer *l, const char *what);

#endif
