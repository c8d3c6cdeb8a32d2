/* temp.h - temporary directories of tests: below TMPDIR, or /tmp. */
#ifndef TEMP_H
#define TEMP_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEMP_NAME = 256 };

/* temp_directory: make a directory; dir gets its name. */
static inline void
temp_directory(char dir[TEMP_NAME])
{
	const char *below = getenv("TMPDIR");
	int n = snprintf(dir, TEMP_NAME, "%s/trellis-test-XXXXXX", below && *below ? below : "/tmp");

	assert(n < TEMP_NAME && mkdtemp(dir));
	(void)n;
}

#endif
