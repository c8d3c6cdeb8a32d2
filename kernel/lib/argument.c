/*
 * argument.c - the arguments of a program.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <argument.h>

void
argument_number(int argc, char **argv, int i, int32_t least, int32_t most, int32_t *to)
{
	char *end;
	long n;

	if (i >= argc)
		return;
	n = strtol(argv[i], &end, 10);
	if (*end != 0 || end == argv[i] || n < least || n > most) {
		fprintf(stderr, "%s: argument %d is '%s', not a number from %d to %d\n", argv[0], i,
			argv[i], (int)least, (int)most);
		exit(2);
	}
	*to = n;
}

int
argument_is(int argc, char **argv, int i, const char *word)
{
	return i < argc && strcmp(argv[i], word) == 0;
}
