/* quote.c - prints a command line quoted for a shell. */
#include "base.h"

#include <string.h>

static void
quoted(Buf *b, const char *word)
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
		quoted(b, argv[i]);
	}
}
