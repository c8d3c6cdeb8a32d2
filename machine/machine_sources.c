/*
 * machine_sources.c - keeps the programs of a recorded run, with those of their sources that may be
 * passed on.
 */
#include "machine_options.h"

#include "base/files.h"
#include "base/system.h"
#include "cc/node/node_programs.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	MAX_IMAGE = 64 << 20, /* bytes; a larger program is not kept */
	MAX_BELOW = 8, /* directories at most */
};

/* The directories whose sources are kept. */
typedef struct Sources {
	Past *past;
	char *below[MAX_BELOW]; /* [n] their real paths; NULL for a directory that does not exist */
	uint32_t n;
} Sources;

/* add_directory: add a directory whose files are recorded. */
static void
add_directory(Sources *s, const char *name)
{
	s->below[s->n++] = realpath(name, NULL);
}

/*
 * add_own_sources: add the directories of this program's own sources: the nodes' headers, and the
 * sources beside its build.
 */
static void
add_own_sources(Sources *s)
{
	static const char *const own[] = {
		"node", "../lib/trellis", "../kernel", "../trek", "../tmon"};

	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		char *name = program_beside(own[i]);

		add_directory(s, name);
		free(name);
	}
}

/*
 * add_application: add the application's directory or, if it is NULL, the program's own and the
 * current one.
 */
static void
add_application(Sources *s, const char *program, const char *directory)
{
	char *copy = xstrdup(program);

	add_directory(s, directory ? directory : dirname(copy));
	if (!directory)
		add_directory(s, ".");
	free(copy);
}

/* is_below: true if the path is below the directory. */
static bool
is_below(const char *path, const char *directory)
{
	size_t n = strlen(directory);

	return strncmp(path, directory, n) == 0 && (path[n] == '/' || n == 1);
}

/*
 * record_source: callback: store a source file in the recording if it lies below one of the
 * directories; note any other file as skipped.
 */
static void
record_source(void *sources, const char *file)
{
	Sources *s = sources;
	char *path = realpath(file, NULL);
	bool below = false;
	struct stat st;

	for (uint32_t i = 0; path && i < s->n && !below; i++)
		below = s->below[i] && is_below(path, s->below[i]);
	if (path && stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, R_OK) == 0) {
		if (below)
			past_record_file(s->past, "source", file);
		else
			past_record_skipped(s->past, file);
	}
	free(path);
}

void
machine_record_program(Past *p, const char *role, const char *name, const char *directory)
{
	Sources s = {.past = p};
	Buf file = file_read(name, MAX_IMAGE);
	Image im = {0};

	past_record_file(p, role, name);
	if (executable_is(&file)) {
		image_read(&im, name, file.data, file.len);
		add_own_sources(&s);
		add_application(&s, name, directory);
		program_sources(&im, record_source, &s);
		image_free(&im);
		for (uint32_t i = 0; i < s.n; i++)
			free(s.below[i]);
	}
	buf_free(&file);
}
