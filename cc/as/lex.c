/* lex.c - splits a line into names, numbers and strings. */
#include "assembly.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

void
fail(Parser *p, const char *fmt, ...)
{
	char text[400];
	va_list ap;

	if (p->failed)
		return;
	p->failed = true;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	as_error(p->as, p->where, "%s", text);
}

/* skip_spaces: advance past blanks and tabs. */
static void
skip_spaces(Parser *p)
{
	while (p->p < p->end && (*p->p == ' ' || *p->p == '\t' || *p->p == '\r' || *p->p == '\f'))
		p->p++;
}

/* peek_char: the next character, which is not taken. */
static char
peek_char(Parser *p)
{
	skip_spaces(p);
	return p->p < p->end ? *p->p : '\0';
}

bool
at_end(Parser *p)
{
	skip_spaces(p);
	return p->p == p->end || *p->p == ';' || *p->p == '#';
}

bool
lex_accept(Parser *p, const char *text)
{
	const char *at;

	skip_spaces(p);
	for (at = p->p; *text; text++, at++)
		if (at == p->end || *at != *text)
			return false;
	p->p = at;
	return true;
}

void
expect_end(Parser *p)
{
	size_t n = 0;

	if (p->failed || at_end(p))
		return;
	while (n < 20 && p->p + n < p->end && isprint((uint8_t)p->p[n]))
		n++;
	if (n)
		fail(p, "unexpected '%.*s'; a statement ends at a ';' or the end of the line",
		     (int)n, p->p);
	else
		fail(p, "byte 0x%02x is not text", (uint8_t)*p->p);
}

static bool
is_name_start(char c)
{
	return isalpha((uint8_t)c) || c == '_' || c == '.' || c == '$';
}

/* read_quoted_name: read a name in quotes, which has no escape sequences. */
static size_t
read_quoted_name(Parser *p, const char **name)
{
	const char *close = memchr(p->p + 1, '"', p->end - p->p - 1);

	if (!close || close == p->p + 1 || memchr(p->p, '\0', close - p->p)) {
		fail(p, "a name in quotes is empty or has no closing quote");
		return 0;
	}
	*name = p->p + 1;
	p->p = close + 1;
	return close - *name;
}

size_t
lex_name(Parser *p, const char **name)
{
	char c = peek_char(p);

	if (c == '"')
		return read_quoted_name(p, name);
	if (!is_name_start(c))
		return 0;
	*name = p->p;
	while (p->p < p->end && (is_name_start(*p->p) || isdigit((uint8_t)*p->p)))
		p->p++;
	return p->p - *name;
}

/* digit_value: the value of a hexadecimal digit; 99 for any other character. */
static int
digit_value(char c)
{
	return isdigit((uint8_t)c)    ? c - '0'
	       : isxdigit((uint8_t)c) ? tolower((uint8_t)c) - 'a' + 10
				      : 99;
}

bool
lex_number(Parser *p, uint64_t *value)
{
	int base = 10;
	const char *start;

	if (!isdigit((uint8_t)peek_char(p)))
		return false;
	if (p->end - p->p > 2 && p->p[0] == '0')
		base = p->p[1] == 'x' ? 16 : p->p[1] == 'b' ? 2 : p->p[1] == 'o' ? 8 : 10;
	if (base != 10)
		p->p += 2;
	start = p->p;
	for (*value = 0; p->p < p->end && digit_value(*p->p) < base; p->p++)
		if (__builtin_mul_overflow(*value, base, value) ||
		    __builtin_add_overflow(*value, digit_value(*p->p), value)) {
			fail(p, "a number is too large; the limit is 64 bits");
			return true;
		}
	if (p->p == start)
		fail(p, "a number has no digits");
	else if (base == 10 && *start == '0' && p->p > start + 1)
		fail(p, "a decimal number begins with 0; an octal one is written 0o17");
	else if (p->p < p->end && (isalnum((uint8_t)*p->p) || *p->p == '_' || *p->p == '.'))
		fail(p, "'%c' is not a digit of a number", *p->p);
	return true;
}

/* read_escaped_char: read one character of a non-empty string or character constant. */
static int
read_escaped_char(Parser *p)
{
	static const char names[] = "ntr0\\'\"", values[] = "\n\t\r\0\\'\"";
	const char *at;
	int c = (uint8_t)*p->p++;

	if (c != '\\')
		return c;
	if (p->p == p->end)
		return c;
	c = *p->p++;
	if (c == 'x' && p->end - p->p >= 2 && digit_value(p->p[0]) < 16 &&
	    digit_value(p->p[1]) < 16) {
		p->p += 2;
		return digit_value(p->p[-2]) * 16 + digit_value(p->p[-1]);
	}
	at = memchr(names, c, sizeof names - 1);
	if (!at)
		fail(p,
		     "unknown escape; \\n \\t \\r \\0 \\\\ \\' \\\" and \\x41 are known");
	return at ? (uint8_t)values[at - names] : c;
}

bool
lex_string(Parser *p, Buf *out)
{
	if (!lex_accept(p, "\""))
		return false;
	out->len = 0;
	while (p->p < p->end && *p->p != '"')
		buf_byte(out, read_escaped_char(p));
	if (!lex_accept(p, "\""))
		fail(p, "a string has no closing quote on its line");
	return true;
}

bool
lex_char(Parser *p, int64_t *value)
{
	if (!lex_accept(p, "'"))
		return false;
	if (p->p == p->end)
		fail(p, "a character constant has no character; a blank is ' '");
	else
		*value = read_escaped_char(p);
	if (!p->failed && (p->p == p->end || *p->p++ != '\''))
		fail(p, "a character constant has no closing quote after one character");
	return true;
}
