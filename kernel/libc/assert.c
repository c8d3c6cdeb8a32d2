/*
 * assert.c - prints the message of a failed assert.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

void
__assert_failed(const char *expression, const char *file, int line, const char *function)
{
	fprintf(stderr, "%s:%d: %s: assertion '%s' failed\n", file, line, function, expression);
	fflush(NULL);
	abort();
}
