/* output_part.c - finds which part of the run's output a question is about. */
#include "output_part.h"

#include "base/files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- names of the output ---- */

/*
 * output_name: the name of the output in the application's specification; NULL if none. Owned by
 * the session.
 */
static const char *
output_name(Session *s)
{
	static const char key[] = "output_stream";
	const RecordedFile *files;
	uint32_t n = past_files(s->past, &files);

	for (uint32_t i = 0; i < n; i++) {
		Buf text = strcmp(files[i].role, "application") == 0
			? file_read(files[i].path, 1 << 20)
			: (Buf){0};
		const char *at, *name = NULL;

		buf_byte(&text, '\0');
		at = strstr((char *)text.data, key);
		if (at && (at += sizeof key - 1, at += strspn(at, " \t="), *at))
			name = arena_strndup(&s->arena, at, strcspn(at, " \t;\n"));
		buf_free(&text);
		if (name)
			return name;
	}
	return NULL;
}

/* is_name: true if the n bytes of a text are the name, or its last part. */
static bool
is_name(const char *text, size_t n, const char *name, size_t nname)
{
	return n > 0 && n <= nname && strncmp(text, name + nname - n, n) == 0
		&& (n == nname || name[nname - n - 1] == '/');
}

/*
 * is_output_option: true if the text is the file that the recorded command was given with -o or
 * --output.
 */
static bool
is_output_option(Session *s, const char *text, size_t n)
{
	const char *at = past_command(s->past);

	while (at && (at = strstr(at, " -")) != NULL) {
		const char *word = ++at;

		if (strncmp(word, "-o", 2) == 0)
			word += 2;
		else if (strncmp(word, "--output", 8) == 0)
			word += 8;
		else
			continue;
		word += strspn(word, " =");
		word += *word == '\'';
		if (is_name(text, n, word, strcspn(word, " '")))
			return true;
	}
	return false;
}

/* is_output: true if the n bytes of a text name the run's output. */
static bool
is_output(Session *s, const char *text, size_t n)
{
	const char *name = output_name(s);

	return is_name(text, n, "stdout", strlen("stdout"))
		|| (name && is_name(text, n, name, strlen(name))) || is_output_option(s, text, n);
}

/* fail_name: fail the command, because the n bytes of a text do not name the run's output. */
static _Noreturn void
fail_name(Session *s, const char *text, size_t n)
{
	const char *name = output_name(s);

	session_fail(s,
		name ? "unknown output '%.*s'; the run's is stdout or %s"
		: "unknown output '%.*s'; the run's is stdout",
		(int)n, text, name);
}

/* ---- parts ---- */

/* parse_text: parse TEXT, "TEXT" or "TEXT"#N into *part. */
static void
parse_text(Session *s, const char *text, OutputPart *part)
{
	const char *end = *text == '"' ? strrchr(text + 1, '"') : NULL;
	int used = 0;

	*part = (OutputPart){.kind = PART_TEXT};
	if (end && end[1] && (sscanf(end, "\"#%u%n", &part->nth, &used) != 1 || end[used]
		|| part->nth == 0))
		session_fail(s, "'%s': expected \"TEXT\", or \"TEXT\"#2 for the second one", text);
	part->text = end ? arena_strndup(&s->arena, text + 1, end - text - 1) : text;
	if (!*part->text)
		session_fail(s, "no text of the output is named");
}

/*
 * parse_position: parse the OFFSET, LINE:COLUMN or X,Y behind a name; *n: the length of the name.
 * false: there is none.
 */
static bool
parse_position(const char *text, OutputPart *part, size_t *n)
{
	const char *at = strrchr(text, '@'), *colon = strrchr(text, ':'), *digits = colon;
	unsigned long long number;
	int used = 0;

	*part = (OutputPart){.kind = at ? PART_PIXEL : PART_BYTE};
	if (at) {
		*n = at - text;
		return sscanf(at, "@%u,%u%n", &part->x, &part->y, &used) == 2 && !at[used];
	}
	if (!colon || sscanf(colon, ":%llu%n", &number, &used) != 1 || colon[used])
		return false;
	part->offset = number;
	*n = colon - text;
	while (digits > text && isdigit((unsigned char)digits[-1]))
		digits--;
	if (digits == text || digits == colon || digits[-1] != ':' || number > UINT32_MAX)
		return true;
	*part = (OutputPart){.kind = PART_COLUMN, .line = strtoul(digits, NULL, 10),
		.column = number};
	*n = digits - 1 - text;
	return true;
}

bool
output_part_parse(Session *s, const char *text, OutputPart *part)
{
	const char *tilde = strchr(text, '~');
	size_t n;

	if (tilde && is_output(s, text, tilde - text)) {
		parse_text(s, tilde + 1, part);
		return true;
	}
	if (tilde && tilde[1] == '"')
		fail_name(s, text, tilde - text);
	if (!parse_position(text, part, &n))
		return false;
	if (is_output(s, text, n))
		return true;
	if (memchr(text, ':', n))
		return false;
	fail_name(s, text, n);
}

bool
output_contains(Session *s, const char *text)
{
	FlowbackOptions o = {.most = 1};
	char why[FLOWBACK_WHY];
	uint32_t times;

	if (!s->flowback)
		s->flowback = flowback_new(s->past, s->target);
	return flowback_text(s->flowback, &o, text, 1, &times, why) != NULL;
}
