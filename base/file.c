/*
 * file.c - whole files, read and written.
 */
#include "base.h"

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
			fatal("%s is longer than %zu bytes, more than any such file needs", name, max);
		buf_put(&b, chunk, n);
	}
	if (!standard)
		close(fd);
	return b;
}

/* write_all: false, with errno set, if not all bytes arrive. */
static bool
write_all(int fd, const void *data, size_t n)
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

/* special: a device or pipe, or what else is neither file nor directory. */
static bool
special(const char *name)
{
	struct stat st;

	return stat(name, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* write_special: to a device or pipe, which stays what it is. */
static bool
write_special(const char *name, const void *data, size_t n)
{
	int fd = open(name, O_WRONLY | O_CLOEXEC);
	bool done = fd >= 0 && write_all(fd, data, n);

	if (fd >= 0 && close(fd) != 0)
		return false;
	return done;
}

/* replace: write a new file beside the old one, and rename it. */
static bool
replace(const char *name, const void *data, size_t n)
{
	char *temp = xasprintf("%s.XXXXXX", name);
	int fd = mkstemp(temp), reason;
	mode_t mask = umask(0);
	bool done;

	umask(mask);
	done = fd >= 0 && fchmod(fd, 0666 & ~mask) == 0 && write_all(fd, data, n);
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

void
file_write(const char *name, const void *data, size_t n)
{
	if (strcmp(name, "-") == 0)
		fwrite(data, 1, n, stdout);
	else if (!(special(name) ? write_special : replace)(name, data, n))
		fatal("cannot write %s:", name);
}

void
file_check_output(const char *name)
{
	char *copy = xstrdup(name);
	struct stat st;
	bool directory = stat(name, &st) == 0 && S_ISDIR(st.st_mode);
	const char *place = special(name) ? name : dirname(copy);

	if (directory)
		errno = EISDIR;
	if (directory || (strcmp(name, "-") != 0 && access(place, W_OK) != 0))
		fatal("cannot write %s:", name);
	free(copy);
}

void
output_close(void)
{
	bool failed = ferror(stdout);

	if (fflush(stdout) != 0 || failed)
		fatal("cannot write standard output:");
}
