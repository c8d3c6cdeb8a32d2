/*
 * printf.c - formatted output.
 */
#include "file.h"
#include "format.h"

#include <stdint.h>

int
vfprintf(FILE *restrict f, const char *restrict p, va_list ap)
{
	Out o = {.f = f};
	int n;

	__stdio_enter(f);
	n = __format(&o, p, ap, __format_real);
	n = f->error ? -1 : n;
	__stdio_leave(f);
	return n;
}

int
vsnprintf(char *restrict s, size_t size, const char *restrict p, va_list ap)
{
	Out o = {.s = s, .size = size};
	int n = __format(&o, p, ap, __format_real);

	if (size > 0)
		s[(size_t)n < size ? (size_t)n : size - 1] = '\0';
	return n;
}

int
vsprintf(char *restrict s, const char *restrict p, va_list ap)
{
	return vsnprintf(s, SIZE_MAX, p, ap);
}

int
vprintf(const char *restrict p, va_list ap)
{
	return vfprintf(stdout, p, ap);
}

int
printf(const char *restrict p, ...)
{
	va_list ap;
	int n;

	va_start(ap, p);
	n = vfprintf(stdout, p, ap);
	va_end(ap);
	return n;
}

int
fprintf(FILE *restrict f, const char *restrict p, ...)
{
	va_list ap;
	int n;

	va_start(ap, p);
	n = vfprintf(f, p, ap);
	va_end(ap);
	return n;
}

int
sprintf(char *restrict s, const char *restrict p, ...)
{
	va_list ap;
	int n;

	va_start(ap, p);
	n = vsprintf(s, p, ap);
	va_end(ap);
	return n;
}

int
snprintf(char *restrict s, size_t size, const char *restrict p, ...)
{
	va_list ap;
	int n;

	va_start(ap, p);
	n = vsnprintf(s, size, p, ap);
	va_end(ap);
	return n;
}
