/*
 * failure.c - shows the run's report on each process and node that was stopped: the place, the
 * source around it, and the commands that lead to the cause.
 */
#include "page.h"

#include "base/files.h"
#include "base/texts.h"
#include "sim/past/past.h"

#include <stdlib.h>
#include <string.h>

enum {
	AROUND = 5, /* source lines shown before and after the failing one */
	MAX_SOURCE = 1 << 26, /* bytes of a source file */
};

/* run_failures: the list of failures in the run's figures. */
static const json_t *
run_failures(const PageRun *r)
{
	return json_object_get(r->run, "failures");
}

size_t
page_nfailures(const PageRun *r)
{
	return json_array_size(run_failures(r));
}

/* ---- the source ---- */

/* A line of a source file; file is NULL if no line is known. */
typedef struct SourceLine {
	char *file; /* owned */
	int line;
} SourceLine;

/* find_source_line: the last place in a text such as "    compute_fn() at primes/compute.c:34". */
static SourceLine
find_source_line(const char *text)
{
	const char *at = NULL, *colon;
	SourceLine s = {0};

	for (const char *next = text; (next = strstr(next, " at ")) != NULL; next++)
		at = next + strlen(" at ");
	colon = at ? strchr(at, ':') : NULL;
	if (!colon || memchr(at, '\n', colon - at))
		return s;
	s.line = strtol(colon + 1, NULL, 10);
	if (s.line > 0)
		s.file = xstrndup(at, colon - at);
	return s;
}

/* is_named: true if a text names the file by its name, or by a path from a directory above it. */
static bool
is_named(const char *file, const char *name)
{
	size_t n = strlen(file), k = strlen(name);

	return n >= k && strcmp(file + n - k, name) == 0 && (n == k || file[n - k - 1] == '/');
}

/* kept_copy: the copy of a source file in the recording; NULL: there is none. */
static const char *
kept_copy(const Past *p, const char *name)
{
	const RecordedFile *files;
	uint32_t n = past_files(p, &files);

	for (uint32_t i = 0; i < n; i++)
		if (strcmp(files[i].role, "source") == 0 && is_named(files[i].name, name))
			return files[i].path;
	return NULL;
}

/*
 * put_line: print a source line. Its number is as wide as a tab, so that the tabs in the text keep
 * their alignment.
 */
static void
put_line(Buf *b, int number, bool here, const char *text, size_t n)
{
	char *line = xstrndup(text, n);

	buf_printf(b, "%s<span class=\"n\">%6d  </span>", here ? "<mark>" : "", number);
	markup_text(b, line);
	buf_printf(b, here ? "</mark>" : "\n");
	free(line);
}

/* put_source: append the lines around the failed one, from the recording's copy of the source. */
static void
put_source(Buf *b, const Past *p, const SourceLine *s)
{
	const char *copy = kept_copy(p, s->file);
	int number = 1;
	Buf text;

	if (!copy)
		return;
	text = file_read(copy, MAX_SOURCE);
	buf_byte(&text, '\0');
	buf_printf(b, "<pre class=\"source\" tabindex=\"0\" aria-label=\"source\">");
	for (const char *line = (const char *)text.data; *line; number++) {
		size_t n = strcspn(line, "\n");

		if (abs(number - s->line) <= AROUND)
			put_line(b, number, number == s->line, line, n);
		line += n + (line[n] == '\n');
	}
	buf_printf(b, "</pre>\n");
	buf_free(&text);
}

/* ---- what to do ---- */

/* put_command: append a command line `trellis COMMAND RECORDING MORE` that the reader can copy. */
static void
put_command(Buf *b, const char *command, const PageRun *r, const char *more)
{
	Buf line = {0};

	buf_printf(&line, "trellis %s ", command);
	buf_quoted(&line, r->name);
	buf_printf(&line, "%s%s", *more ? " " : "", more);
	buf_byte(&line, '\0');
	buf_printf(b, "<code class=\"command\">");
	markup_text(b, (const char *)line.data);
	buf_printf(b, "</code>");
	buf_free(&line);
}

/* is_same_source_line: tell if both are the same line of the same file. */
static bool
is_same_source_line(const SourceLine *a, const SourceLine *b)
{
	return a->file && b->file && strcmp(a->file, b->file) == 0 && a->line == b->line;
}

/*
 * put_failure: print a failure. *last: the spot of the previous failure, whose source is not shown
 * again; *last gets the spot of this failure.
 */
static void
put_failure(Buf *b, const PageRun *r, const Past *p, const json_t *failure, SourceLine *last)
{
	const char *text = page_string(failure, "text"), *place = page_string(failure, "place");
	char *to_file = xasprintf("%s > why.html", place);
	SourceLine s = find_source_line(text);

	buf_printf(b, "<pre class=\"failure\" tabindex=\"0\" aria-label=\"failure\">");
	markup_text(b, text);
	buf_printf(b, "</pre>\n");
	if (s.file && !is_same_source_line(&s, last))
		put_source(b, p, &s);
	buf_printf(b, "<p>");
	put_command(b, "why", r, place);
	buf_printf(b, " goes from there back to the cause; as a page: ");
	put_command(b, "why --html", r, to_file);
	buf_printf(b, "</p>\n");
	free(to_file);
	free(last->file);
	*last = s;
}

void
page_failures(Buf *b, const PageRun *r)
{
	const json_t *failure;
	SourceLine last = {0};
	size_t i;
	Past *p;

	if (page_nfailures(r) == 0)
		return;
	p = past_open(r->name);
	buf_printf(b, "<p>");
	put_command(b, "debug", r, "");
	buf_printf(b, " opens the debugger at the first failure, from where it goes forward and "
		"backward. A click on a command chooses it, to be copied.</p>\n");
	json_array_foreach(run_failures(r), i, failure)
		put_failure(b, r, p, failure, &last);
	free(last.file);
	past_free(p);
}

void
page_first_failure(Buf *b, const PageRun *r)
{
	const char *text = page_string(json_array_get(run_failures(r), 0), "text");
	char *line = xstrndup(text, strcspn(text, "\n"));
	SourceLine s = find_source_line(text);

	if (*line) {
		buf_printf(b, "<p id=\"first\"><a href=\"#errors\">");
		markup_text(b, line);
		buf_printf(b, "</a>");
	}
	if (s.file) {
		buf_printf(b, ", at ");
		markup_text(b, s.file);
		buf_printf(b, ":%d", s.line);
	}
	if (*line)
		buf_printf(b, "</p>\n");
	free(s.file);
	free(line);
}
