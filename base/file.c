/*
 * file.c - whole files, read and written.
 */
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Buf
file_read(const char *name, size_t max)
{
	bool standard = strcmp(name, "-") == 0;
	int fd = standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	uint8_t chunk[65536];
	Buf b = {0};
	ssize_t n;

	if (fd < 0)
		fatal("cannot open %s:", name);
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

void
file_write(const char *name, const void *data, size_t n)
{
	char *temp;
	mode_t mask;
	int fd;
	FILE *f;

	if (strcmp(name, "-") == 0) {
		fwrite(data, 1, n, stdout);
		return;
	}
	temp = xasprintf("%s.XXXXXX", name);
	fd = mkstemp(temp);
	if (fd < 0)
		fatal("cannot write %s:", name);
	mask = umask(0);
	umask(mask);
	fchmod(fd, 0666 & ~mask);
	f = fdopen(fd, "wb");
	if (!f || fwrite(data, 1, n, f) != n || fflush(f) != 0 || rename(temp, name) != 0) {
		int reason = errno;

		unlink(temp);
		errno = reason;
		fatal("cannot write %s:", name);
	}
	fclose(f);
	free(temp);
}

void
output_close(void)
{
	bool failed = ferror(stdout);

	if (fflush(stdout) != 0 || failed)
		fatal("cannot write standard output:");
}
