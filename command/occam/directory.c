/* directory.c - the directory in which a program is made. */
#include "occam.h"

#include "base/files.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FILE = 16 << 20 }; /* bytes of a file */

/* make_folders: make the directories in a file's name. */
static void
make_folders(Occam *o, const char *name)
{
	for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/'))
		directory_make(occam_text(o, "%s/%.*s", o->build, (int)(slash - name), name));
}

bool
occam_write(Occam *o, const char *name, const Buf *text)
{
	const char *path = occam_text(o, "%s/%s", o->build, name);
	Buf old = {0};
	bool same;

	make_folders(o, name);
	if (access(path, R_OK) == 0)
		old = file_read(path, MAX_FILE);
	same = old.data && old.len == text->len && memcmp(old.data, text->data, old.len) == 0;
	if (!same)
		file_write(path, text->data, text->len);
	buf_free(&old);
	return !same;
}

/*
 * copy_libraries: copy the toolset's files that its tools read to the build directory, unless they
 * were copied before.
 */
static void
copy_libraries(Occam *o)
{
	const char *from = occam_text(o, "%s/libs", o->toolset);
	DIR *d = opendir(from);

	if (!d)
		fatal("cannot open the toolset's directory %s:", from);
	directory_make(occam_text(o, "%s/libs", o->build));
	for (struct dirent *e; (e = readdir(d)) != NULL;) {
		const char *original = occam_text(o, "%s/%s", from, e->d_name);
		const char *copy = occam_text(o, "%s/libs/%s", o->build, e->d_name);
		struct stat st;

		if (stat(original, &st) == 0 && S_ISREG(st.st_mode) && access(copy, R_OK) != 0)
			file_copy(original, copy, MAX_FILE);
	}
	closedir(d);
}

/* check_own: refuse to write into a directory that has files and was not made for this. */
static void
check_own(Occam *o)
{
	DIR *d = opendir(o->build);

	if (!d)
		fatal("cannot open the directory %s:", o->build);
	if (access(occam_text(o, "%s/" OPTIONS_FILE, o->build), F_OK) != 0)
		for (struct dirent *e; (e = readdir(d)) != NULL;)
			if (e->d_name[0] != '.')
				fatal("occam: %s has other files: name a new directory with "
					"--build", o->build);
	closedir(d);
}

void
occam_begin_build(Occam *o, const char *chip)
{
	Buf text = {0};

	directory_make(o->build);
	check_own(o);
	buf_printf(&text, "%s\n", chip ? chip : "");
	for (uint32_t i = 0; i < o->compiler_options.n; i++)
		buf_printf(&text, "%s\n", o->compiler_options.name[i]);
	occam_write(o, OPTIONS_FILE, &text);
	buf_free(&text);
	copy_libraries(o);
}
