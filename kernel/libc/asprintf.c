/*
 * asprintf.c - formatted output into allocated memory of the right size, and to file descriptors.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int
vasprintf(char **restrict to, const char *restrict format, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, format, again);
	va_end(again);
	*to = malloc(n + 1);
	return *to ? vsnprintf(*to, n + 1, format, ap) : -1;
}

int
asprintf(char **restrict to, const char *restrict format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vasprintf(to, format, ap);
	va_end(ap);
	return n;
}

int
vdprintf(int fd, const char *restrict format, va_list ap)
{
	char *text;
	int n = vasprintf(&text, format, ap);

	if (n >= 0 && write(fd, text, n) != n)
		n = -1;
	free(text);
	return n;
}

int
dprintf(int fd, const char *restrict format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vdprintf(fd, format, ap);
	va_end(ap);
	return n;
}
