/*
 * lines.c - line formats cut into words.
 */
#include "input.h"

#include "base/progress.h"

#include <stdarg.h>
#include <string.h>

Lines
lines_start(Arena *a, const char *file, const char *text, size_t len)
{
	if (len == 0)
		text = ""; /* an empty file has no text */
	return (Lines){
		.file = file, .begin = text, .p = text, .end = text + len, .arena = a,
	};
}

/* show_progress: show from time to time how much of the text has been read. */
static void
show_progress(const Lines *l)
{
	if (l->p == l->end)
		progress_clear();
	else if (l->line % 4096 == 0)
		progress_show_share(l->p - l->begin, l->end - l->begin, "%s: line %d", l->file,
			l->line);
}

/* skip_comment: go to the end of a comment. */
static void
skip_comment(Lines *l)
{
	const char *nl = memchr(l->p, '\n', l->end - l->p);

	l->p = nl ? nl : l->end;
}

/* add_word: append the word at which the reader stands to those of the present line. */
static void
add_word(Lines *l)
{
	const char *s = l->p;

	while (l->p < l->end && *l->p > ' ' && *l->p < 0x7F && *l->p != '#')
		l->p++;
	l->word = arena_grow(l->arena, l->word, l->n, &l->cap, sizeof *l->word);
	l->word[l->n++] = (InputWord){s, l->p - s};
}

bool
lines_next(Lines *l)
{
	l->n = 0;
	l->line++;
	show_progress(l);
	while (l->p < l->end) {
		unsigned char c = *l->p;

		if (c == '\n') {
			l->p++;
			if (l->n)
				return true;
			l->line++;
		} else if (c == ' ' || c == '\t' || c == '\r') {
			l->p++;
		} else if (c == '#') {
			skip_comment(l);
		} else if (c < ' ' || c >= 0x7F) {
			lines_fatal(l, "unexpected byte 0x%02X: the format is printable ASCII", c);
		} else {
			add_word(l);
		}
	}
	return l->n > 0;
}

bool
word_is(const InputWord *w, const char *s)
{
	return strlen(s) == w->len && memcmp(w->s, s, w->len) == 0;
}

void
lines_fatal(const Lines *l, const char *fmt, ...)
{
	va_list ap;
	char text[512]; /* longer ones are cut: they quote the input */

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	fatal_at(l->file, l->line, "%s", text);
}
