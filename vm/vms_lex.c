/*
 * vms_lex.c - the tokens of a .vms file: words and numbers, "strings", the signs = ; and , with
 * comments between.
 */
#include "vms_lex.h"

#include <ctype.h>
#include <string.h>

enum { MAX_WORD = 255 }; /* characters */

/* is_word: true for a character that may be part of a word. */
static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("_./-+:@%^~", c));
}

/* skip_blank: advance past blanks, line ends and comments. */
static void
skip_blank(Lexer *l)
{
	for (; l->p < l->end; l->p++) {
		if (*l->p == '\n')
			l->next_line++;
		else if (*l->p == '#')
			while (l->p + 1 < l->end && l->p[1] != '\n')
				l->p++;
		else if (!*l->p || !strchr(" \t\r", *l->p))
			break;
	}
}

/* lex_string: make the text in quotes the current token. */
static void
lex_string(Lexer *l)
{
	l->kind = T_STRING;
	l->s = ++l->p;
	while (l->p < l->end && *l->p != '"' && *l->p != '\n')
		l->p++;
	if (l->p == l->end || *l->p == '\n')
		fatal_at(l->file, l->line, "the string has no closing '\"' on its line");
	l->n = l->p++ - l->s;
	for (uint32_t i = 0; i < l->n; i++)
		if ((uint8_t)l->s[i] < ' ')
			fatal_at(l->file, l->line, "unexpected byte 0x%02x", (uint8_t)l->s[i]);
}

void
lex_advance(Lexer *l)
{
	skip_blank(l);
	l->line = l->next_line;
	l->s = l->p;
	l->n = 0;
	if (l->p == l->end) {
		l->kind = T_END;
	} else if (*l->p == '"') {
		lex_string(l);
	} else if (is_word(*l->p)) {
		l->kind = T_WORD;
		while (l->p < l->end && is_word(*l->p))
			l->p++;
		l->n = l->p - l->s;
	} else if (strchr("=;,", *l->p) && *l->p) {
		l->kind = T_SIGN;
		l->p++;
		l->n = 1;
	} else if (*l->p > ' ' && *l->p < 0x7F) {
		fatal_at(l->file, l->line, "unexpected '%c'; put text that contains it in \"\"",
			*l->p);
	} else {
		fatal_at(l->file, l->line, "unexpected byte 0x%02x; only comments and strings may "
			"hold "
			"other than ASCII", (uint8_t)*l->p);
	}
	if (l->n > MAX_WORD)
		fatal_at(l->file, l->line, "'%.20s...' has %u characters; the limit is %d", l->s,
			l->n, MAX_WORD);
}

bool
lex_is(const Lexer *l, TokenKind kind, const char *s)
{
	return l->kind == kind && strlen(s) == l->n && memcmp(l->s, s, l->n) == 0;
}

const char *
lex_shown(const Lexer *l)
{
	static char text[MAX_WORD + 8];

	if (l->kind == T_END)
		return "end of file";
	snprintf(text, sizeof text, l->kind == T_STRING ? "\"%.*s\"" : "'%.*s'", (int)l->n, l->s);
	return text;
}

void
lex_want(Lexer *l, TokenKind kind, const char *s, const char *why)
{
	if (!lex_is(l, kind, s))
		fatal_at(l->file, l->line, "unexpected %s; expected '%s': %s", lex_shown(l), s,
			why);
	lex_advance(l);
}

const char *
lex_text(Lexer *l, const char *what)
{
	const char *s;

	if (l->kind != T_WORD && l->kind != T_STRING)
		fatal_at(l->file, l->line, "unexpected %s; expected %s", lex_shown(l), what);
	if (l->n == 0)
		fatal_at(l->file, l->line, "unexpected \"\"; expected %s", what);
	s = arena_strndup(l->arena, l->s, l->n);
	lex_advance(l);
	return s;
}
