/*
 * io.c - reads and writes descriptors completely, in spite of signals and without SIGPIPE. Nothing
 * is buffered, so files, keyboard and output are always consistent.
 */
#include "services.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/*
 * The number of reads waiting for input. Signal handlers must know it, because a read is restarted
 * after a signal.
 */
static volatile sig_atomic_t nwaiting_reads;

bool
iserver_is_waiting(void)
{
	return nwaiting_reads > 0;
}

void
sp_io_begin_wait(void)
{
	nwaiting_reads++;
}

void
sp_io_end_wait(void)
{
	nwaiting_reads--;
}

/*
 * try_again: true if a failed read or write should be repeated; waits first if the descriptor is
 * non-blocking.
 */
static bool
try_again(int fd, short events)
{
	struct pollfd p = {.fd = fd, .events = events};

	if (errno == EINTR)
		return true;
	if (errno != EAGAIN && errno != EWOULDBLOCK)
		return false;
	poll(&p, 1, -1); /* ignore the result: the next read or write reports any error */
	return true;
}

/* read_bytes: as sp_io_read, but without counting as a read that waits. */
static ssize_t
read_bytes(int fd, void *bytes, size_t n, bool whole)
{
	size_t have = 0;

	while (have < n) {
		ssize_t got = read(fd, (uint8_t *)bytes + have, n - have);

		if (got < 0 && try_again(fd, POLLIN))
			continue;
		if (got < 0 && have == 0)
			return -1;
		if (got <= 0)
			break;
		have += got;
		if (!whole)
			break;
	}
	return have;
}

/*
 * sp_io_read: read n bytes, fewer only at the end; without `whole`, the result of a single read (a
 * terminal's line). Returns the number of bytes, or -1 and errno if none could be read.
 */
ssize_t
sp_io_read(int fd, void *bytes, size_t n, bool whole)
{
	ssize_t got;

	sp_io_begin_wait();
	got = read_bytes(fd, bytes, n, whole);
	sp_io_end_wait();
	return got;
}

/*
 * sp_io_line: read up to and including a newline, at most max bytes. A seekable file is read in one
 * piece and repositioned after the newline; others are read byte by byte. Result as for sp_io_read.
 */
ssize_t
sp_io_line(int fd, uint8_t *bytes, size_t max, bool seekable)
{
	size_t have = 0;
	ssize_t got = 1;

	if (seekable) {
		const uint8_t *newline;

		got = sp_io_read(fd, bytes, max, true);
		newline = got > 0 ? memchr(bytes, '\n', got) : NULL;
		if (!newline)
			return got;
		have = newline + 1 - bytes;
		return lseek(fd, (off_t)have - got, SEEK_CUR) < 0 ? -1 : (ssize_t)have;
	}
	while (have < max && got > 0 && (have == 0 || bytes[have - 1] != '\n')) {
		got = sp_io_read(fd, bytes + have, 1, true);
		have += got > 0;
	}
	return have > 0 ? (ssize_t)have : got;
}

/*
 * write_quietly: write(2) without a SIGPIPE: if this thread gets one for the write, it is
 * discarded.
 */
static ssize_t
write_quietly(int fd, const void *bytes, size_t n)
{
	sigset_t pipe, old, pending;
	const struct timespec now = {0};
	ssize_t done;
	int error;

	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &pipe, &old);
	done = write(fd, bytes, n);
	error = errno;
	if (done < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE))
		sigtimedwait(&pipe, NULL, &now);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	errno = error;
	return done;
}

/* sp_io_write: returns the number of bytes written; if it is below n, errno has the reason. */
size_t
sp_io_write(int fd, const void *bytes, size_t n)
{
	size_t done = 0;

	while (done < n) {
		ssize_t k = write_quietly(fd, (const uint8_t *)bytes + done, n - done);

		if (k < 0 && try_again(fd, POLLOUT))
			continue;
		if (k < 0)
			break;
		done += k;
	}
	return done;
}
