/* directory.c - a new directory for what a command writes. */
#include "files.h"

#include <dirent.h>
#include <string.h>

/* is_dot: true if name is one of the entries "." and "..". */
static bool
is_dot(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

bool
directory_prepare_output(const char *name)
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
			fatal("%s: the directory for recordings is not empty; remove it, or "
				"name another one with -o", name);
	closedir(d);
	return new;
}
