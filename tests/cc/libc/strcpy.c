/* strcpy strncpy strcat strncat strlen strnlen strdup strndup */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
show(const char *s, int n)
{
	for (int i = 0; i < n; i++)
		putchar(s[i] ? s[i] : '0');
	putchar('\n');
}

int
main(void)
{
	char s[12];
	char *copy;

	memset(s, '-', sizeof s);
	printf("%d ", strcpy(s, "abc") == s);
	show(s, 12);
	printf("%d ", strncpy(s, "xyz", 6) == s);
	show(s, 12);
	strncpy(s, "0123456789", 3);
	show(s, 12);
	s[3] = '\0';
	printf("%d ", strcat(s, "def") == s);
	show(s, 12);
	memset(s + 7, '-', 5);
	printf("%d ", strncat(s, "ghijk", 2) == s);
	show(s, 12);
	strncat(s, "l", 5);
	show(s, 12);
	printf("%d %d %d\n", (int)strlen(""), (int)strlen("seven77"), (int)strlen("a\0b"));
	printf("%d %d %d\n", (int)strnlen("abc", 2), (int)strnlen("abc", 3), (int)strnlen("abc", 9));
	copy = strdup("a copy");
	printf("%s\n", copy);
	free(copy);
	copy = strndup("a copy", 3);
	printf("[%s]\n", copy);
	free(copy);
	copy = strndup("ab", 3);
	printf("[%s]\n", copy);
	return 0;
}
