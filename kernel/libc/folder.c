/*
 * folder.c - directories, and the lengths of files.
 */
#include "host.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct DIR {
	char *name;
	int next; /* the number of the next file */
	struct dirent entry;
};

/* explain: set errno to what the server's "failed" means, if the file is there. */
static int
explain(const char *name, int file, int directory)
{
	int error = errno;
	struct stat s;

	if ((error == EIO || error == ENOENT) && stat(name, &s) == 0)
		error = S_ISDIR(s.st_mode) ? directory : file;
	errno = error;
	return -1;
}

int
mkdir(const char *name, mode_t mode)
{
	(void)mode; /* files are the host's */
	return host_make_directory(name) == 0 ? 0 : explain(name, EEXIST, EEXIST);
}

int
rmdir(const char *name)
{
	return host_remove_directory(name) == 0 ? 0 : explain(name, ENOTDIR, ENOTEMPTY);
}

/* check_directory: 0 if it is one, otherwise -1 and errno. */
static int
check_directory(const char *name)
{
	struct stat s;

	if (stat(name, &s) < 0)
		return -1;
	if (S_ISDIR(s.st_mode))
		return 0;
	errno = ENOTDIR;
	return -1;
}

DIR *
opendir(const char *name)
{
	DIR *dir = check_directory(name) == 0 ? calloc(1, sizeof *dir) : NULL;

	if (dir && !(dir->name = realpath(name, NULL))) {
		free(dir);
		dir = NULL;
	}
	return dir;
}

struct dirent *
readdir(DIR *dir)
{
	int n = host_list(dir->name, dir->next, dir->entry.d_name, sizeof dir->entry.d_name);

	if (n <= 0)
		return NULL;
	dir->entry.d_ino = ++dir->next;
	return &dir->entry;
}

void
rewinddir(DIR *dir)
{
	dir->next = 0;
}

int
closedir(DIR *dir)
{
	free(dir->name);
	free(dir);
	return 0;
}

/* ---- the directory where names begin ---- */

/* add_part: append a part of a path; "." and ".." have their meaning. */
static int
add_part(char *path, size_t size, const char *part, size_t n)
{
	size_t len = strlen(path);

	if (n == 0 || (n == 1 && part[0] == '.'))
		return 0;
	if (n == 2 && part[0] == '.' && part[1] == '.') {
		char *last = strrchr(path, '/');

		if (last)
			*last = '\0';
		return 0;
	}
	if (len + 1 + n >= size) {
		errno = ENAMETOOLONG;
		return -1;
	}
	path[len] = '/';
	memcpy(path + len + 1, part, n);
	path[len + 1 + n] = '\0';
	return 0;
}

/* whole_path: the path of a name from the root: "/a/b", or nothing for the root; 0, or -1 and errno. */
static int
whole_path(const char *name, char path[HOST_BLOCK])
{
	strcpy(path, *name == '/' ? "" : host_directory());
	for (size_t n; *name; name += n + (name[n] == '/')) {
		n = strcspn(name, "/");
		if (add_part(path, HOST_BLOCK, name, n) < 0)
			return -1;
	}
	return 0;
}

int
chdir(const char *name)
{
	char path[HOST_BLOCK];

	if (check_directory(name) < 0 || whole_path(name, path) < 0)
		return -1;
	return host_set_directory(path);
}

/* copy_path: a path in the caller's memory, or in new memory if there is none. */
static char *
copy_path(const char *path, char *to, size_t size)
{
	if (!*path)
		path = "/";
	if (!to)
		return strdup(path);
	if (strlen(path) < size)
		return strcpy(to, path);
	errno = size == 0 ? EINVAL : ERANGE;
	return NULL;
}

char *
getcwd(char *to, size_t size)
{
	return copy_path(host_directory(), to, size);
}

/* realpath: `to` has room for PATH_MAX bytes. */
char *
realpath(const char *restrict name, char *restrict to)
{
	char path[HOST_BLOCK];
	struct stat s;

	if (stat(name, &s) < 0 || whole_path(name, path) < 0)
		return NULL;
	return copy_path(path, to, HOST_BLOCK);
}

/* ---- lengths ---- */

int
ftruncate(int fd, off_t length)
{
	return host_truncate(fd, length);
}

int
truncate(const char *name, off_t length)
{
	int fd = open(name, O_WRONLY), result, error;

	if (fd < 0)
		return -1;
	result = ftruncate(fd, length);
	error = errno;
	close(fd);
	errno = error;
	return result;
}
