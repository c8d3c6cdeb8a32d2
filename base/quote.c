/* quote.c - command lines: prints one quoted for a shell, and cuts one into words. */
#include "texts.h"

#include <string.h>

void
buf_quoted(Buf *b, const char *word)
{
	static const char plain[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./,=:@%+";

	if (*word && word[strspn(word, plain)] == '\0') {
		buf_printf(b, "%s", word);
		return;
	}
	buf_byte(b, '\'');
	for (; *word; word++)
		if (*word == '\'')
			buf_printf(b, "'\\''");
		else
			buf_byte(b, *word);
	buf_byte(b, '\'');
}

void
buf_command(Buf *b, int argc, char **argv)
{
	buf_printf(b, "trellis");
	for (int i = 0; i < argc; i++) {
		buf_byte(b, ' ');
		buf_quoted(b, argv[i]);
	}
}

/* cut_word: end the word at *p with a zero, without its quotes, and move *p after it. */
static void
cut_word(char **p)
{
	char quote = '\0', *to = *p, c;

	for (; (c = **p) != '\0' && (quote || !strchr(" \t\r\n", c)); ++*p)
		if (quote ? c == quote : c == '\'' || c == '"')
			quote = quote ? '\0' : c;
		else
			*to++ = c;
	if (quote)
		fatal("missing closing %c", quote);
	if (**p)
		++*p;
	*to = '\0';
}

char **
words_cut(char *text, int *n)
{
	char **words = xmalloc((strlen(text) / 2 + 2) * sizeof *words);

	*n = 0;
	while (*(text += strspn(text, " \t\r\n"))) {
		words[(*n)++] = text;
		cut_word(&text);
	}
	words[*n] = NULL;
	return words;
}
