/*
 * source.c - which files an occam source needs: the directives #INCLUDE and #USE (INMOS, occam 2
 * toolset user manual, "Compiler directives").
 */
#include "occam.h"

#include "base/files.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

enum { MAX_SOURCE = 16 << 20 }; /* bytes of a source file */

bool
occam_source_exists(Occam *o, const char *name)
{
	return access(occam_text(o, "%s/%s", o->sources, name), R_OK) == 0;
}

/*
 * check_inside: fatal if the name that a source gives a file leads out of the directory of the
 * sources.
 */
static void
check_inside(const char *name, const char *by, int line)
{
	if (name[0] == '/' || strncmp(name, "../", 3) == 0 || strstr(name, "/../")
		|| strpbrk(name, "\\:"))
		fatal_at(by, line, "\"%s\": name files in the directory of the sources, or below",
			name);
}

void
occam_source_copy(Occam *o, const char *name)
{
	Buf b = file_read(occam_text(o, "%s/%s", o->sources, name), MAX_SOURCE);

	occam_write(o, name, &b);
	buf_free(&b);
}

/*
 * unix_lines: remove the characters by which DOS ends lines and files, as the compiler wants it
 * here.
 */
static void
unix_lines(Buf *text)
{
	size_t n = 0;

	for (size_t i = 0; i < text->len; i++)
		if (text->data[i] != '\r' && text->data[i] != 0x1A)
			text->data[n++] = text->data[i];
	text->len = n;
}

/*
 * quoted_name: the first name in quotes in the line, with the suffix if it has none; NULL if there
 * are no quotes.
 */
static const char *
quoted_name(Occam *o, const char *line, const char *suffix)
{
	const char *from = strchr(line, '"'), *to = from ? strchr(from + 1, '"') : NULL;
	const char *name = to ? arena_strndup(&o->arena, from + 1, to - from - 1) : NULL;
	const char *slash = name ? strrchr(name, '/') : NULL;

	return name && !strchr(slash ? slash : name, '.') ? occam_text(o, "%s%s", name, suffix)
		: name;
}

/* note_chips: note whether a string of a line names a chip without a floating-point unit. */
static void
note_chips(Source *s, const char *line)
{
	for (const char *p = line; (p = strstr(p, "\"T")) != NULL; p += 2)
		s->has_other |= isdigit((unsigned char)p[2]) && p[2] != '8';
}

static void read_into(Occam *o, Source *s, const char *name);

/* read_line: note the file that a line #INCLUDE or #USE names, or the chips that the line names. */
static void
read_line(Occam *o, Source *s, const char *line, const char *by, int number)
{
	bool includes, uses;
	const char *name;

	line += strspn(line, " \t");
	if (strncmp(line, "--", 2) == 0)
		return;
	includes = strncmp(line, "#INCLUDE", 8) == 0;
	uses = strncmp(line, "#USE", 4) == 0;
	if (!includes && !uses) {
		note_chips(s, line);
		return;
	}
	name = quoted_name(o, line, includes ? "" : ".tco");
	if (!name)
		return; /* the compiler explains it */
	check_inside(name, by, number);
	if (uses)
		occam_add_name(o, &s->used, name);
	else if (occam_source_exists(o, name))
		read_into(o, s, name);
	else if (access(occam_text(o, "%s/libs/%s", o->build, name), R_OK) != 0)
		fatal_at(by, number, "no file %s in %s or in the toolset's libs", name, o->sources);
}

/*
 * read_into: read a file into s, unless it was read before; the compiler reports a file that
 * includes itself.
 */
static void
read_into(Occam *o, Source *s, const char *name)
{
	const char *path = occam_text(o, "%s/%s", o->sources, name);
	int number = 0;
	Buf text;

	if (!occam_add_name(o, &s->read, name))
		return;
	text = file_read(path, MAX_SOURCE);
	unix_lines(&text);
	occam_write(o, name, &text);
	buf_byte(&text, '\0');
	for (char *line = (char *)text.data, *end; line; line = end) {
		end = strchr(line, '\n');
		if (end)
			*end++ = '\0';
		read_line(o, s, line, path, ++number);
	}
	buf_free(&text);
}

Source
occam_read(Occam *o, const char *name)
{
	Source s = {0};

	read_into(o, &s, name);
	return s;
}
