/*
 * locale.c - the C locale.
 */
#include <limits.h>
#include <locale.h>
#include <string.h>

char *
setlocale(int category, const char *name)
{
	static char c[] = "C";

	if (category < LC_ALL || category > LC_TIME)
		return NULL;
	return !name || !*name || strcmp(name, c) == 0 || strcmp(name, "POSIX") == 0 ? c : NULL;
}

struct lconv *
localeconv(void)
{
	static char point[] = ".", none[] = "";
	static struct lconv c = {
		point, none, none, none, none, none, none, none, none, none,
		CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
		CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
	};

	return &c;
}
