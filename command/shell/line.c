/* line.c - splits a command line into words. */
#include "shell.h"

#include <string.h>

/* copy_word: copy the word at *p into l->text at *to. */
static void
copy_word(Line *l, const char **p, char **to)
{
	char quote = '\0';

	if (l->nwords == MAX_WORDS)
		fatal("the command has more than %d words", MAX_WORDS);
	l->words[l->nwords++] = *to;
	for (; **p; ++*p) {
		char c = **p;

		if (quote ? c == quote : c == '\'' || c == '"')
			quote = quote ? '\0' : c;
		else if (!quote && strchr(" \t\r\n&#", c))
			break;
		else
			*(*to)++ = c;
	}
	if (quote)
		fatal("missing closing %c", quote);
	*(*to)++ = '\0';
}

void
line_split(Line *l, const char *text)
{
	char *to = l->text;

	l->nwords = 0;
	l->background = false;
	if (strlen(text) >= MAX_LINE)
		fatal("the line is longer than %d bytes", MAX_LINE - 1);
	for (;;) {
		text += strspn(text, " \t\r\n");
		if (*text == '\0' || *text == '#')
			break;
		if (l->background)
			fatal("unexpected '%s' after &", text);
		if (*text == '&') {
			l->background = true;
			text++;
		} else {
			copy_word(l, &text, &to);
		}
	}
	l->words[l->nwords] = NULL;
}
