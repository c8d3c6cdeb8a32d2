/*
 * lines.c - reads whole lines, or other records that end with a character, into memory that grows.
 */
#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>

enum { FIRST_SIZE = 80 };

/* make_room: let *line have room for n bytes; 0, or -1 without memory. */
static int
make_room(char **line, size_t *size, size_t n)
{
	size_t larger = *line && *size > 0 ? *size : FIRST_SIZE;
	char *moved;

	if (*line && *size >= n)
		return 0;
	while (larger < n)
		larger *= 2;
	moved = realloc(*line, larger);
	if (!moved)
		return -1;
	*line = moved;
	*size = larger;
	return 0;
}

static ssize_t
get_record(char **restrict line, size_t *restrict size, int end, FILE *restrict f)
{
	size_t n = 0;
	int c;

	do {
		if (make_room(line, size, n + 2) < 0)
			return -1;
		c = __getc(f);
		if (c != EOF)
			(*line)[n++] = c;
	} while (c != EOF && c != end);
	(*line)[n] = '\0';
	return n > 0 && !f->error ? (ssize_t)n : -1;
}

ssize_t
getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict f)
{
	ssize_t n;

	if (!line || !size) {
		errno = EINVAL;
		return -1;
	}
	__stdio_enter(f);
	n = get_record(line, size, end, f);
	__stdio_leave(f);
	return n;
}

ssize_t
getline(char **restrict line, size_t *restrict size, FILE *restrict f)
{
	return getdelim(line, size, '\n', f);
}
