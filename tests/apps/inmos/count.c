/* count.c - lines and words of a file, and the mean length of a word, into another file. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	FILE *in = argc == 3 ? fopen(argv[1], "r") : NULL;
	FILE *out = in ? fopen(argv[2], "w") : NULL;
	long lines = 0, words = 0, letters = 0;
	int c, last = ' ';

	if (out == NULL) {
		printf("usage: count IN OUT\n");
		return EXIT_FAILURE;
	}
	for (; (c = getc(in)) != EOF; last = c) {
		lines += c == '\n';
		words += !isspace(c) && isspace(last);
		letters += !isspace(c);
	}
	fprintf(out, "%ld lines, %ld words, %.3f letters each\n", lines, words,
		(double)letters / words);
	fclose(out);
	return 7;
}
