/* The C library: text, numbers, memory, sorting. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
by_value(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

static void
text(void)
{
	char s[64] = "the quick brown fox", *save;

	printf("%d %s %s\n", (int)strlen(s), strchr(s, 'q'), strstr(s, "brown"));
	for (char *w = strtok_r(s, " ", &save); w; w = strtok_r(NULL, " ", &save))
		printf("[%s]", w);
	memmove(s + 1, "abcdefgh", 9);
	memmove(s + 3, s + 1, 8);
	printf(" %.11s\n", s + 1);
	printf("%d %d %d\n", strcmp("abc", "abd") < 0, strncmp("abc", "abd", 2), memcmp("b", "a", 1) > 0);
	printf("%d %d %c\n", isdigit('7') != 0, isalpha('-') != 0, toupper('x'));
}

static void
numbers(void)
{
	char *end;

	printf("%ld ", strtol("  -42rest", &end, 10));
	printf("%s\n", end);
	printf("%lx %d %lld\n", strtoul("0xFFFF", NULL, 0), atoi("017"), atoll("-9000000000"));
	printf("%.17g %.17g %g\n", strtod("0.1", NULL), strtod("1.7976931348623157e308", NULL), strtod("4.9e-324", NULL));
	printf("[%5d|%-5d|%05d|%+d|%#x|%5.2f|%e|%g|%s|%c|%%]\n", 42, 42, 42, 42, 255, 3.14159, 12345.678, 1e-5, "s", 'c');
	printf("[%10.3s|%-8s|%*d|%.0f|%g|%g]\n", "abcdef", "ab", 6, 7, 2.5, 1e20, 123456789.0);
	printf("%.20f %a\n", 0.1, 1.5);
}

static void
memory(void)
{
	int v[100], *p = malloc(40), *q = calloc(10, 4);

	for (int i = 0; i < 100; i++)
		v[i] = i * 7919 % 101;
	qsort(v, 100, sizeof *v, by_value);
	for (int i = 1; i < 100; i++)
		if (v[i - 1] > v[i])
			printf("not sorted\n");
	printf("%d %d\n", v[0], *(int *)bsearch(&v[50], v, 100, sizeof *v, by_value) == v[50]);
	p[9] = 5;
	p = realloc(p, 4000);
	printf("%d %d\n", p[9], q[9]);
	free(p);
	free(q);
}

int
main(void)
{
	text();
	numbers();
	memory();
	return 0;
}
