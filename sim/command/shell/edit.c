/*
 * edit.c - lines from a terminal: editing, history and completion of commands by libedit. A build
 * without it reads lines as they come.
 */
#include "shell.h"

#include <stdlib.h>

#ifdef HAVE_EDIT

#include <errno.h>
#include <histedit.h>
#include <string.h>

enum { HISTORY_LINES = 500 };

struct Editor {
	EditLine *el;
	History *history;
	const char *prompt;
	char line[MAX_LINE + 1];
};

static char *
prompt(EditLine *el)
{
	struct Editor *e;

	el_get(el, EL_CLIENTDATA, &e);
	return (char *)e->prompt;
}

/* complete: the first word of the line, as far as all commands that begin so agree. */
static unsigned char
complete(EditLine *el, int key)
{
	const LineInfo *info = el_line(el);
	size_t n = info->cursor - info->buffer, common = 0;
	const char *first = NULL;
	char rest[64];

	(void)key;
	if (memchr(info->buffer, ' ', n))
		return CC_ERROR;
	for (int i = 0; i < nshell_commands; i++) {
		const char *name = shell_commands[i].name;

		if (strncmp(name, info->buffer, n) != 0)
			continue;
		if (!first) {
			first = name;
			common = strlen(name);
		}
		while (strncmp(first, name, common) != 0)
			common--;
	}
	if (!first || common >= sizeof rest - 1)
		return CC_ERROR;
	snprintf(rest, sizeof rest, "%.*s%s", (int)(common - n), first + n, first[common] ? "" : " ");
	return *rest && el_insertstr(el, rest) == 0 ? CC_REFRESH : CC_ERROR;
}

struct Editor *
editor_new(void)
{
	struct Editor *e = xcalloc(1, sizeof *e);
	HistEvent event;

	e->el = el_init("trellis", stdin, stdout, stderr);
	if (!e->el) {
		free(e);
		return NULL;
	}
	e->history = history_init();
	history(e->history, &event, H_SETSIZE, HISTORY_LINES);
	el_set(e->el, EL_CLIENTDATA, e);
	el_set(e->el, EL_PROMPT, prompt);
	el_set(e->el, EL_EDITOR, "emacs");
	el_set(e->el, EL_SIGNAL, 0);
	el_set(e->el, EL_HIST, history, e->history);
	el_set(e->el, EL_ADDFN, "complete", "complete the command", complete);
	el_set(e->el, EL_BIND, "^I", "complete", NULL);
	return e;
}

void
editor_free(struct Editor *e)
{
	if (!e)
		return;
	history_end(e->history);
	el_end(e->el);
	free(e);
}

const char *
editor_line(struct Editor *e, const char *prompt_text)
{
	HistEvent event;
	const char *line;
	int n;

	e->prompt = prompt_text;
	errno = 0;
	line = el_gets(e->el, &n);
	if (!line && errno == EINTR) { /* ^C gives the line up */
		el_reset(e->el);
		putchar('\n');
		return "";
	}
	if (!line)
		return NULL;
	if (strspn(line, " \t\n") < (size_t)n)
		history(e->history, &event, H_ENTER, line);
	return line;
}

#else

struct Editor *
editor_new(void)
{
	return NULL;
}

void
editor_free(struct Editor *e)
{
	(void)e;
}

const char *
editor_line(struct Editor *e, const char *prompt_text)
{
	(void)e, (void)prompt_text;
	return NULL;
}

#endif
