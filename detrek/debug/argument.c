/* argument.c - parses the arguments of commands. */
#include "commands.h"

#include "base/number.h"

#include <ctype.h>
#include <string.h>

const char *
skip_blanks(const char *s)
{
	return s + strspn(s, " \t");
}

uint64_t
parse_repeat_count(Session *s, const char *argument)
{
	uint64_t n = 1;

	if (*argument && !number_parse(argument, UINT32_MAX, &n))
		session_fail(s, "'%s' is not a number", argument);
	return n;
}

/* find_word: the position of a word in the text, as a whole word; NULL if it does not occur. */
static const char *
find_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = strstr(text, word); p; p = strstr(p + 1, word))
		if ((p == text || isspace((unsigned char)p[-1])) && isspace((unsigned char)p[n]))
			return p;
	return NULL;
}

void
trim_blanks(char *text)
{
	size_t n = strlen(text);

	while (n > 0 && isspace((unsigned char)text[n - 1]))
		text[--n] = '\0';
}

char *
cut_off(Session *s, char *text, const char *word)
{
	const char *at = find_word(text, word);
	char *rest;

	if (!at && strncmp(text, word, strlen(word)) == 0
		&& isspace((unsigned char)text[strlen(word)]))
		at = text;
	if (!at)
		return NULL;
	rest = arena_strndup(&s->arena, skip_blanks(at + strlen(word)), strlen(skip_blanks(at
		+ strlen(word))));
	text[at - text] = '\0';
	trim_blanks(text);
	return rest;
}

char *
first_word(Session *s, const char *argument, const char **rest)
{
	size_t n = strcspn(argument, " \t");

	*rest = skip_blanks(argument + n);
	return arena_strndup(&s->arena, argument, n);
}
