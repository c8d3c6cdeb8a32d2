/*
 * tree.c - files and directories below the root.
 *
 * The components of a name are opened one by one, each relative to the directory before it, and
 * none of them may be a symbolic link; names never hold "..". So nothing outside the root can be
 * reached, not even if directories are moved at the same time.
 */
#define _GNU_SOURCE /* O_PATH */
#include "helios_server.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* An entry of a directory, which need not exist. */
typedef struct Entry {
	int directory; /* descriptor; the caller closes it */
	char name[NAME_MAX + 1];
} Entry;

/* close_failed: close a descriptor, keep errno, and return -1. */
static int
close_failed(int fd)
{
	int error = errno;

	close(fd);
	errno = error;
	return -1;
}

/*
 * find_spelling: set e->name to the spelling of a word in the directory: the word itself if there
 * is such an entry; otherwise the first entry (in byte order) that differs only in case; otherwise
 * the word. Returns false with errno on failure.
 */
static bool
find_spelling(Entry *e, const char *word)
{
	struct stat st;
	struct dirent *d;
	DIR *dir;

	if (strlen(word) > NAME_MAX) {
		errno = ENAMETOOLONG;
		return false;
	}
	snprintf(e->name, sizeof e->name, "%s", word);
	if (fstatat(e->directory, word, &st, AT_SYMLINK_NOFOLLOW) == 0)
		return true;
	dir = fdopendir(openat(e->directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	if (!dir)
		return false;
	while ((d = readdir(dir)))
		if (strcasecmp(d->d_name, word) == 0
			&& (strcmp(e->name, word) == 0 || strcmp(d->d_name, e->name) < 0))
			snprintf(e->name, sizeof e->name, "%s", d->d_name);
	closedir(dir);
	return true;
}

/* find_entry: find the entry of a name of at least one word; false with errno if there is none. */
static bool
find_entry(int root, const char *const *words, int n, Entry *e)
{
	e->directory = openat(root, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	for (int i = 0; e->directory >= 0; i++) {
		int next;

		if (!find_spelling(e, words[i]))
			break;
		if (i == n - 1)
			return true;
		next = openat(e->directory, e->name,
			O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (next < 0)
			break;
		close(e->directory);
		e->directory = next;
	}
	if (e->directory >= 0)
		close_failed(e->directory);
	return false;
}

int
hs_tree_open_directory(int root, const char *const *words, int n)
{
	Entry e;
	int fd;

	if (n == 0)
		return openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (!find_entry(root, words, n, &e))
		return -1;
	fd = openat(e.directory, e.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	close_failed(e.directory);
	return fd;
}

/* hs_tree_open: flags as for open(2); regular files only, so that it never waits for a pipe. */
int
hs_tree_open(int root, const char *const *words, int n, int flags)
{
	struct stat st;
	Entry e;
	int fd;

	if (n == 0) {
		errno = EISDIR;
		return -1;
	}
	if (!find_entry(root, words, n, &e))
		return -1;
	fd = openat(e.directory, e.name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
		0666);
	close_failed(e.directory);
	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		return fd;
	errno = S_ISDIR(st.st_mode) ? EISDIR : ENOENT;
	return close_failed(fd);
}

int
hs_tree_make_directory(int root, const char *const *words, int n)
{
	Entry e;
	int result;

	if (n == 0) {
		errno = EEXIST;
		return -1;
	}
	if (!find_entry(root, words, n, &e))
		return -1;
	result = mkdirat(e.directory, e.name, 0777);
	close_failed(e.directory);
	return result;
}

int
hs_tree_remove(int root, const char *const *words, int n)
{
	Entry e;
	int result;

	if (n == 0) {
		errno = EBUSY;
		return -1;
	}
	if (!find_entry(root, words, n, &e))
		return -1;
	result = unlinkat(e.directory, e.name, 0);
	if (result != 0 && errno == EISDIR)
		result = unlinkat(e.directory, e.name, AT_REMOVEDIR);
	close_failed(e.directory);
	return result;
}

int
hs_tree_rename(int root, const Name *from, const Name *to)
{
	Entry a, b;
	int result = -1;

	if (from->n < 2 || to->n < 2) {
		errno = EBUSY;
		return -1;
	}
	if (!find_entry(root, from->word + 1, from->n - 1, &a))
		return -1;
	if (find_entry(root, to->word + 1, to->n - 1, &b)) {
		result = renameat(a.directory, a.name, b.directory, b.name);
		close_failed(b.directory);
	}
	close_failed(a.directory);
	return result;
}
