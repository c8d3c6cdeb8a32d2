/* strcmp strncmp strcoll strxfrm: the sign of the result; characters compare as unsigned. */
#include <stdio.h>
#include <string.h>

static int
sign(int n)
{
	return (n > 0) - (n < 0);
}

int
main(void)
{
	static const char *const s[] = {"", "a", "ab", "abc", "abd", "b", "\xE9", "ab\x01"};
	char to[6];

	for (int i = 0; i < 8; i++) {
		for (int j = 0; j < 8; j++)
			printf("%2d%2d%2d%2d ", sign(strcmp(s[i], s[j])), sign(strncmp(s[i], s[j], 2)),
				sign(strncmp(s[i], s[j], 0)), sign(strcoll(s[i], s[j])));
		putchar('\n');
	}
	printf("%d ", (int)strxfrm(to, "words", 6));
	printf("%s %d\n", to, (int)strxfrm(NULL, "longer words", 0));
	return 0;
}
