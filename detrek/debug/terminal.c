/*
 * terminal.c - a session at a terminal or from a script.
 */
#include "session.h"

#include "base/editor.h"
#include "base/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* prompt_text: the prompt, which differs while a list of commands is typed (`commands`). */
static const char *
prompt_text(const Session *s)
{
	return s->collecting_point ? ">" : "(trellis) ";
}

/* read_line: read a line without its newline; NULL at the end. */
static char *
read_line(FILE *f, Buf *line)
{
	int c;

	line->len = 0;
	while ((c = getc(f)) != EOF && c != '\n' && line->len < EDITOR_LINE)
		buf_byte(line, c);
	if (c == EOF && line->len == 0)
		return NULL;
	buf_byte(line, '\0');
	return (char *)line->data;
}

/* run_line: execute a command and report a failure. */
static bool
run_line(Session *s, const char *line)
{
	bool good = session_command(s, line);

	if (!good)
		fprintf(s->out, "%s\n", s->message);
	fflush(s->out);
	return good;
}

bool
session_script(Session *s, const char *file, bool echo)
{
	FILE *f = fopen(file, "r");
	Buf line = {0};
	char *text;
	bool good = true;

	if (!f) {
		snprintf(s->message, sizeof s->message, "cannot read %s: %s", file,
			strerror(errno));
		return false;
	}
	while (good && !s->quit && interrupt_signal != SIGTERM && (text = read_line(f, &line))) {
		if (echo)
			fprintf(s->out, "%s%s\n", prompt_text(s), text);
		/* a session continues after a mistake, a command file ends */
		good = run_line(s, text) || echo;
		if (!good)
			snprintf(s->message, sizeof s->message, "%s ends at '%.100s'", file, text);
	}
	buf_free(&line);
	fclose(f);
	return good;
}

/*
 * complete: give the names that complete the line's last word to `use`; called by the line editor.
 */
static void
complete(void *session, const char *line, size_t n, size_t word, EditorName *use, void *to)
{
	(void)n;
	session_complete(session, line, word, use, to);
}

/* ---- the loop ---- */

/*
 * next_line: read a line from the editor, or from standard input if e is NULL; returns NULL at the
 * end.
 */
static const char *
next_line(const Session *s, Editor *e, Buf *line)
{
	if (e)
		return editor_line(e, prompt_text(s));
	return read_line(stdin, line);
}

void
session_terminal(Session *s)
{
	bool terminal = isatty(STDIN_FILENO);
	Editor *e = terminal ? editor_new(complete, s) : NULL;
	Buf line = {0};
	char *last = NULL;
	const char *text;

	while (!s->quit && interrupt_signal != SIGTERM && (text = next_line(s, e, &line))) {
		bool blank = strspn(text, " \t\n") == strlen(text);

		if (!terminal)
			fprintf(s->out, "%s%.*s\n", prompt_text(s), (int)strcspn(text, "\n"), text);
		if (blank && (!last || s->collecting_point))
			continue;
		if (!blank) { /* an empty line repeats the last command */
			free(last);
			last = xstrndup(text, strcspn(text, "\n"));
		}
		interrupt_signal = 0;
		if (!blank || terminal)
			run_line(s, last);
	}
	if (terminal && !s->quit)
		putchar('\n');
	free(last);
	buf_free(&line);
	editor_free(e);
}
