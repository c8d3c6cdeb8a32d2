/*
 * iprintf.c - formatted output without reals: clang calls these where no argument is one.
 */
#include "format.h"

#include <stdint.h>

static void
no_real(Out *o, Spec *s, double x)
{
	(void)x; /* cannot happen: there is no real among the arguments */
	__format_field(o, s, "", 0, "?", 1);
}

int
iprintf(const char *restrict p, ...)
{
	Out o = {.f = stdout};
	va_list ap;
	int n;

	va_start(ap, p);
	n = __format(&o, p, ap, no_real);
	va_end(ap);
	return ferror(stdout) ? -1 : n;
}

int
fiprintf(FILE *restrict f, const char *restrict p, ...)
{
	Out o = {.f = f};
	va_list ap;
	int n;

	va_start(ap, p);
	n = __format(&o, p, ap, no_real);
	va_end(ap);
	return ferror(f) ? -1 : n;
}

int
siprintf(char *restrict s, const char *restrict p, ...)
{
	Out o = {.s = s, .size = SIZE_MAX};
	va_list ap;
	int n;

	va_start(ap, p);
	n = __format(&o, p, ap, no_real);
	va_end(ap);
	s[n] = '\0';
	return n;
}
