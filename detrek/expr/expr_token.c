/* expr_token.c - the tokens of a C expression. */
#include "expr_parse.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 200 }; /* depth of nested expressions and types */

void
parse_mistake(Parser *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(p->error, EXPR_ERROR, fmt, ap);
	va_end(ap);
	longjmp(p->fail, 1);
}

void
parse_deeper(Parser *p)
{
	if (++p->depth > MAX_DEPTH)
		parse_mistake(p, "the expression is nested too deeply");
}

/* suffix_type: the type of the integer n with suffix s. decimal: it is written in decimal. */
static const Type *
suffix_type(Parser *p, const char *s, bool decimal, uint64_t n)
{
	bool u = false, ll = false;

	for (; isalnum((unsigned char)*s); s++) {
		if ((*s | 32) == 'u' && !u)
			u = true;
		else if ((*s | 32) == 'l')
			ll |= (s[1] | 32) == 'l';
		else
			parse_mistake(p, "unexpected '%c' after a number; only u, l and ll are "
				"allowed", *s);
	}
	p->next = s;
	if (!ll && n <= INT32_MAX && !u)
		return &base_types[BASE_INT];
	if (!ll && n <= UINT32_MAX && (u || !decimal))
		return &base_types[BASE_UNSIGNED];
	return &base_types[u || n > INT64_MAX ? BASE_UNSIGNED_LONG_LONG : BASE_LONG_LONG];
}

/* read_real: make the real number at s the current token. */
static void
read_real(Parser *p, const char *s)
{
	char *end;

	p->t.kind = TOKEN_REAL;
	p->t.real = strtod(s, &end);
	p->t.type = &base_types[BASE_DOUBLE];
	if ((*end | 32) == 'f') {
		p->t.type = &base_types[BASE_FLOAT];
		end++;
	}
	p->next = end;
}

/* read_number: make the number at s the current token. */
static void
read_number(Parser *p, const char *s)
{
	bool hexadecimal = s[0] == '0' && (s[1] | 32) == 'x';
	size_t digits = strspn(s, "0123456789");
	char *end;

	if (!hexadecimal && (s[digits] == '.' || (s[digits] | 32) == 'e')) {
		read_real(p, s);
		return;
	}
	p->t.kind = TOKEN_NUMBER;
	p->t.number = strtoull(s, &end, 0);
	if (hexadecimal && end < s + 3)
		parse_mistake(p, "0x: hexadecimal digits must follow");
	p->t.type = suffix_type(p, end, s[0] != '0', p->t.number);
}

/* escaped_char: the character at *s, which may be an escape such as \n; *s is moved behind it. */
static int
escaped_char(Parser *p, const char **s)
{
	static const char from[] = "ntrabfv0\\'\"", to[] = "\n\t\r\a\b\f\v\0\\'\"";
	const char *found = **s ? strchr(from, **s) : NULL;

	if (!found)
		parse_mistake(p, "unknown escape in a character");
	++*s;
	return to[found - from];
}

/* read_character: make the character constant at s the current token. */
static void
read_character(Parser *p, const char *s)
{
	int c = (unsigned char)*++s;

	if (c == '\\') {
		s++;
		c = escaped_char(p, &s);
	} else if (c != 0) {
		s++;
	}
	if (*s != '\'')
		parse_mistake(p, "missing closing ' of a character");
	p->t.kind = TOKEN_CHARACTER;
	p->t.number = c;
	p->t.type = &base_types[BASE_INT];
	p->next = s + 1;
}

/*
 * read_printed_name: read the name of a value printed before: $, $$, $3 or $$3; false: the text at
 * s is the name of a register.
 */
static bool
read_printed_name(Parser *p, const char *s)
{
	size_t n = s[1] == '$' ? 2 : 1;

	if (*s != '$' || isalpha((unsigned char)s[n]) || s[n] == '_')
		return false;
	p->t.kind = TOKEN_NAME;
	p->t.len = n + strspn(s + n, "0123456789");
	p->next = s + p->t.len;
	return true;
}

/*
 * read_name: make the name at s the current token. It may name a register or a value printed before
 * ($3).
 */
static void
read_name(Parser *p, const char *s)
{
	if (read_printed_name(p, s))
		return;
	p->t.kind = *s == '$' ? TOKEN_REGISTER : TOKEN_NAME;
	p->t.at = s += *s == '$';
	while (isalnum((unsigned char)*s) || *s == '_'
		|| (s[0] == ':' && s[1] == ':' && s > p->t.at && s[2] != ':'))
		s += *s == ':' ? 2 : 1;
	p->t.len = s - p->t.at;
	if (p->t.len == 0)
		parse_mistake(p, "$: a register's name must follow");
	p->next = s;
}

/* read_operator: make the longest operator at s the current token. */
static void
read_operator(Parser *p, const char *s)
{
	static const struct {
		const char *text;
		int op;
	} ops[] = {
		{"<<=", OP_SET + OP_SHL},
		{">>=", OP_SET + OP_SHR},
		{"->", OP_ARROW},
		{"++", OP_INC},
		{"--", OP_DEC},
		{"<<", OP_SHL},
		{">>", OP_SHR},
		{"<=", OP_LE},
		{">=", OP_GE},
		{"==", OP_EQ},
		{"!=", OP_NE},
		{"&&", OP_AND},
		{"||", OP_OR},
		{"+=", OP_SET + '+'},
		{"-=", OP_SET + '-'},
		{"*=", OP_SET + '*'},
		{"/=", OP_SET + '/'},
		{"%=", OP_SET + '%'},
		{"&=", OP_SET + '&'},
		{"|=", OP_SET + '|'},
		{"^=", OP_SET + '^'},
	};

	p->t.kind = TOKEN_OP;
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (strncmp(s, ops[i].text, strlen(ops[i].text)) == 0) {
			p->t.op = ops[i].op;
			p->next = s + strlen(ops[i].text);
			return;
		}
	if (!strchr("+-*/%&|^~!<>=?:.,()[]@", *s))
		parse_mistake(p, isprint((unsigned char)*s) ? "unexpected '%c' in an "
			"expression" : "unexpected byte %d in an expression",
			(unsigned char)*s);
	p->t.op = *s;
	p->next = s + 1;
}

void
token_advance(Parser *p)
{
	const char *s = p->next + strspn(p->next, " \t\n");

	p->t = (Token){.at = s};
	if (*s == '\0')
		p->next = s;
	else if (isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1])))
		read_number(p, s);
	else if (*s == '\'')
		read_character(p, s);
	else if (isalpha((unsigned char)*s) || *s == '_' || *s == '$')
		read_name(p, s);
	else
		read_operator(p, s);
}

bool
token_is(const Parser *p, int op)
{
	return p->t.kind == TOKEN_OP && p->t.op == op;
}

bool
token_accept(Parser *p, int op)
{
	if (!token_is(p, op))
		return false;
	token_advance(p);
	return true;
}

void
token_expect(Parser *p, int op)
{
	if (token_accept(p, op))
		return;
	if (p->t.kind == TOKEN_END)
		parse_mistake(p, "'%c' is missing at the end", op);
	parse_mistake(p, "'%c' is missing before '%.20s'", op, p->t.at);
}

bool
token_is_word(const Parser *p, const char *word)
{
	return p->t.kind == TOKEN_NAME && p->t.len == strlen(word)
		&& strncmp(p->t.at, word, p->t.len) == 0;
}

char *
token_word(Parser *p)
{
	return arena_strndup(p->arena, p->t.at, p->t.len);
}

TokenMark
token_mark(const Parser *p)
{
	return (TokenMark){p->t, p->next};
}

void
token_return(Parser *p, TokenMark m)
{
	p->t = m.t;
	p->next = m.next;
}
