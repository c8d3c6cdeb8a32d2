/*
 * scanf.c - formatted input.
 */
#include "file.h"
#include "scan.h"

int
vfscanf(FILE *restrict f, const char *restrict p, va_list ap)
{
	Source in = {.f = f};
	int n;

	__stdio_enter(f);
	n = __scan(&in, p, ap);
	__stdio_leave(f);
	return n;
}

int
vsscanf(const char *restrict s, const char *restrict p, va_list ap)
{
	Source in = {.s = s};

	return __scan(&in, p, ap);
}

int
vscanf(const char *restrict p, va_list ap)
{
	return vfscanf(stdin, p, ap);
}

int
scanf(const char *restrict p, ...)
{
	va_list ap;
	int n;

	va_start(ap, p);
	n = vfscanf(stdin, p, ap);
	va_end(ap);
	return n;
}

int
fscanf(FILE *restrict f, const char *restrict p, ...)
{
	va_list ap;
	int n;

	va_start(ap, p);
	n = vfscanf(f, p, ap);
	va_end(ap);
	return n;
}

int
sscanf(const char *restrict s, const char *restrict p, ...)
{
	va_list ap;
	int n;

	va_start(ap, p);
	n = vsscanf(s, p, ap);
	va_end(ap);
	return n;
}
