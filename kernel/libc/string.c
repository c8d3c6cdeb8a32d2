/*
 * string.c - strings that end with a zero byte.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* four bytes of a string, at a word's address */
typedef uint32_t __attribute__((may_alias)) Bytes4;

static int
is_aligned(const char *s)
{
	return (uintptr_t)s % sizeof(Bytes4) == 0;
}

/* has_zero: true if a byte is 0: only then subtracting 1 sets a highest bit that was clear. */
static int
has_zero(Bytes4 word)
{
	return (word - 0x01010101 & ~word & 0x80808080) != 0;
}

size_t
strlen(const char *s)
{
	const char *p = s;

	if (is_aligned(s)) {
		const Bytes4 *word = (const Bytes4 *)s;

		while (!has_zero(*word))
			word++;
		p = (const char *)word;
	}
	while (*p)
		p++;
	return p - s;
}

size_t
strnlen(const char *s, size_t n)
{
	size_t i = 0;

	while (i < n && s[i])
		i++;
	return i;
}

char *
strcpy(char *restrict to, const char *restrict from)
{
	memcpy(to, from, strlen(from) + 1);
	return to;
}

char *
strncpy(char *restrict to, const char *restrict from, size_t n)
{
	size_t len = strnlen(from, n);

	memcpy(to, from, len);
	memset(to + len, 0, n - len);
	return to;
}

char *
strcat(char *restrict to, const char *restrict from)
{
	strcpy(to + strlen(to), from);
	return to;
}

char *
strncat(char *restrict to, const char *restrict from, size_t n)
{
	char *end = to + strlen(to);
	size_t len = strnlen(from, n);

	memcpy(end, from, len);
	end[len] = '\0';
	return to;
}

/* skip_equal: two strings begin with this many equal bytes, in whole words without a zero. */
static size_t
skip_equal(const Bytes4 *a, const Bytes4 *b)
{
	const Bytes4 *first = a;

	while (*a == *b && !has_zero(*a))
		a++, b++;
	return (a - first) * sizeof *a;
}

int
strcmp(const char *a, const char *b)
{
	if (is_aligned(a) && is_aligned(b)) {
		size_t n = skip_equal((const Bytes4 *)a, (const Bytes4 *)b);

		a += n;
		b += n;
	}
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

int
strncmp(const char *a, const char *b, size_t n)
{
	for (; n > 0; n--, a++, b++)
		if (*a != *b || *a == '\0')
			return (unsigned char)*a - (unsigned char)*b;
	return 0;
}

int
strcoll(const char *a, const char *b)
{
	return strcmp(a, b);
}

size_t
strxfrm(char *restrict to, const char *restrict from, size_t n)
{
	size_t len = strlen(from);

	if (len < n)
		strcpy(to, from);
	return len;
}

char *
strchr(const char *s, int c)
{
	for (; *s != (char)c; s++)
		if (*s == '\0')
			return NULL;
	return (char *)s;
}

char *
strrchr(const char *s, int c)
{
	const char *p = s + strlen(s);

	for (;; p--) {
		if (*p == (char)c)
			return (char *)p;
		if (p == s)
			return NULL;
	}
}

size_t
strspn(const char *s, const char *set)
{
	size_t n = 0;

	while (s[n] && strchr(set, s[n]))
		n++;
	return n;
}

size_t
strcspn(const char *s, const char *set)
{
	size_t n = 0;

	while (s[n] && !strchr(set, s[n]))
		n++;
	return n;
}

char *
strpbrk(const char *s, const char *set)
{
	s += strcspn(s, set);
	return *s ? (char *)s : NULL;
}

char *
strstr(const char *s, const char *part)
{
	size_t n = strlen(part);

	for (;; s++) {
		if (strncmp(s, part, n) == 0)
			return (char *)s;
		if (*s == '\0')
			return NULL;
	}
}

char *
strtok_r(char *restrict s, const char *restrict set, char **restrict save)
{
	char *end;

	if (!s)
		s = *save;
	s += strspn(s, set);
	if (*s == '\0') {
		*save = s;
		return NULL;
	}
	end = s + strcspn(s, set);
	*save = *end ? end + 1 : end;
	*end = '\0';
	return s;
}

char *
strtok(char *restrict s, const char *restrict set)
{
	static char *save;

	return strtok_r(s, set, &save);
}

char *
strndup(const char *s, size_t n)
{
	size_t len = strnlen(s, n);
	char *copy = malloc(len + 1);

	if (copy) {
		memcpy(copy, s, len);
		copy[len] = '\0';
	}
	return copy;
}

char *
strdup(const char *s)
{
	return strndup(s, strlen(s));
}

char *
strerror(int error)
{
	static const struct {
		int error;
		char *text;
	} texts[] = {
		{0, "no error"}, {EPERM, "not permitted"}, {ENOENT, "no such file"}, {EINTR, "interrupted"},
		{EIO, "input or output failed"}, {EBADF, "not an open file"}, {EAGAIN, "not now"}, {ENOMEM, "no memory left"},
		{EACCES, "access denied"}, {EBUSY, "in use"}, {EEXIST, "the file exists"}, {ENOTDIR, "not a directory"},
		{EISDIR, "a directory"}, {EINVAL, "invalid argument"}, {EMFILE, "too many open files"},
		{ENOTTY, "not a terminal"}, {ENOSPC, "no room left"}, {ENOSYS, "not supported"}, {ENODEV, "no such device"},
		{ENOLCK, "no locks"}, {ENOTEMPTY, "the directory is not empty"},
		{EDOM, "argument outside the function's domain"},
		{ERANGE, "result outside the type's range"}, {EILSEQ, "invalid character"},
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (texts[i].error == error)
			return texts[i].text;
	return "unknown error";
}
