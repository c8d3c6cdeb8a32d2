/*
 * expr_parse.h - what the readers of expressions share: a text, and the token at hand.
 */
#ifndef EXPR_PARSE_H
#define EXPR_PARSE_H

#include "expr.h"

#include <setjmp.h>

typedef enum TokenKind {
	TOKEN_END,
	TOKEN_NUMBER,
	TOKEN_REAL,
	TOKEN_CHARACTER,
	TOKEN_NAME,
	TOKEN_REGISTER,
	TOKEN_OP
} TokenKind;

/* op: the character, or OP_..., or one of these. */
/* OP_SET and an operation: += and so on. */
enum { OP_ARROW = 300, OP_INC, OP_DEC, OP_AND, OP_OR, OP_SET = 400 };

typedef struct Token {
	TokenKind kind;
	int op;
	const char *at; /* in the text */
	size_t len;
	uint64_t number;
	double real;
	const Type *type;
} Token;

typedef struct Parser {
	Arena *arena;
	const Names *names;
	const char *text, *next;
	Token t;
	int depth, declarators;
	char *error;
	jmp_buf fail;
} Parser;

/* A place in the text to go back to. */
typedef struct TokenMark {
	Token t;
	const char *next;
} TokenMark;

/* ---- expr_token.c ---- */

/* parse_mistake: the text is not an expression; it leaves the parser by `fail`. */
_Noreturn void parse_mistake(Parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* parse_deeper: brackets in brackets, and so on, only so far; the caller takes one off again. */
void parse_deeper(Parser *p);
void token_advance(Parser *p); /* to the next */
bool token_is(const Parser *p, int op);
bool token_accept(Parser *p, int op); /* it is, and is passed */
void token_expect(Parser *p, int op);
bool token_is_word(const Parser *p, const char *word);
char *token_word(Parser *p);
TokenMark token_mark(const Parser *p);
void token_return(Parser *p, TokenMark m);

/* ---- expr_type.c ---- */

bool type_begins(Parser *p);
const Type *type_parse(Parser *p);

#endif
