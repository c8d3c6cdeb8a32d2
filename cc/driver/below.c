/*
 * below.c - restricts the files that clang can open when it compiles untrusted C (--below): only
 * the files below one directory and the nodes' headers exist for it.
 *
 * Clang gets an overlay of its file system (-ivfsoverlay) that does not fall through to the real
 * one. It is a JSON tree of directories with the location of each file. It contains regular files,
 * and symbolic links to files in the same tree.
 */
#define _GNU_SOURCE /* memfd_create, get_current_dir_name */
#include "driver.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	MAX_FILES = 10000, /* most files of an application */
	MAX_DEPTH = 32,    /* nesting of directories */
};

/* A directory whose files clang may open. */
typedef struct Listing {
	const char *dir; /* the directory as the user named it */
	char *real;      /* resolved path; owned */
	uint32_t nfiles;
} Listing;

/* is_inside: true if a path, with links resolved, lies below the directory of the listing. */
static bool
is_inside(const Listing *l, const char *path)
{
	char *real = realpath(path, NULL);
	size_t n = strlen(l->real);
	bool inside = real && strncmp(real, l->real, n) == 0
		&& (real[n] == '/' || strcmp(l->real, "/") == 0);

	free(real);
	return inside;
}

/* is_regular: true for a regular file, or a link to one inside the directory. */
static bool
is_regular(const Listing *l, const char *path, const struct stat *st)
{
	struct stat target;

	if (!S_ISLNK(st->st_mode))
		return S_ISREG(st->st_mode);
	return is_inside(l, path) && stat(path, &target) == 0 && S_ISREG(target.st_mode);
}

/*
 * file_entry: the overlay's entry for a file: clang opens the file at `path` under the name `name`.
 * Fatal if there are too many files.
 */
static json_t *
file_entry(Listing *l, const char *name, const char *path)
{
	if (++l->nfiles > MAX_FILES)
		fatal("%s has more than %d files; put the application into its own directory",
			l->dir, MAX_FILES);
	return json_pack("{ssssss}", "type", "file", "name", name, "external-contents", path);
}

/*
 * directory_entry: one directory of the tree; NULL if it cannot be read. Names that are not UTF-8
 * are left out, because JSON cannot represent them.
 */
static json_t *
directory_entry(Listing *l, const char *name, const char *path, int depth)
{
	DIR *d = depth < MAX_DEPTH ? opendir(path) : NULL;
	json_t *contents = json_array();

	for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
		char *inner = xasprintf("%s/%s", path, e->d_name);
		struct stat st;

		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0
			|| lstat(inner, &st) < 0)
			;
		else if (S_ISDIR(st.st_mode))
			json_array_append_new(contents, directory_entry(l, e->d_name, inner, depth
				+ 1));
		else if (is_regular(l, inner, &st))
			json_array_append_new(contents, file_entry(l, e->d_name, inner));
		free(inner);
	}
	if (d)
		closedir(d);
	return json_pack("{ssssso}", "type", "directory", "name", name, "contents", contents);
}

/*
 * clang_directory: the absolute name that clang derives from a directory name: ".." is removed
 * textually, not resolved.
 */
static char *
clang_directory(const char *dir)
{
	char *here = get_current_dir_name(), *words, *rest;
	Buf out = {0};

	if (!here)
		fatal("cannot get the current directory:");
	words = dir[0] == '/' ? xstrdup(dir) : xasprintf("%s/%s", here, dir);
	for (char *word = strtok_r(words, "/", &rest); word; word = strtok_r(NULL, "/", &rest)) {
		if (strcmp(word, "..") == 0)
			while (out.len > 0 && out.data[--out.len] != '/')
				;
		else if (strcmp(word, ".") != 0)
			buf_printf(&out, "/%s", word);
	}
	if (out.len == 0)
		buf_byte(&out, '/');
	buf_byte(&out, '\0');
	free(words);
	free(here);
	return (char *)out.data;
}

/*
 * root_entry: the overlay's entry for a directory, with all files below it; clang finds it by the
 * directory's absolute name. Fatal if the directory cannot be read.
 */
static json_t *
root_entry(const char *dir)
{
	Listing l = {.dir = dir, .real = realpath(dir, NULL)};
	char *name = clang_directory(dir);
	json_t *entry;

	if (!l.real)
		fatal("cannot read the directory %s:", dir);
	entry = directory_entry(&l, name, l.real, 0);
	if (!entry)
		fatal("the directory's name %s is not UTF-8", dir);
	free(name);
	free(l.real);
	return entry;
}

int
below_overlay(const char *dir, const char *lib)
{
	char *include = lib ? xasprintf("%s/include", lib) : NULL;
	json_t *roots = json_array(), *whole;
	int fd = memfd_create("overlay", 0);

	json_array_append_new(roots, root_entry(dir));
	if (include)
		json_array_append_new(roots, root_entry(include));
	whole = json_pack("{sisbsbso}", "version", 0, "fallthrough", 0, "use-external-names", 0,
		"roots", roots);
	if (fd < 0 || json_dumpfd(whole, fd, JSON_COMPACT) != 0)
		fatal("cannot pass the list of allowed files to clang:");
	json_decref(whole);
	free(include);
	return fd;
}
