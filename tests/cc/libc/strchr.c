/* strchr strrchr strspn strcspn strpbrk strstr */
#include <stdio.h>
#include <string.h>

static const char text[] = "tell a tale of the tall tree";

static int
at(const char *p)
{
	return p ? (int)(p - text) : -1;
}

int
main(void)
{
	printf("%d %d %d %d\n", at(strchr(text, 'a')), at(strchr(text, 't')), at(strchr(text, 'z')),
		at(strchr(text, '\0')));
	printf("%d %d %d %d\n", at(strrchr(text, 'a')), at(strrchr(text, 't')), at(strrchr(text, 'z')),
		at(strrchr(text, '\0')));
	printf("%d %d\n", at(strchr(text, 'a' + 256)), at(strrchr(text, 'a' + 256)));
	printf("%d %d %d\n", (int)strspn(text, "lte"), (int)strspn(text, "x"), (int)strspn("aaa", "a"));
	printf("%d %d %d\n", (int)strcspn(text, " "), (int)strcspn(text, "t"), (int)strcspn("aaa", "b"));
	printf("%d %d %d\n", at(strpbrk(text, "fgh")), at(strpbrk(text, "xyz")), at(strpbrk(text, "")));
	printf("%d %d %d %d\n", at(strstr(text, "ta")), at(strstr(text, "tall")), at(strstr(text, "")),
		at(strstr(text, "treee")));
	return 0;
}
