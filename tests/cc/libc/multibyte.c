/* mblen mbtowc wctomb mbstowcs wcstombs: a character is a byte */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main(void)
{
	wchar_t w[8];
	char s[8];

	printf("%d %d %d ", mblen("x", 1), mblen("", 1), mblen(NULL, 0));
	printf("%d\n", mblen("x", 0));
	printf("%d ", mbtowc(w, "a", 1));
	printf("%d %d\n", w[0] == L'a', mbtowc(NULL, "a", 1));
	printf("%d %c %d\n", wctomb(s, L'b'), 'b', wctomb(NULL, 0));
	printf("%c ", s[0]);
	printf("%d ", (int)mbstowcs(w, "hello", 8));
	printf("%d %d ", w[4] == L'o', w[5] == 0);
	printf("%d ", (int)wcstombs(s, w, 8));
	printf("%s ", s);
	strcpy(s, "-----");
	printf("%d ", (int)wcstombs(s, w, 3));
	printf("%s %d\n", s, (int)mbstowcs(NULL, "four", 0));
	return 0;
}
