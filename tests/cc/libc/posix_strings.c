/* The functions of string.h that POSIX, BSD and GNU have; the host's library prints the same. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

#ifdef __GLIBC__ /* the host's, to make posix_strings.out */
#define strerror_r __xpg_strerror_r
int strerror_r(int error, char *to, size_t size);
size_t strlcpy(char *to, const char *from, size_t size);
size_t strlcat(char *to, const char *from, size_t size);
#endif

static void
copies(void)
{
	char a[16], b[8];
	size_t n;

	printf("stpcpy %d %s\n", (int)(stpcpy(a, "hello") - a), a);
	memset(a, 'x', sizeof a);
	printf("stpncpy %d", (int)(stpncpy(a, "abc", 6) - a));
	printf(" %d %d %c\n", a[3], a[5], a[6]);
	printf("stpncpy %d\n", (int)(stpncpy(b, "abcdefghij", 8) - b));
	n = strlcpy(b, "long enough", sizeof b);
	printf("strlcpy %zu %s\n", n, b);
	n = strlcpy(b, "abc", sizeof b);
	n += 100 * strlcat(b, "defghi", sizeof b);
	printf("strlcat %zu %s\n", n, b);
	printf("strlcat %zu\n", strlcat(b, "x", 3));
	printf("strlcpy %zu\n", strlcpy(b, "", 0));
	printf("mempcpy %d\n", (int)((char *)mempcpy(a, "1234", 4) - a));
}

static void
parts(void)
{
	char text[] = "a,,b;c", *at = text, *part;

	while ((part = strsep(&at, ",;")))
		printf("[%s]", part);
	printf("\n%s|%s|%d\n", strchrnul("path=value", '='), strchrnul("path", '='), *strchrnul("", 'x'));
	printf("%s %s %s\n", strcasestr("The Transputer", "TRANS"), strcasestr("abc", ""),
		strcasestr("aab", "AC") ? "found" : "none");
}

static void
blocks(void)
{
	static const char s[] = "abcabcabd\0xyz";

	printf("%d %d\n", (int)((char *)memrchr(s, 'c', 9) - s), memrchr(s, 'z', 9) == NULL);
	printf("%d %d\n", (int)((char *)memmem(s, sizeof s, "abd", 3) - s), (int)((char *)memmem(s, sizeof s, "\0x", 2) - s));
	printf("%d %d %d\n", memmem(s, 9, "xyz", 3) == NULL, memmem(s, 2, "abc", 3) == NULL, memmem(s, 9, "", 0) == s);
}

int
main(void)
{
	char text[40], small[4];

	copies();
	parts();
	blocks();
	printf("%d", strerror_r(EDOM, text, sizeof text) == 0 && strcmp(text, strerror(EDOM)) == 0);
	printf(" %d", strerror_r(EDOM, small, sizeof small) == ERANGE);
	printf(" %d\n", small[3]);
	return 0;
}
