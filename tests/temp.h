/* temp.h - temporary files and directories of tests: below TMPDIR, or /tmp. */
#ifndef TEMP_H
#define TEMP_H

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TEMP_NAME = 256 };

/* temp_pattern: the name that mkdtemp and mkstemp complete. */
static inline void
temp_pattern(char name[TEMP_NAME])
{
	const char *below = getenv("TMPDIR");
	int n = snprintf(name, TEMP_NAME, "%s/trellis-test-XXXXXX",
		below && *below ? below : "/tmp");

	assert(n < TEMP_NAME);
	(void)n;
}

/* temp_directory: make a directory; dir gets its name. */
static inline void
temp_directory(char dir[TEMP_NAME])
{
	bool made;

	temp_pattern(dir);
	made = mkdtemp(dir) != NULL;
	assert(made);
	(void)made;
}

/* temp_file: make an empty file; name gets its name. */
static inline void
temp_file(char name[TEMP_NAME])
{
	int fd;

	temp_pattern(name);
	fd = mkstemp(name);
	assert(fd >= 0);
	close(fd);
}

#endif
