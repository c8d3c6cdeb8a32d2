/*
 * posix.c - file descriptors, which are numbers of the host's streams.
 */
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <t800.h>
#include <time.h>
#include <unistd.h>

enum { BINARY = 1 }; /* a type of file, as the server knows it */

/* Modes of the server: as fopen's "r", "w", "a", "r+", "w+", "a+". */
enum { READ = 1, WRITE, APPEND, UPDATE, NEW, APPEND_UPDATE };

static int
open_as(const char *name, int mode)
{
	int32_t stream;

	return host_open(name, BINARY, mode, &stream) < 0 ? -1 : (int)stream;
}

/* server_mode: the server's mode for a file that exists or is made empty. */
static int
server_mode(int flags)
{
	bool reads = (flags & O_ACCMODE) == O_RDWR;

	if ((flags & O_ACCMODE) == O_RDONLY)
		return READ;
	if (flags & O_APPEND)
		return reads ? APPEND_UPDATE : APPEND;
	if (flags & O_TRUNC)
		return reads ? NEW : WRITE;
	return UPDATE;
}

/*
 * open: for some modes the server makes a file even if that is not wanted, so the file is looked
 * for first.
 */
int
open(const char *name, int flags, ...)
{
	int there = open_as(name, READ);

	if (there >= 0) {
		if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) {
			host_close(there);
			errno = EEXIST;
			return -1;
		}
		if (server_mode(flags) == READ)
			return there;
		host_close(there);
		return open_as(name, server_mode(flags));
	}
	if (!(flags & O_CREAT))
		return -1;
	if (server_mode(flags) == UPDATE || server_mode(flags) == READ)
		return open_as(name, NEW);
	return open_as(name, server_mode(flags));
}

int
creat(const char *name, mode_t mode)
{
	return open(name, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

ssize_t
read(int fd, void *to, size_t n)
{
	char *at = to;
	size_t done = 0;

	while (done < n) {
		int got = host_read(fd, at + done, n - done > HOST_BLOCK ? HOST_BLOCK : (int)(n - done));

		if (got < 0)
			return done > 0 ? (ssize_t)done : -1;
		done += got;
		if (got < HOST_BLOCK)
			break; /* the end, or all that a terminal has */
	}
	return done;
}

ssize_t
write(int fd, const void *from, size_t n)
{
	const char *at = from;
	size_t done = 0;

	while (done < n) {
		int put = host_write(fd, at + done, n - done > HOST_BLOCK ? HOST_BLOCK : (int)(n - done));

		if (put <= 0)
			return done > 0 ? (ssize_t)done : -1;
		done += put;
	}
	return done;
}

off_t
lseek(int fd, off_t offset, int origin)
{
	int32_t at;

	/* the server counts from 1: beginning, here, end */
	if (host_seek(fd, offset, origin + 1) < 0 || host_tell(fd, &at) < 0)
		return -1;
	return at;
}

int
close(int fd)
{
	return host_close(fd);
}

int
fsync(int fd)
{
	return host_flush(fd);
}

int
unlink(const char *name)
{
	return host_remove(name);
}

int
access(const char *name, int mode)
{
	int fd = open_as(name, READ);

	if (fd >= 0)
		host_close(fd);
	if (fd < 0 || !(mode & W_OK))
		return fd < 0 ? -1 : 0;
	fd = open_as(name, UPDATE);
	return fd < 0 ? -1 : host_close(fd);
}

int
isatty(int fd)
{
	(void)fd; /* the server does not report what kind a stream is */
	errno = ENOTTY;
	return 0;
}

/* ---- properties of a file ---- */

int
fstat(int fd, struct stat *to)
{
	off_t at, end;

	*to = (struct stat){.st_mode = S_IFCHR | S_IRUSR | S_IWUSR, .st_nlink = 1, .st_blksize = HOST_BLOCK};
	if (fd <= STDERR_FILENO)
		return 0;
	at = lseek(fd, 0, SEEK_CUR);
	end = lseek(fd, 0, SEEK_END);
	if (at < 0 || end < 0 || lseek(fd, at, SEEK_SET) < 0)
		return -1;
	to->st_mode = S_IFREG | S_IRUSR | S_IWUSR;
	to->st_size = end;
	to->st_blocks = (end + 511) / 512;
	return 0;
}

/* stat_opened: stat with a server that does not report kinds of files. */
static int
stat_opened(const char *name, struct stat *to)
{
	int fd = open_as(name, READ), result;

	if (fd < 0)
		return -1;
	result = fstat(fd, to);
	host_close(fd);
	return result;
}

int
stat(const char *restrict name, struct stat *restrict to)
{
	static const mode_t modes[] = {[KIND_OTHER] = S_IFCHR | S_IRUSR | S_IWUSR,
		[KIND_FILE] = S_IFREG | S_IRUSR | S_IWUSR, [KIND_DIRECTORY] = S_IFDIR | S_IRWXU};
	FileKind kind;
	int32_t length;

	if (host_status(name, &kind, &length) < 0)
		return errno == ENOSYS ? stat_opened(name, to) : -1;
	*to = (struct stat){.st_mode = modes[kind], .st_nlink = 1, .st_size = length,
		.st_blksize = HOST_BLOCK, .st_blocks = (length + 511) / 512};
	return 0;
}

/* ---- time ---- */

int
gettimeofday(struct timeval *restrict to, void *restrict zone)
{
	(void)zone; /* UTC */
	*to = (struct timeval){0};
	return time(&to->tv_sec) < 0 ? -1 : 0;
}

/* wait_microseconds: wait fewer than 2^30 microseconds, by the clock of the running priority. */
static void
wait_microseconds(uint32_t microseconds)
{
	timer_wait(host_clock() + (process_priority() == PRIORITY_HIGH ? microseconds : microseconds / 64 + 1));
}

int
usleep(useconds_t microseconds)
{
	wait_microseconds(microseconds);
	return 0;
}

unsigned
sleep(unsigned seconds)
{
	for (; seconds > 0; seconds--)
		wait_microseconds(1000000);
	return 0;
}

void
_exit(int status)
{
	_Exit(status);
}
