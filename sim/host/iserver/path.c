/*
 * path.c - resolves names of the program's files, which must lie below one directory.
 *
 * The components of a name are opened one by one, each relative to the directory before it. The
 * host never follows symbolic links; this file reads and resolves them. So neither "..", nor a
 * link, nor a directory moved at the same time can lead outside the root. A leading "/" means the
 * root; a link with an absolute target leads outside.
 */
#define _GNU_SOURCE /* O_PATH */
#include "services.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	MAX_DEPTH = 64, /* directories below the root */
	MAX_LINKS = 40, /* followed in one name; the host's own limit */
};

/* The way along a file's name, from the root directory on. */
typedef struct Walk {
	int dirs[MAX_DEPTH]; /* from the root (borrowed) to the current directory */
	int depth;           /* index of the current directory */
	int nlinks;          /* symbolic links followed so far */
	char rest[PATH_MAX]; /* the unresolved part of the name */
	char last[NAME_MAX + 1]; /* at the end: the name in the last directory */
} Walk;

/* set_errno: set errno and return false. */
static bool
set_errno(int error)
{
	errno = error;
	return false;
}

/* walk_end: free a walk; errno is preserved. */
static void
walk_end(Walk *w)
{
	int error = errno;

	while (w->depth > 0)
		close(w->dirs[w->depth--]);
	errno = error;
}

/* next_component: move the next component of the rest to w->last; "." if there is none. */
static bool
next_component(Walk *w)
{
	char *start = w->rest + strspn(w->rest, "/");
	size_t n = strcspn(start, "/");

	if (n > NAME_MAX)
		return set_errno(ENAMETOOLONG);
	memcpy(w->last, n ? start : ".", n ? n : 1);
	w->last[n ? n : 1] = '\0';
	memmove(w->rest, start + n, strlen(start + n) + 1);
	return true;
}

/*
 * expand_link: if w->last is a symbolic link, put its target in front of the rest. Returns -1 on
 * failure.
 */
static int
expand_link(Walk *w)
{
	char target[PATH_MAX];
	ssize_t n = readlinkat(w->dirs[w->depth], w->last, target, sizeof target);
	size_t rest = strlen(w->rest);

	if (n < 0)
		return errno == EINVAL || errno == ENOENT ? 0 : -1;
	if (n == 0 || target[0] == '/') {
		errno = EXDEV;
		return -1;
	}
	if (++w->nlinks > MAX_LINKS || n + rest >= sizeof w->rest) {
		errno = ELOOP;
		return -1;
	}
	memmove(w->rest + n, w->rest, rest + 1);
	memcpy(w->rest, target, n);
	return 1;
}

/* enter_directory: make w->last the current directory of the walk; false with errno on failure. */
static bool
enter_directory(Walk *w)
{
	int fd;

	if (strcmp(w->last, ".") == 0)
		return true;
	if (strcmp(w->last, "..") == 0) {
		if (w->depth == 0)
			return set_errno(EXDEV);
		close(w->dirs[w->depth--]);
		return true;
	}
	if (w->depth + 1 == MAX_DEPTH)
		return set_errno(ENAMETOOLONG);
	fd = openat(w->dirs[w->depth], w->last, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return false;
	w->dirs[++w->depth] = fd;
	return true;
}

/*
 * walk_path: go to the directory of a name's last component and put that component, which need not
 * exist, into w->last. With follow, a link in the last component is resolved, too. The caller must
 * call walk_end, even after a failure.
 */
static bool
walk_path(Walk *w, int root, const Arg *name, bool follow)
{
	*w = (Walk){.dirs = {root}};
	if (root < 0)
		return set_errno(ENODEV);
	if (name->n >= sizeof w->rest)
		return set_errno(ENAMETOOLONG);
	memcpy(w->rest, name->bytes, name->n);
	for (;;) {
		int link = 0;
		bool final;

		if (!next_component(w))
			return false;
		final = w->rest[0] == '\0';
		if (!final || follow)
			link = expand_link(w);
		if (link < 0)
			return false;
		if (link > 0)
			continue;
		if (final && strcmp(w->last, "..") != 0)
			return true;
		if (!enter_directory(w))
			return false;
	}
}

/* sp_path_open: flags as for open(2); regular files only, so that it never waits for a pipe. */
int
sp_path_open(int root, const Arg *name, int flags)
{
	struct stat st;
	Walk w;
	int fd = -1;

	if (walk_path(&w, root, name, true))
		fd = openat(w.dirs[w.depth], w.last,
		            flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
	walk_end(&w);
	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		return fd;
	close(fd);
	errno = EINVAL;
	return -1;
}

int
iserver_path_open(const char *root, const char *name, int flags)
{
	Arg arg = {.n = strlen(name), .bytes = (const uint8_t *)name};
	int dir = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC), fd, error;

	if (dir < 0)
		return -1;
	fd = sp_path_open(dir, &arg, flags);
	error = errno;
	close(dir);
	errno = error;
	return fd;
}

/* unlink_name: remove a name below the root; flags are those of unlinkat(2). */
static int
unlink_name(int root, const Arg *name, int flags)
{
	Walk w;
	int result = -1;

	if (walk_path(&w, root, name, false))
		result = unlinkat(w.dirs[w.depth], w.last, flags);
	walk_end(&w);
	return result;
}

/* sp_path_remove: remove a file or a link, but not a directory. */
int
sp_path_remove(int root, const Arg *name)
{
	return unlink_name(root, name, 0);
}

int
sp_path_rename(int root, const Arg *from, const Arg *to)
{
	Walk a, b;
	int result = -1;

	if (walk_path(&a, root, from, false)) {
		if (walk_path(&b, root, to, false))
			result = renameat(a.dirs[a.depth], a.last, b.dirs[b.depth], b.last);
		walk_end(&b);
	}
	walk_end(&a);
	return result;
}

/* stat_name: get the status of the file with this name, or to which this name links. */
static int
stat_name(int root, const Arg *name, struct stat *st)
{
	Walk w;
	int result = -1;

	if (walk_path(&w, root, name, true))
		result = fstatat(w.dirs[w.depth], w.last, st, AT_SYMLINK_NOFOLLOW);
	walk_end(&w);
	return result;
}

int
sp_path_exists(int root, const Arg *name)
{
	struct stat st;

	if (stat_name(root, name, &st) == 0)
		return 1;
	return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
}

int
sp_path_status(int root, const Arg *name, FileKind *kind, int32_t *length)
{
	struct stat st;

	if (stat_name(root, name, &st) < 0)
		return -1;
	*kind = S_ISREG(st.st_mode)   ? KIND_FILE
		: S_ISDIR(st.st_mode) ? KIND_DIRECTORY
				      : KIND_OTHER;
	*length = *kind != KIND_FILE ? 0 : st.st_size < INT32_MAX ? st.st_size : INT32_MAX;
	return 0;
}

/* ---- directories ---- */

int
sp_path_make_directory(int root, const Arg *name)
{
	Walk w;
	int result = -1;

	if (walk_path(&w, root, name, false))
		result = mkdirat(w.dirs[w.depth], w.last, 0777);
	walk_end(&w);
	return result;
}

int
sp_path_remove_directory(int root, const Arg *name)
{
	return unlink_name(root, name, AT_REMOVEDIR);
}

/* open_directory: open a directory below the root; NULL, with errno set, on failure. */
static DIR *
open_directory(int root, const Arg *name)
{
	Walk w;
	DIR *dir = NULL;
	int fd = -1;

	if (walk_path(&w, root, name, true))
		fd = openat(w.dirs[w.depth], w.last,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	walk_end(&w);
	if (fd >= 0 && !(dir = fdopendir(fd)))
		close(fd);
	return dir;
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int
sp_path_list(int root, const Arg *name, char ***names)
{
	DIR *dir = open_directory(root, name);
	struct dirent *entry;
	int n = 0;

	if (!dir)
		return -1;
	*names = NULL;
	while ((entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
			*names = xrealloc(*names, (n + 1) * sizeof **names);
			(*names)[n++] = xstrdup(entry->d_name);
		}
	closedir(dir);
	if (n > 0)
		qsort(*names, n, sizeof **names, compare_names);
	return n;
}
