/* Standard input and output: getchar putchar puts scanf vscanf fscanf vfscanf fgets ungetc at its end */
#include <stdarg.h>
#include <stdio.h>

static int
listed(const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vscanf(format, ap);
	va_end(ap);
	return n;
}

static int
listed_file(FILE *f, const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vfscanf(f, format, ap);
	va_end(ap);
	return n;
}

int
main(void)
{
	char word[20], line[20];
	int a, b, c;

	putchar(getchar());
	putchar(getchar());
	puts("");
	printf("%d %s ", scanf("%s%d", word, &a), word);
	printf("%d\n", a);
	printf("%d ", listed("%d-%d", &a, &b));
	printf("%d %d\n", a, b);
	printf("%d ", fscanf(stdin, "%x", &a));
	printf("%d ", listed_file(stdin, " %c%c", (char *)word, (char *)word + 1));
	printf("%x %.2s\n", a, word);
	printf("%s", fgets(line, sizeof line, stdin));
	printf("%s", fgets(line, sizeof line, stdin));
	while ((c = getchar()) != EOF)
		putchar(c);
	printf("%d ", feof(stdin) != 0);
	printf("%d %d\n", scanf("%d", &a), getchar());
	printf("%d ", ungetc('q', stdin));
	printf("%c ", getchar());
	printf("%d\n", getchar());
	return 0;
}
