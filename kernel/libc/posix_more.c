/*
 * posix_more.c - files at a position, new names, and what a program asks of its system.
 */
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

ssize_t
pread(int fd, void *to, size_t n, off_t at)
{
	off_t before = lseek(fd, 0, SEEK_CUR);
	ssize_t got;

	if (before < 0 || lseek(fd, at, SEEK_SET) < 0)
		return -1;
	got = read(fd, to, n);
	return lseek(fd, before, SEEK_SET) < 0 ? -1 : got;
}

ssize_t
pwrite(int fd, const void *from, size_t n, off_t at)
{
	off_t before = lseek(fd, 0, SEEK_CUR);
	ssize_t put;

	if (before < 0 || lseek(fd, at, SEEK_SET) < 0)
		return -1;
	put = write(fd, from, n);
	return lseek(fd, before, SEEK_SET) < 0 ? -1 : put;
}

int
lstat(const char *restrict name, struct stat *restrict to)
{
	return stat(name, to); /* the server follows links */
}

/* mkstemp: replace the last six letters, which must be X, so that no file has the name; open it. */
int
mkstemp(char *name)
{
	size_t n = strlen(name);

	if (n < 6 || strcmp(name + n - 6, "XXXXXX") != 0) {
		errno = EINVAL;
		return -1;
	}
	for (int number = 0; number < 1000000; number++) {
		int fd;

		sprintf(name + n - 6, "%06d", number);
		fd = open(name, O_RDWR | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
		if (fd >= 0 || errno != EEXIST)
			return fd;
	}
	return -1;
}

/* posix_memalign: returns the error instead of setting errno. */
int
posix_memalign(void **to, size_t align, size_t n)
{
	if (align < sizeof(void *) || (align & (align - 1)) != 0)
		return EINVAL;
	*to = aligned_alloc(align, n);
	return *to || n == 0 ? 0 : ENOMEM;
}

void *
reallocarray(void *p, size_t n, size_t size)
{
	size_t bytes;

	if (!__builtin_mul_overflow(n, size, &bytes))
		return realloc(p, bytes);
	errno = ENOMEM;
	return NULL;
}

/* ---- the system ---- */

pid_t
getpid(void)
{
	return 1; /* no other process can ask */
}

int
getpagesize(void)
{
	return 4096; /* any number would do: there are no pages */
}

long
sysconf(int name)
{
	switch (name) {
	case _SC_CLK_TCK:
		return CLOCKS_PER_SEC;
	case _SC_OPEN_MAX:
		return FOPEN_MAX;
	case _SC_PAGESIZE:
		return getpagesize();
	case _SC_NPROCESSORS_ONLN:
		return 1;
	default:
		errno = EINVAL;
		return -1;
	}
}
