/*
 * source.c - text that numbers are read from: a string or a stream.
 */
#include "source.h"
#include "file.h"

#include <ctype.h>
#include <limits.h>

int
__source_read(Source *in)
{
	int c = __getc(in->f);

	in->n += c != EOF;
	return c;
}

void
__source_back(Source *in, int c)
{
	if (c == EOF)
		return;
	if (in->f)
		__ungetc(c, in->f);
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

	if (got == c || (c >= 'a' && (got | 0x20) == c))
		return true;
	__source_back(in, got);
	return false;
}

bool
__source_sign(Source *in)
{
	int c = __source_next(in);

	if (c != '-' && c != '+')
		__source_back(in, c);
	return c == '-';
}

void
__source_blanks(Source *in)
{
	int limit = in->limit, c;

	in->limit = INT_MAX;
	while (isspace(c = __source_next(in)))
		;
	__source_back(in, c);
	in->limit = limit;
}
