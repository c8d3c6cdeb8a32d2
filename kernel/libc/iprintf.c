/*
 * iprintf.c - formatted output without reals: clang calls these where no argument is real.
 */
#include "file.h"
#include "format.h"

#include <stdint.h>

static void
ignore_real(Out *o, Spec *s, double x)
{
	(void)x; /* cannot happen: there is no real among the arguments */
	__format_field(o, s, "", 0, "?", 1);
}

static int
print(FILE *f, const char *p, va_list ap) /* print to f as p says; how many characters */
{
	Out o = {.f = f};
	int n;

	__stdio_enter(f);
	n = __format(&o, p, ap, ignore_real);
	n = f->error ? -1 : n;
	__stdio_leave(f);
	return n;
}

int
iprintf(const char *restrict p, ...)
{
	va_list ap;
	int n;

	va_start(ap, p);
	n = print(stdout, p, ap);
	va_end(ap);
	return n;
}

int
fiprintf(FILE *restrict f, const char *restrict p, ...)
{
	va_list ap;
	int n;

	va_start(ap, p);
	n = print(f, p, ap);
	va_end(ap);
	return n;
}

int
siprintf(char *restrict s, const char *restrict p, ...)
{
	Out o = {.s = s, .size = SIZE_MAX};
	va_list ap;
	int n;

	va_start(ap, p);
	n = __format(&o, p, ap, ignore_real);
	va_end(ap);
	s[n] = '\0';
	return n;
}
