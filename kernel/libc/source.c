/*
 * source.c - text that numbers are read from: a string or a stream.
 */
#include "source.h"
#include "file.h"

#include <ctype.h>
#include <limits.h>

int
__source_next(Source *in)
{
	int c;

	if (in->left <= 0)
		return EOF;
	if (in->f)
		c = __getc(in->f);
	else
		c = *in->s ? (unsigned char)*in->s++ : EOF;
	if (c != EOF) {
		in->left--;
		in->n++;
	}
	return c;
}

void
__source_back(Source *in, int c)
{
	if (c == EOF)
		return;
	if (in->f)
		__ungetc(c, in->f);
	else
		in->s--;
	in->left++;
	in->n--;
}

int
__source_peek(Source *in)
{
	int c = __source_next(in);

	__source_back(in, c);
	return c;
}

bool
__source_take(Source *in, int c)
{
	int got = __source_next(in);

	if (got != EOF && (got == c || (islower(c) && got == toupper(c))))
		return true;
	__source_back(in, got);
	return false;
}

void
__source_blanks(Source *in)
{
	int left = in->left, c;

	in->left = INT_MAX;
	while (isspace(c = __source_next(in)))
		;
	__source_back(in, c);
	in->left = left;
}
