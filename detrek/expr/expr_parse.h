/* expr_parse.h - the state shared by the parsers of expressions: the text and the current token. */
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
	TOKEN_REGISTER, /* a name after a $ */
	TOKEN_OP        /* an operator; see Token.op */
} TokenKind;

/*
 * The value of Token.op is a character, an OP_... of expr.h, or one of these. OP_SET plus an
 * operation is a compound assignment: += is OP_SET + '+'.
 */
enum { OP_ARROW = 300, OP_INC, OP_DEC, OP_AND, OP_OR, OP_SET = 400 };

typedef struct Token {
	TokenKind kind;
	int op;          /* TOKEN_OP: see below */
	const char *at; /* position in the text */
	size_t len;
	uint64_t number;
	double real;
	const Type *type; /* of a number or character constant */
} Token;

typedef struct Parser {
	Arena *arena;
	const Names *names;
	const char *text, *next; /* the whole text; the position behind the current token */
	Token t; /* the current token */
	/* present depth of nesting: of expressions and types; of declarators in parentheses */
	int depth, declarators;
	char *error; /* gets the error message, EXPR_ERROR bytes */
	jmp_buf fail; /* where parse_mistake continues */
} Parser;

/* A position in the text to which the parser can return. */
typedef struct TokenMark {
	Token t;          /* the current token */
	const char *next; /* the position behind it */
} TokenMark;

/* ---- expr_token.c ---- */

/* parse_mistake: end the parsing with a formatted message. */
_Noreturn void parse_mistake(Parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/*
 * parse_deeper: increment p->depth, up to a limit; the caller decrements it afterwards.
 */
void parse_deeper(Parser *p);
/* token_advance: go to the next token. */
void token_advance(Parser *p);
/* token_is: true if the current token is this operator. */
bool token_is(const Parser *p, int op);
/* token_accept: if the current token is the operator, skip it and return true. */
bool token_accept(Parser *p, int op);
/* token_expect: skip the current token, which must be this operator. */
void token_expect(Parser *p, int op);
/* token_is_word: true if the current token is this name or keyword. */
bool token_is_word(const Parser *p, const char *word);
/* token_word: the text of the current token. */
char *token_word(Parser *p);
/* token_mark: the present position in the text, for token_return. */
TokenMark token_mark(const Parser *p);
/* token_return: go back to a position of token_mark. */
void token_return(Parser *p, TokenMark m);

/* ---- expr_type.c ---- */

/* type_begins: true if the current token begins a type. */
bool type_begins(Parser *p);
/* type_parse: parse a type name. */
const Type *type_parse(Parser *p);

#endif
