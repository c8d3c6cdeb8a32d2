/*
 * strings_more.c - the functions of string.h that POSIX, BSD and GNU add to those of C.
 */
#include <errno.h>
#include <string.h>
#include <strings.h>

char *
stpcpy(char *restrict to, const char *restrict from)
{
	size_t n = strlen(from);

	return (char *)memcpy(to, from, n + 1) + n;
}

char *
stpncpy(char *restrict to, const char *restrict from, size_t n)
{
	size_t len = strnlen(from, n);

	memcpy(to, from, len);
	return memset(to + len, '\0', n - len);
}

size_t
strlcpy(char *restrict to, const char *restrict from, size_t size)
{
	size_t n = strlen(from);

	if (size > 0) {
		size_t part = n < size ? n : size - 1;

		memcpy(to, from, part);
		to[part] = '\0';
	}
	return n;
}

size_t
strlcat(char *restrict to, const char *restrict from, size_t size)
{
	size_t n = strnlen(to, size);

	return n + strlcpy(to + n, from, size - n);
}

char *
strsep(char **restrict at, const char *restrict set)
{
	char *begin = *at, *end;

	if (!begin)
		return NULL;
	end = begin + strcspn(begin, set);
	*at = *end ? end + 1 : NULL;
	*end = '\0';
	return begin;
}

char *
strchrnul(const char *s, int c)
{
	char *found = strchr(s, c);

	return found ? found : (char *)s + strlen(s);
}

char *
strcasestr(const char *s, const char *part)
{
	size_t n = strlen(part);

	for (;; s++) {
		if (strncasecmp(s, part, n) == 0)
			return (char *)s;
		if (*s == '\0')
			return NULL;
	}
}

void *
mempcpy(void *restrict to, const void *restrict from, size_t n)
{
	return (char *)memcpy(to, from, n) + n;
}

void *
memrchr(const void *s, int c, size_t n)
{
	const unsigned char *at = s;

	while (n-- > 0)
		if (at[n] == (unsigned char)c)
			return (void *)(at + n);
	return NULL;
}

void *
memmem(const void *s, size_t n, const void *part, size_t len)
{
	const char *at = s, *first = part;

	if (len == 0)
		return (void *)s;
	for (; n >= len; n--, at++) {
		const char *found = memchr(at, *first, n - len + 1);

		if (!found)
			return NULL;
		n -= found - at;
		at = found;
		if (memcmp(at, part, len) == 0)
			return (void *)at;
	}
	return NULL;
}

int
strerror_r(int error, char *to, size_t size)
{
	return strlcpy(to, strerror(error), size) < size ? 0 : ERANGE;
}
