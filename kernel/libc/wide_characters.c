/*
 * wide_characters.c - the functions of wchar.h, wctype.h and uchar.h that are not functions of
 * bytes under another name.
 */
#include "file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

#define NOT_A_CHARACTER ((size_t)-1)
#define INCOMPLETE ((size_t)-2)

/* ---- kinds ---- */

static const struct {
	const char *name;
	wctype_t kind;
} kinds[] = {
	{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl}, {"digit", isdigit}, {"graph", isgraph},
	{"lower", islower}, {"print", isprint}, {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit},
};

wctype_t
wctype(const char *name)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return kinds[i].kind;
	return NULL;
}

int
iswctype(wint_t c, wctype_t kind)
{
	return kind ? kind(c) : 0;
}

wctrans_t
wctrans(const char *name)
{
	return strcmp(name, "tolower") == 0 ? tolower : strcmp(name, "toupper") == 0 ? toupper : NULL;
}

wint_t
towctrans(wint_t c, wctrans_t how)
{
	return how ? how(c) : c;
}

/* ---- output ---- */

int
vswprintf(wchar_t *restrict s, size_t n, const wchar_t *restrict format, va_list ap)
{
	int length = vsnprintf((char *)s, n, (const char *)format, ap);

	return length >= 0 && (size_t)length < n ? length : -1;
}

int
swprintf(wchar_t *restrict s, size_t n, const wchar_t *restrict format, ...)
{
	va_list ap;
	int length;

	va_start(ap, format);
	length = vswprintf(s, n, format, ap);
	va_end(ap);
	return length;
}

int
fwide(FILE *f, int mode)
{
	int orientation;

	__stdio_enter(f);
	if (f->orientation == 0)
		f->orientation = (mode > 0) - (mode < 0);
	orientation = f->orientation;
	__stdio_leave(f);
	return orientation;
}

/* ---- bytes and wide characters ---- */

wint_t
btowc(int c)
{
	return c == EOF ? WEOF : (unsigned char)c;
}

int
wctob(wint_t c)
{
	return c >= 0 && c <= WCHAR_MAX ? c : EOF;
}

int
mbsinit(const mbstate_t *state)
{
	(void)state; /* there is one */
	return 1;
}

size_t
mbrtowc(wchar_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state)
{
	(void)state;
	if (!s)
		return 0;
	if (n == 0)
		return INCOMPLETE;
	if (to)
		*to = *s;
	return *s != '\0';
}

size_t
mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state)
{
	return mbrtowc(NULL, s, n, state);
}

size_t
wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state)
{
	(void)state;
	if (to)
		*to = c;
	return 1;
}

/* restartable: a copy by mbstowcs or wcstombs; *from moves to the rest, or becomes NULL at the end. */
static size_t
restartable(void *to, const void **from, size_t n)
{
	size_t length = mbstowcs(to, *from, n);

	if (to)
		*from = length < n ? NULL : (const char *)*from + length;
	return length;
}

size_t
mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t n, mbstate_t *restrict state)
{
	(void)state;
	return restartable(to, (const void **)from, n);
}

size_t
wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t n, mbstate_t *restrict state)
{
	(void)state;
	return restartable(to, (const void **)from, n);
}

/* ---- characters of 16 and 32 bits ---- */

size_t
mbrtoc32(char32_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state)
{
	wchar_t c;
	size_t length = mbrtowc(&c, s, n, state);

	if (to && s && length != INCOMPLETE)
		*to = c;
	return length;
}

size_t
c32rtomb(char *restrict to, char32_t c, mbstate_t *restrict state)
{
	if (c <= WCHAR_MAX)
		return wcrtomb(to, c, state);
	errno = EILSEQ;
	return NOT_A_CHARACTER;
}

size_t
mbrtoc16(char16_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state)
{
	char32_t c;
	size_t length = mbrtoc32(&c, s, n, state);

	if (to && s && length != INCOMPLETE)
		*to = c;
	return length;
}

size_t
c16rtomb(char *restrict to, char16_t c, mbstate_t *restrict state)
{
	return c32rtomb(to, c, state);
}
