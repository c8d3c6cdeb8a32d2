/*
 * folder.c - directories, and the lengths of files. The program's directory is the root of its files.
 */
#include "host.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct DIR {
	char *name;
	int next; /* the number of the next file */
	struct dirent entry;
};

static bool
is_directory(const char *name)
{
	struct stat s;

	return stat(name, &s) == 0 && S_ISDIR(s.st_mode);
}

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

DIR *
opendir(const char *name)
{
	DIR *dir;

	if (!is_directory(name)) {
		explain(name, ENOTDIR, EIO);
		if (errno != ENOENT && errno != EACCES)
			errno = ENOTDIR;
		return NULL;
	}
	dir = calloc(1, sizeof *dir);
	if (dir && !(dir->name = strdup(name))) {
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

char *
getcwd(char *to, size_t size)
{
	if (!to)
		return strdup("/");
	if (size < sizeof "/") {
		errno = size == 0 ? EINVAL : ERANGE;
		return NULL;
	}
	return strcpy(to, "/");
}

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
