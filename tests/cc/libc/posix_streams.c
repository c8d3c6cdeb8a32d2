/* Streams on memory, lines, text of its own size; the host's library prints the same. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
fixed(void)
{
	char room[12] = "one two\nsix", word[8];
	FILE *f = fmemopen(room, sizeof room, "r");
	int n;

	while (fscanf(f, "%7s", word) == 1)
		printf("[%s]", word);
	printf(" %d %ld\n", feof(f) != 0, ftell(f));
	fseek(f, 4, SEEK_SET);
	n = fgetc(f);
	printf("%c%c", n, fgetc(f));
	printf(" %d\n", fputc('x', f));
	fclose(f);
	f = fmemopen(room, sizeof room, "w");
	printf("%d %d ", room[0], fileno(f));
	n = fprintf(f, "%d-%s", 42, "abc");
	printf("%d %ld ", n, ftell(f));
	printf("%d", fflush(f));
	printf(" %s\n", room);
	fclose(f);
	strcpy(room, "ab");
	f = fmemopen(room, sizeof room, "a+");
	fputs("cd", f);
	rewind(f);
	printf("%c", fgetc(f));
	fseek(f, 0, SEEK_SET);
	fputs("ef", f);
	fclose(f);
	printf(" %s %d\n", room, fmemopen(room, 4, "x") == NULL && errno == EINVAL);
	f = fmemopen(NULL, 100, "w+");
	fprintf(f, "%08.3f", 3.14159);
	rewind(f);
	printf("%s\n", fgets(room, sizeof room, f));
	fclose(f);
}

static void
growing(void)
{
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	fputs("hello", f);
	fflush(f);
	printf("%s %zu\n", text, n);
	for (int i = 0; i < 1000; i++)
		fprintf(f, "%d,", i);
	fseeko(f, 1, SEEK_SET);
	fputc('E', f);
	fflush(f);
	printf("%zu %c%c\n", n, text[1], text[2]);
	fseeko(f, 3895, SEEK_SET);
	printf("%ld\n", (long)ftello(f));
	fclose(f);
	printf("%zu %.10s %s\n", n, text, text + n - 8);
	free(text);
}

static int
format_into(char **to, const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vasprintf(to, format, ap);
	va_end(ap);
	return n;
}

static int
print_to(int fd, const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vdprintf(fd, format, ap);
	va_end(ap);
	return n;
}

static void
lines(void)
{
	FILE *f = fopen("lines", "w+");
	char *line = NULL;
	size_t size = 0;

	for (int i = 0; i < 300; i++)
		fputc('a' + i % 26, f);
	fputs("\n\nb;c;last", f);
	rewind(f);
	for (int i = 0; i < 2; i++) {
		ssize_t n = getline(&line, &size, f);

		printf("%d %d %d\n", (int)n, line[0], size > (size_t)n);
	}
	printf("%d %s\n", (int)getdelim(&line, &size, ';', f), line);
	printf("%d %s\n", (int)getline(&line, &size, f), line);
	printf("%d %d\n", (int)getline(&line, &size, f), feof(f) != 0);
	free(line);
	fclose(f);
}

static void
numbers(void)
{
	int fd = open("numbers", O_RDWR | O_CREAT | O_TRUNC, 0644), n;
	FILE *f;
	char *text, room[40] = "";

	n = print_to(fd, "%s%d", "abc", 7);
	n += 100 * dprintf(fd, "%5.2f", 2.5);
	printf("%d\n", n);
	n = (int)pread(fd, room, 4, 2);
	room[4] = '\0';
	printf("%d [%s]", n, room);
	printf(" %d %d\n", (int)pwrite(fd, "XY", 2, 1), (int)lseek(fd, 0, SEEK_CUR));
	lseek(fd, 0, SEEK_SET);
	f = fdopen(fd, "r+");
	setlinebuf(f);
	printf("%d %s\n", fileno(f) == fd, fgets(room, sizeof room, f));
	fclose(f);
	f = fopen("numbers", "r");
	setbuffer(f, room, sizeof room);
	printf("%c\n", fgetc(f));
	fclose(f);
	n = asprintf(&text, "%s %d", "a text of some length", 1234567);
	printf("%d %s\n", n, text);
	free(text);
	n = format_into(&text, "%c%%", '5');
	printf("%d %s\n", n, text);
	free(text);
	remove("lines");
	remove("numbers");
}

int
main(void)
{
	fixed();
	growing();
	lines();
	numbers();
	return 0;
}
