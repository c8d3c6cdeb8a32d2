/* read.c - reads the bytes that a peripheral presents to a C011, with their times. */
#include "c011.h"

#include "base/list.h"
#include "base/number.h"
#include "sim/link/link.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WORD = 32 }; /* bytes of a word of the text, its end included */

/* A text that is being read. */
typedef struct Reading {
	const char *file;
	int line;
	const char *at, *end;
	C011Steps *steps; /* borrowed */
} Reading;

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* next_word: the next word of the line; false at the line's end. */
static bool
next_word(Reading *r, char word[MAX_WORD])
{
	size_t n = 0;

	while (r->at < r->end && is_blank(*r->at))
		r->at++;
	for (; r->at < r->end && !is_blank(*r->at) && *r->at != '#' && *r->at != '\n'; r->at++) {
		if (n == MAX_WORD - 1)
			fatal_at(r->file, r->line, "'%.*s...' is too long for a time or a byte",
				(int)n, word);
		word[n++] = *r->at;
	}
	word[n] = '\0';
	return n > 0;
}

static Time
read_time(const Reading *r, const char *word)
{
	const C011Steps *s = r->steps;
	Time least = s->n > 0 ? s->step[s->n - 1].at : SETUP, at;

	if (!time_parse(word, &at))
		fatal_at(r->file, r->line, "'%s' is not a time; write '20us 0x41'", word);
	if (at < least)
		fatal_at(r->file, r->line, "%s is before %s; %s", word, TIME_STRING(least),
			s->n > 0 ? "times do not decrease" : "no byte can be presented earlier");
	return at;
}

static uint8_t
read_byte(const Reading *r, const char *word)
{
	char *end;
	unsigned long byte = strtoul(word, &end, 0);

	if (*word < '0' || *word > '9' || *end || byte > UINT8_MAX)
		fatal_at(r->file, r->line, "'%s' is not a byte; write a number from 0 to 255",
			word);
	return byte;
}

/* read_line: read a line, up to its end. */
static void
read_line(Reading *r)
{
	C011Steps *s = r->steps;
	char word[MAX_WORD];
	const char *end;
	Time at;

	if (next_word(r, word)) {
		at = read_time(r, word);
		if (!next_word(r, word))
			fatal_at(r->file, r->line, "bytes must follow the time, as in '20us 0x41'");
		do {
			s->step = list_more(s->step, s->n, sizeof *s->step);
			s->step[s->n++] = (C011Step){at, read_byte(r, word)};
		} while (next_word(r, word));
	}
	end = memchr(r->at, '\n', r->end - r->at);
	r->at = end ? end + 1 : r->end;
}

void
c011_read(C011Steps *s, const char *file, const char *text, size_t n)
{
	Reading r = {.file = file, .line = 1, .at = text, .end = text + n, .steps = s};

	for (; r.at < r.end; r.line++)
		read_line(&r);
}
