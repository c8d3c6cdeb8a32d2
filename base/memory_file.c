/* memory_file.c - files in memory, and writing to a descriptor. */
#define _GNU_SOURCE /* memfd_create */
#include "memory_file.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

void
bytes_write(int fd, const void *bytes, size_t n)
{
	for (const uint8_t *p = bytes; n > 0;) {
		ssize_t done = write(fd, p, n);

		if (done < 0 && errno == EPIPE)
			return;
		if (done < 0 && errno != EINTR)
			_exit(EXIT_OURS);
		p += done > 0 ? done : 0;
		n -= done > 0 ? done : 0;
	}
}

int
memory_file_new(void)
{
	int fd = memfd_create("trellis", MFD_CLOEXEC);

	if (fd < 0)
		fatal("cannot create a file in memory:");
	return fd;
}

Buf
memory_file_read(int fd)
{
	Buf b = {0};
	uint8_t piece[4096];
	ssize_t n;

	for (off_t at = 0; (n = pread(fd, piece, sizeof piece, at)) > 0; at += n)
		buf_put(&b, piece, n);
	return b;
}
