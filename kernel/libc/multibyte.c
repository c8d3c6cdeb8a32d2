/*
 * multibyte.c - wide characters, which are bytes here.
 */
#include <stdlib.h>
#include <string.h>

int
mbtowc(wchar_t *restrict to, const char *restrict s, size_t n)
{
	if (!s)
		return 0; /* no shift states */
	if (n == 0)
		return -1;
	if (to)
		*to = *s;
	return *s != '\0';
}

int
mblen(const char *s, size_t n)
{
	return mbtowc(NULL, s, n);
}

int
wctomb(char *s, wchar_t c)
{
	if (!s)
		return 0;
	*s = c;
	return 1;
}

/*
 * copy_bytes: copy at most n bytes, with the zero at the end if there is room; returns how many
 * without it.
 */
static size_t
copy_bytes(void *to, const void *from, size_t n)
{
	size_t length = to ? strnlen(from, n) : strlen(from);

	if (to)
		memcpy(to, from, length < n ? length + 1 : n);
	return length;
}

size_t
mbstowcs(wchar_t *restrict to, const char *restrict from, size_t n)
{
	return copy_bytes(to, from, n);
}

size_t
wcstombs(char *restrict to, const wchar_t *restrict from, size_t n)
{
	return copy_bytes(to, from, n);
}
