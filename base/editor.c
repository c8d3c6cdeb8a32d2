/*
 * editor.c - line editing, history and completion on a terminal, by libedit. A build without it has
 * no editor.
 */
#include "editor.h"

#include <stdlib.h>

#ifdef HAVE_EDIT

#include <errno.h>
#include <histedit.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY_LINES = 500 };

struct Editor {
	EditLine *el;
	History *history;
	const char *prompt;
	/* lists the names that could complete a word: see editor_new */
	void (*list_names)(void *of, const char *line, size_t n, size_t word, EditorName *use,
		void *to);
	void *of; /* the first argument of `list_names` */
	sigset_t outside; /* signals that are blocked while no line is read */
};

/* ---- keys ---- */

/*
 * await_key: wait until a key is pressed; false if a signal came before. Signals are
 * blocked everywhere else, so that a signal between two keys is not lost.
 */
static bool
await_key(const Editor *e)
{
	fd_set keys;

	FD_ZERO(&keys);
	FD_SET(STDIN_FILENO, &keys);
	return pselect(STDIN_FILENO + 1, &keys, NULL, NULL, NULL, &e->outside) > 0;
}

/*
 * read_key: read a key as libedit's own function does; returns 1, 0 at the end of input, or -1
 * with errno set.
 */
static int
read_key(EditLine *el, wchar_t *key)
{
	mbstate_t state = {0};
	size_t used = -2; /* the bytes read so far are a part of a character */
	unsigned char byte;
	Editor *e;

	el_get(el, EL_CLIENTDATA, &e);
	while (used == (size_t)-2) {
		ssize_t n = await_key(e) ? read(STDIN_FILENO, &byte, 1) : -1;

		if (n <= 0)
			return n;
		used = mbrtowc(key, (char *)&byte, 1, &state);
	}
	if (used == (size_t)-1) /* not a character in this locale */
		*key = byte;
	return 1;
}

/* ---- the editor ---- */

/* editor_prompt: callback of libedit: the text before the line. */
static char *
editor_prompt(EditLine *el)
{
	Editor *e;

	el_get(el, EL_CLIENTDATA, &e);
	return (char *)e->prompt;
}

/* The longest common prefix of the names that begin with a word. */
typedef struct Common {
	const char *word; /* n bytes */
	size_t n;
	char text[200];
	size_t common; /* length of the prefix in `text` */
	bool found, only; /* there is such a name; there is only one */
} Common;

/*
 * compare_name: callback: shorten the common prefix by a name that matches the word at the cursor.
 */
static void
compare_name(void *to, const char *name)
{
	Common *c = to;

	if (strncmp(name, c->word, c->n) != 0 || strlen(name) >= sizeof c->text)
		return;
	if (!c->found) {
		strcpy(c->text, name);
		c->common = strlen(name);
		c->found = c->only = true;
		return;
	}
	c->only = c->only && strcmp(c->text, name) == 0;
	while (strncmp(c->text, name, c->common) != 0)
		c->common--;
}

/*
 * complete_word: extend the word at the cursor to the longest common prefix of all matching names.
 */
static unsigned char
complete_word(EditLine *el, int key)
{
	const LineInfo *info = el_line(el);
	size_t n = info->cursor - info->buffer, word = n;
	Editor *e;
	Common c;
	char *line;

	(void)key;
	el_get(el, EL_CLIENTDATA, &e);
	while (word > 0 && !strchr(" \t(*&!-+<>=,", info->buffer[word - 1]))
		word--;
	line = xstrndup(info->buffer, n);
	c = (Common){.word = line + word, .n = n - word};
	e->list_names(e->of, line, n, word, compare_name, &c);
	free(line);
	if (!c.found)
		return CC_ERROR;
	c.text[c.common] = '\0';
	if (c.only)
		strcat(c.text, " ");
	return c.text[c.n] && el_insertstr(el, c.text + c.n) == 0 ? CC_REFRESH : CC_ERROR;
}

Editor *
editor_new(void (*list_names)(void *of, const char *line, size_t n, size_t word, EditorName *use,
	void *to), void *of)
{
	Editor *e = xcalloc(1, sizeof *e);
	HistEvent event;

	*e = (Editor){.list_names = list_names, .of = of,
		.el = el_init("trellis", stdin, stdout, stderr)};
	if (!e->el) {
		free(e);
		return NULL;
	}
	e->history = history_init();
	history(e->history, &event, H_SETSIZE, HISTORY_LINES);
	el_set(e->el, EL_CLIENTDATA, e);
	el_set(e->el, EL_PROMPT, editor_prompt);
	el_set(e->el, EL_EDITOR, "emacs");
	el_set(e->el, EL_SIGNAL, 0);
	el_set(e->el, EL_GETCFN, read_key);
	el_set(e->el, EL_HIST, history, e->history);
	el_set(e->el, EL_ADDFN, "complete", "complete the word", complete_word);
	el_set(e->el, EL_BIND, "^I", "complete", NULL);
	return e;
}

void
editor_free(Editor *e)
{
	if (!e)
		return;
	history_end(e->history);
	el_end(e->el);
	free(e);
}

const char *
editor_line(Editor *e, const char *prompt_text)
{
	HistEvent event;
	const char *line;
	sigset_t block;
	int n, why;

	e->prompt = prompt_text;
	sigemptyset(&block);
	sigaddset(&block, SIGINT);
	sigaddset(&block, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &block, &e->outside);
	errno = 0;
	line = el_gets(e->el, &n);
	why = errno;
	pthread_sigmask(SIG_SETMASK, &e->outside, NULL);
	if (!line && why == EINTR) { /* ^C discards the line */
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

Editor *
editor_new(void (*list_names)(void *of, const char *line, size_t n, size_t word, EditorName *use,
	void *to), void *of)
{
	(void)list_names, (void)of;
	return NULL;
}

void
editor_free(Editor *e)
{
	(void)e;
}

const char *
editor_line(Editor *e, const char *prompt_text)
{
	(void)e, (void)prompt_text;
	return NULL;
}

#endif
