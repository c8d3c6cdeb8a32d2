/*
 * strings.c - the functions of strings.h that string.h lacks.
 */
#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

int
strncasecmp(const char *a, const char *b, size_t n)
{
	for (; n > 0; n--, a++, b++) {
		int d = tolower((unsigned char)*a) - tolower((unsigned char)*b);

		if (d != 0 || *a == '\0')
			return d;
	}
	return 0;
}

int
strcasecmp(const char *a, const char *b)
{
	return strncasecmp(a, b, SIZE_MAX);
}

int
ffs(int n)
{
	return n ? __builtin_ctz(n) + 1 : 0;
}

void
bcopy(const void *from, void *to, size_t n)
{
	memmove(to, from, n);
}

void
bzero(void *to, size_t n)
{
	memset(to, 0, n);
}
