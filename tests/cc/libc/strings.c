/* strings.h, alloca.h, locale.h: strings without regard to case, bits, the C locale. */
#include <alloca.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int
sign(int n)
{
	return (n > 0) - (n < 0);
}

int
main(void)
{
	char a[8] = "abcdefg", *b = alloca(8);
	const struct lconv *l = localeconv();

	printf("%d %d %d\n", sign(strcasecmp("HeLLo", "hEllo")), sign(strcasecmp("a", "B")), sign(strcasecmp("ab", "A")));
	printf("%d %d\n", sign(strncasecmp("abX", "ABy", 2)), sign(strncasecmp("abX", "ABy", 3)));
	printf("%d %d %d %d\n", ffs(0), ffs(1), ffs(40), ffs(-2147483647 - 1));
	bcopy(a, b, 8);
	printf("%s %d\n", b, bcmp(a, b, 8));
	bcopy(b, b + 2, 5);
	bzero(b + 5, 1);
	printf("%s %s %s\n", b, index("banana", 'a'), rindex("banana", 'n'));
	printf("%s %s %s %d\n", setlocale(LC_ALL, ""), setlocale(LC_NUMERIC, NULL), setlocale(LC_TIME, "POSIX"),
		setlocale(LC_ALL, "de_DE") == NULL);
	printf("%s \"%s\" %d\n", l->decimal_point, l->thousands_sep, l->frac_digits == 127 || l->frac_digits == 255);
	return 0;
}
