/*
 * file.c - reading and writing whole files.
 *
 * A file gets its name only after all of it is written, so NAME never refers to an incomplete file.
 * Until then the file has no name (O_TMPFILE), and a killed process leaves nothing behind. On a
 * file system without O_TMPFILE the file has a temporary name, which a killed process leaves
 * behind.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int
file_open(const char *name)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		fatal("cannot open %s:", name);
	if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		fatal("cannot read %s:", name);
	}
	return fd;
}

Buf
file_read(const char *name, size_t max)
{
	bool standard = strcmp(name, "-") == 0;
	int fd = standard ? STDIN_FILENO : file_open(name);
	uint8_t chunk[65536];
	Buf b = {0};
	ssize_t n;

	while ((n = read(fd, chunk, sizeof chunk)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			fatal("cannot read %s:", name);
		if (b.len + n > max)
			fatal("%s is too large: the limit is %zu bytes", name, max);
		buf_put(&b, chunk, n);
	}
	if (!standard)
		close(fd);
	return b;
}

/* write_bytes: write n bytes; false, with errno set, if not all were written. */
static bool
write_bytes(int fd, const void *data, size_t n)
{
	const uint8_t *p = data;

	while (n > 0) {
		ssize_t done = write(fd, p, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return false;
		p += done;
		n -= done;
	}
	return true;
}

/*
 * is_special: true if the file is neither regular nor a directory; true for a device or a pipe.
 */
static bool
is_special(const char *name)
{
	struct stat st;

	return stat(name, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* write_special: write n bytes to a device or pipe; false, with errno set, on failure. */
static bool
write_special(const char *name, const void *data, size_t n)
{
	int fd = open(name, O_WRONLY | O_CLOEXEC);
	bool done = fd >= 0 && write_bytes(fd, data, n);

	if (fd >= 0 && close(fd) != 0)
		return false;
	return done;
}

/*
 * open_nameless: open an unnamed file in the directory of `name`; -1 if it cannot be created there,
 * or could not be named later.
 */
static int
open_nameless(const char *name)
{
	char *copy = xstrdup(name);
	bool mounted = access("/proc/self/fd", X_OK) == 0;
	int fd = mounted ? open(dirname(copy), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666) : -1;

	free(copy);
	return fd;
}

/*
 * name_file: name the unnamed file. linkat cannot replace an existing file, so this links the file
 * under a temporary name and renames that. A temporary name left by a killed process is removed.
 * Returns false, with errno set, on failure: EEXIST or ENOENT if another process writes a file of
 * the same name at this moment. If that process has removed the temporary name of this file, the
 * file cannot be named any more.
 */
static bool
name_file(int fd, const char *name)
{
	char *temp = xasprintf("%s.part", name), *self = xasprintf("/proc/self/fd/%d", fd);
	bool done;
	int reason;

	unlink(temp);
	done = linkat(AT_FDCWD, self, AT_FDCWD, temp, AT_SYMLINK_FOLLOW) == 0
		&& rename(temp, name) == 0;
	reason = errno;
	if (!done)
		unlink(temp);
	free(temp);
	free(self);
	errno = reason;
	return done;
}

/*
 * replace_nameless: write n bytes to an unnamed file, give it the name of the old file, and close
 * it. Returns false, with errno set, on failure.
 */
static bool
replace_nameless(int fd, const char *name, const void *data, size_t n)
{
	bool done = write_bytes(fd, data, n) && name_file(fd, name);
	int reason = errno;

	if (close(fd) != 0)
		return false;
	errno = reason;
	return done;
}

/*
 * replace_beside: write n bytes to a new file in the same directory, then rename it over the old
 * one. Returns false, with errno set, on failure.
 */
static bool
replace_beside(const char *name, const void *data, size_t n)
{
	char *temp = xasprintf("%s.XXXXXX", name);
	int fd = mkstemp(temp), reason;
	mode_t mask = umask(0);
	bool done;

	umask(mask);
	done = fd >= 0 && fchmod(fd, 0666 & ~mask) == 0 && write_bytes(fd, data, n);
	if (fd >= 0 && close(fd) != 0)
		done = false;
	done = done && rename(temp, name) == 0;
	reason = errno;
	if (fd >= 0 && !done)
		unlink(temp);
	free(temp);
	errno = reason;
	return done;
}

/* replace_file: replace the contents of a regular file atomically; false on failure. */
static bool
replace_file(const char *name, const void *data, size_t n)
{
	int fd = open_nameless(name);

	if (fd >= 0 && replace_nameless(fd, name, data, n))
		return true;
	return (fd < 0 || errno == EEXIST || errno == ENOENT) && replace_beside(name, data, n);
}

void
file_write(const char *name, const void *data, size_t n)
{
	if (strcmp(name, "-") == 0)
		fwrite(data, 1, n, stdout);
	else if (!(is_special(name) ? write_special : replace_file)(name, data, n))
		fatal("cannot write %s:", name);
}

char *
file_beside(const char *name, const char *other)
{
	const char *slash = strrchr(name, '/');

	return xasprintf("%.*s%s", slash ? (int)(slash + 1 - name) : 0, name, other);
}

void
file_copy(const char *from, const char *to, size_t max)
{
	Buf b = file_read(from, max);

	file_write(to, b.data, b.len);
	buf_free(&b);
}

void
file_check_output(const char *name)
{
	char *copy = xstrdup(name);
	bool directory = file_is_directory(name);
	const char *place = is_special(name) ? name : dirname(copy);

	if (directory)
		errno = EISDIR;
	if (directory || (strcmp(name, "-") != 0 && access(place, W_OK) != 0))
		fatal("cannot write %s:", name);
	free(copy);
}

bool
file_is_directory(const char *name)
{
	struct stat st;

	return stat(name, &st) == 0 && S_ISDIR(st.st_mode);
}

void
directory_make(const char *name)
{
	if (mkdir(name, 0777) < 0 && errno != EEXIST)
		fatal("cannot make the directory %s:", name);
}

void
output_close(void)
{
	bool failed = ferror(stdout);

	if (fflush(stdout) != 0 || failed)
		fatal("cannot write standard output:");
}
