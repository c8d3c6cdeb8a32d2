/* directory.c - the directory with the recordings of forced runs. */
#include "predict.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool
is_dot(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

bool
directory_check(const char *name)
{
	bool new = !file_is_directory(name);
	const struct dirent *e;
	DIR *d;

	directory_make(name);
	d = opendir(name);
	if (!d)
		fatal("cannot open the directory %s:", name);
	while ((e = readdir(d)) != NULL)
		if (!is_dot(e->d_name))
			fatal("%s: the directory for predicted runs is not empty; remove it, or "
				"name another one with -o", name);
	closedir(d);
	return new;
}

void
directory_discard(const char *name)
{
	DIR *d = opendir(name);
	const struct dirent *e;

	while (d && (e = readdir(d)) != NULL) {
		char *file = xasprintf("%s/%s", name, e->d_name);

		if (!is_dot(e->d_name) && unlink(file) != 0)
			directory_discard(file);
		free(file);
	}
	if (d)
		closedir(d);
	rmdir(name);
}
