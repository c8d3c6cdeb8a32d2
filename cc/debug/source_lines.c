/*
 * source_lines.c - lines of source files, each file read once. A file that cannot be read has no
 * lines.
 */
#include "source_lines.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SOURCE = 16 << 20 }; /* bytes of a source file */

/* A source file that has been read. */
typedef struct Source {
	char *name;
	char *text;   /* with newlines replaced by zeros */
	char **lines;
	size_t nlines;
} Source;

struct Sources {
	Source *all;
	size_t n;
};

Sources *
sources_new(void)
{
	return xcalloc(1, sizeof(Sources));
}

void
sources_free(Sources *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->all[i].name);
		free(s->all[i].text);
		free(s->all[i].lines);
	}
	free(s->all);
	free(s);
}

/*
 * read_file: the text of a file, followed by a zero byte; only the zero byte if the file cannot be
 * read.
 */
static Buf
read_file(const char *name)
{
	FILE *f = fopen(name, "r");
	uint8_t block[4096];
	Buf b = {0};
	size_t n;

	while (f && b.len < MAX_SOURCE && (n = fread(block, 1, sizeof block, f)) > 0)
		buf_put(&b, block, n);
	if (f)
		fclose(f);
	buf_byte(&b, '\0');
	return b;
}

/* split_lines: find the beginnings of the lines in a file's text of `len` bytes. */
static void
split_lines(Source *s, size_t len)
{
	size_t cap = 0;

	for (char *p = s->text, *end = p + len; p < end; p += strlen(p) + 1) {
		char *newline = memchr(p, '\n', end - p);

		if (newline)
			*newline = '\0';
		if (s->nlines == cap) {
			cap = cap ? 2 * cap : 64;
			s->lines = xrealloc(s->lines, cap * sizeof *s->lines);
		}
		s->lines[s->nlines++] = p;
	}
}

/* find_source: the file with this name, which is read at the first call. */
static Source *
find_source(Sources *s, const char *name)
{
	Source *new;
	Buf b;

	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->all[i].name, name) == 0)
			return &s->all[i];
	s->all = xrealloc(s->all, (s->n + 1) * sizeof *s->all);
	new = &s->all[s->n++];
	b = read_file(name);
	*new = (Source){.name = xstrdup(name), .text = (char *)b.data};
	split_lines(new, b.len - 1);
	return new;
}

const char *
sources_line(Sources *s, const char *file, int line)
{
	const Source *source = find_source(s, file);

	return line > 0 && line <= source->nlines ? source->lines[line - 1] : NULL;
}
