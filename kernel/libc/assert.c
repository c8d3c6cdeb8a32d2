/*
 * assert.c - what a failed assert says.
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
