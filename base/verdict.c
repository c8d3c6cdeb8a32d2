/* verdict.c - a line that says whether all is well: green or red on a terminal. */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool
terminal_has_escapes(void)
{
	const char *term = getenv("TERM");

	return term && strcmp(term, "dumb") != 0;
}

/*
 * has_colours: true if colours may be printed to f. As no-color.org asks, a NO_COLOR that is not
 * empty forbids them.
 */
static bool
has_colours(FILE *f)
{
	const char *no = getenv("NO_COLOR");

	return !(no && *no) && terminal_has_escapes() && isatty(fileno(f));
}

void
verdict_print(FILE *f, bool good, const char *text, size_t n)
{
	if (has_colours(f))
		fprintf(f, "\033[%sm%.*s\033[0m\n", good ? "32" : "31", (int)n, text);
	else
		fprintf(f, "%.*s\n", (int)n, text);
}
