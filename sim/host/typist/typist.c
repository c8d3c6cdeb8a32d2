/* typist.c - types texts when the output that they answer has appeared. */
#include "typist.h"

#include "base/list.h"

#include <stdlib.h>
#include <string.h>

/* ---- the option's value ---- */

/* hex_digit: the value of a hexadecimal digit; -1 if it is none. */
static int
hex_digit(char c)
{
	const char *digits = "0123456789abcdef", *at;

	at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c) : NULL;
	return at ? at - digits : -1;
}

/* escape_byte: the byte for the escape after a backslash; *p moves past it. */
static uint8_t
escape_byte(const char *value, const char **p)
{
	static const char names[] = "rnt\\=", bytes[] = "\r\n\t\\=";
	const char *at = *p, *name = *at ? strchr(names, *at) : NULL;

	if (name) {
		*p = at + 1;
		return bytes[name - names];
	}
	if (*at != 'x' || hex_digit(at[1]) < 0 || hex_digit(at[2]) < 0)
		fatal("--type '%s': unknown escape '\\%.1s'; expected \\r, \\n, \\t, \\\\, \\= or "
			"\\xNN with two hexadecimal digits", value, at);
	*p = at + 3;
	return hex_digit(at[1]) << 4 | hex_digit(at[2]);
}

/* read_text: append the text up to `end` or the value's end. Returns where it stops. */
static const char *
read_text(const char *value, const char *p, char end, Buf *text)
{
	while (*p && *p != end) {
		uint8_t byte = *p++;

		buf_byte(text, byte == '\\' ? escape_byte(value, &p) : byte);
	}
	return p;
}

void
type_option(TypeOptions *o, const char *value)
{
	TypeRule rule = {.value = value};
	const char *end = read_text(value, value, '=', &rule.expected);

	if (*end != '=')
		fatal("--type '%s': expected EXPECTED=TEXT, such as 'login: =root\\r'", value);
	read_text(value, end + 1, '\0', &rule.text);
	o->rules = list_more(o->rules, o->n, sizeof *o->rules);
	o->rules[o->n++] = rule;
}

void
type_options_free(TypeOptions *o)
{
	for (uint32_t i = 0; i < o->n; i++) {
		buf_free(&o->rules[i].expected);
		buf_free(&o->rules[i].text);
	}
	free(o->rules);
	*o = (TypeOptions){0};
}

/* ---- typing ---- */

/* apply_matched_rules: type the texts of the rules whose expected text has appeared. */
static void
apply_matched_rules(Typist *t)
{
	while (t->next < t->n && t->matched == t->rules[t->next].expected.len) {
		const Buf *text = &t->rules[t->next++].text;

		if (text->len > 0)
			buf_put(&t->typed, text->data, text->len);
		t->matched = 0;
	}
}

Typist *
typist_new(const TypeOptions *o)
{
	Typist *t = o->n > 0 ? xcalloc(1, sizeof *t) : NULL;

	if (!t)
		return NULL;
	t->rules = o->rules;
	t->n = o->n;
	apply_matched_rules(t);
	return t;
}

void
typist_free(Typist *t)
{
	if (!t)
		return;
	buf_free(&t->typed);
	free(t);
}

/*
 * extend_match: how many of the first bytes of `text` are now the end of the output, which has got
 * one more byte. Before this byte, the first `matched` bytes were the end of the output; matched
 * is less than the length of `text`.
 */
static size_t
extend_match(const Buf *text, size_t matched, uint8_t byte)
{
	for (size_t n = matched + 1; n > 0; n--)
		if (text->data[n - 1] == byte
			&& memcmp(text->data, text->data + matched + 1 - n, n - 1) == 0)
			return n;
	return 0;
}

void
typist_see_output(Typist *t, const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n && typist_is_waiting(t); i++) {
		t->matched = extend_match(&t->rules[t->next].expected, t->matched, bytes[i]);
		apply_matched_rules(t);
	}
}

size_t
typist_unread(const Typist *t)
{
	return t ? t->typed.len - t->taken : 0;
}

bool
typist_is_waiting(const Typist *t)
{
	return t && t->next < t->n;
}

size_t
typist_read(Typist *t, uint8_t *bytes, size_t max)
{
	size_t n = typist_unread(t) < max ? typist_unread(t) : max;
	const uint8_t *from = n > 0 ? t->typed.data + t->taken : NULL;
	const uint8_t *newline = n > 0 ? memchr(from, '\n', n) : NULL;

	if (newline)
		n = newline - from + 1;
	if (n > 0) {
		memcpy(bytes, from, n);
		t->taken += n;
	}
	return n;
}

void
typist_report(const Typist *t, FILE *f)
{
	for (uint32_t i = t ? t->next : 0; t && i < t->n; i++)
		fprintf(f, "--type '%s': %s\n", t->rules[i].value,
			i == t->next ? "the programs have not written what it waits for"
				     : "not reached");
	if (typist_unread(t) > 0)
		fprintf(f, "--type: the programs have not read the last %zu of %zu bytes typed\n",
			typist_unread(t), t->typed.len);
}
