/* run_folder.c - completes the folder of a recorded run before it is read. */
#include "run_folder.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

void (*run_folder_make)(const char *dir);

void
run_folder_complete(const char *name)
{
	const char *slash = strrchr(name, '/');
	char *dir = slash ? xstrndup(name, slash - name + (slash == name)) : xstrdup(".");

	if (run_folder_make)
		run_folder_make(dir);
	free(dir);
}
