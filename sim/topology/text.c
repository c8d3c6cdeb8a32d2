/*
 * text.c - the text of a topology file: lines, comments, tokens and ranges.
 *
 * A token ends at a blank. In a token, the ranges "[a-b]" and "[a-b:step]" stand for the numbers
 * from a to b; all ranges of one token have the same length and advance together.
 */
#include "topology_text.h"

#include <string.h>

bool
source_next_line(Source *s)
{
	const char *nl, *comment;

	if (s->next == s->end) {
		s->at = s->eol = s->end;
		return false;
	}
	s->line++;
	s->at = s->next;
	nl = memchr(s->at, '\n', s->end - s->at);
	s->eol = nl ? nl : s->end;
	s->next = nl ? nl + 1 : s->end;
	comment = memchr(s->at, '#', s->eol - s->at);
	if (comment)
		s->eol = comment;
	for (const char *p = s->at; p < s->eol; p++)
		if ((uint8_t)*p >= 0x7f || ((uint8_t)*p < ' ' && !strchr("\t\r", *p)) || !*p)
			fatal_at(s->file, s->line,
				 "unexpected byte 0x%02x; only comments may contain non-ASCII text",
				 (uint8_t)*p);
	return true;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

bool
source_next_token(Source *s, Token *t)
{
	while (s->at < s->eol && is_blank(*s->at))
		s->at++;
	t->s = s->at;
	while (s->at < s->eol && !is_blank(*s->at))
		s->at++;
	t->n = s->at - t->s;
	if (t->n > MAX_TOKEN)
		fatal_at(s->file, s->line, "the word %.20s... has %u characters; the limit is %d",
			 t->s, (unsigned)t->n, MAX_TOKEN);
	return t->n > 0;
}

Token
source_require(Source *s, const char *what)
{
	Token t;

	if (!source_next_token(s, &t))
		fatal_at(s->file, s->line, "the line ends; expected %s", what);
	return t;
}

void
source_require_end(Source *s)
{
	Token t;

	if (source_next_token(s, &t))
		fatal_at(s->file, s->line, "unexpected '%.*s' at the end of the line", (int)t.n,
			t.s);
}

bool
topo_token_is(Token t, const char *word)
{
	return strlen(word) == t.n && memcmp(t.s, word, t.n) == 0;
}

bool
topo_token_has(Token t, char c)
{
	return memchr(t.s, c, t.n) != NULL;
}

char *
topo_token_text(Token t, char *text)
{
	memcpy(text, t.s, t.n);
	text[t.n] = '\0';
	return text;
}

/* range_number: read the decimal number at *p and advance *p. */
static uint32_t
range_number(const Source *s, Token whole, const char **p)
{
	const char *end = whole.s + whole.n, *start = *p;
	uint64_t n = 0;

	while (*p < end && **p >= '0' && **p <= '9' && n <= MAX_NODES * NLINKS)
		n = n * 10 + *(*p)++ - '0';
	if (*p == start)
		fatal_at(s->file, s->line,
			"'%.*s': a range is written [first-last] or [first-last:step]",
			(int)whole.n, whole.s);
	if (n > MAX_NODES * NLINKS)
		fatal_at(s->file, s->line, "'%.*s': a number in the range is above %d",
			 (int)whole.n, whole.s, MAX_NODES * NLINKS);
	if (*start == '0' && *p - start > 1)
		fatal_at(s->file, s->line, "'%.*s': leading zeros are not allowed in ranges",
			 (int)whole.n, whole.s);
	return n;
}

/* skip_range_char: skip a character that the syntax of a range requires; fatal if it is missing. */
static void
skip_range_char(const Source *s, Token whole, const char **p, char c)
{
	if (*p == whole.s + whole.n || **p != c)
		fatal_at(s->file, s->line,
			"'%.*s': a range is written [first-last] or [first-last:step]",
			(int)whole.n, whole.s);
	(*p)++;
}

/* range_parse: parse the range whose '[' is at *p; returns how many numbers it contains. */
static uint32_t
range_parse(const Source *s, Token whole, const char **p, Piece *piece)
{
	uint32_t last;

	skip_range_char(s, whole, p, '[');
	piece->first = range_number(s, whole, p);
	skip_range_char(s, whole, p, '-');
	last = range_number(s, whole, p);
	piece->step = 1;
	if (*p < whole.s + whole.n && **p == ':') {
		(*p)++;
		piece->step = range_number(s, whole, p);
	}
	skip_range_char(s, whole, p, ']');
	piece->text = (Token){0};
	if (last < piece->first)
		fatal_at(s->file, s->line, "'%.*s': the range is reversed; write [%u-%u]",
			 (int)whole.n, whole.s, (unsigned)last, (unsigned)piece->first);
	if (piece->step == 0)
		fatal_at(s->file, s->line, "'%.*s': the step must be 1 or more",
			 (int)whole.n, whole.s);
	return (last - piece->first) / piece->step + 1;
}

Pattern
pattern_parse(const Source *s, Token t)
{
	Pattern p = {.whole = t, .count = 1};
	const char *at = t.s, *end = t.s + t.n;
	bool ranged = false;

	while (at < end) {
		Piece *piece = &p.piece[p.npieces];
		const char *bracket = memchr(at, '[', end - at);
		uint32_t n;

		if (p.npieces++ == MAX_PIECES)
			fatal_at(s->file, s->line, "'%.*s' has too many ranges", (int)t.n, t.s);
		if (bracket != at) {
			piece->text = (Token){at, (bracket ? bracket : end) - at};
			at += piece->text.n;
			continue;
		}
		n = range_parse(s, t, &at, piece);
		if (ranged && n != p.count)
			fatal_at(s->file, s->line, "'%.*s' has ranges of %u and %u numbers; they "
				"must have the same length", (int)t.n, t.s,
				 (unsigned)p.count, (unsigned)n);
		p.count = n;
		ranged = true;
	}
	return p;
}

char *
pattern_word(const Source *s, const Pattern *p, uint32_t i, char *text)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < p->npieces; k++) {
		const Piece *piece = &p->piece[k];

		if (n + piece->text.n + 10 > MAX_TOKEN)
			fatal_at(s->file, s->line, "'%.*s' is too long", (int)p->whole.n,
				p->whole.s);
		if (piece->text.n) {
			memcpy(text + n, piece->text.s, piece->text.n);
			n += piece->text.n;
		} else {
			n += snprintf(text + n, MAX_TOKEN + 1 - n, "%u",
				      (unsigned)(piece->first + i * piece->step));
		}
	}
	text[n] = '\0';
	return text;
}

void
topo_name_check(const Source *s, const char *name, const char *what)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t n = strlen(name);

	if (n == 0 || !strchr(letters, name[0]))
		fatal_at(s->file, s->line, "'%s' cannot name %s: names start with a letter", name,
			what);
	for (size_t i = 1; i < n; i++)
		if (!strchr(letters, name[i]) && !strchr("0123456789_-", name[i]))
			fatal_at(s->file, s->line,
				"'%s' cannot name %s: names are letters, digits, "
				"'_' and '-'",
				name, what);
	if (n > MAX_NAME)
		fatal_at(s->file, s->line, "'%s' is too long: names have up to %d characters", name,
			 MAX_NAME);
}
