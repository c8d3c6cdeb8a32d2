/*
 * quota.c - limits how much programs may write: the bytes by which files grow, including holes, and
 * the output to standard streams. Truncating a file gives quota back; removing it does not, because
 * the file may still be open.
 */
#include "services.h"

#include "base/progress.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

/* file_growth: the number of bytes by which a file grows when n bytes are written. */
static uint64_t
file_growth(const Stream *st, size_t n)
{
	off_t position = lseek(st->fd, 0, SEEK_CUR), end;
	struct stat file;

	if (st->standard || position < 0 || fstat(st->fd, &file) != 0)
		return n;
	end = (st->appends ? file.st_size : position) + n;
	return end > file.st_size ? end - file.st_size : 0;
}

/* warn_refused: tell the user once that the quota is reached. */
static void
warn_refused(Iserver *s)
{
	if (!s->refused)
		warning("the programs have reached their quota of %" PRIu64 " bytes; raise it with "
			"--quota", s->o.quota);
	s->refused = true;
}

size_t
sp_quota_write(Iserver *s, const Stream *st, const void *bytes, size_t n)
{
	uint64_t more = file_growth(st, n);
	size_t done;

	if (more > s->o.quota - s->written) {
		warn_refused(s);
		errno = EDQUOT;
		return 0;
	}
	s->written += more;
	if (st->standard) {
		progress_clear();
		if (n > 0 && isatty(st->fd))
			s->line_is_open = ((const char *)bytes)[n - 1] != '\n';
	}
	done = sp_io_write(st->fd, bytes, n);
	if (st->standard)
		typist_see_output(s->o.typist, bytes, done);
	return done;
}

int
sp_quota_truncate(Iserver *s, int fd, off_t length)
{
	struct stat file;
	uint64_t less = fstat(fd, &file) == 0 && file.st_size > length ? file.st_size - length : 0;

	if (ftruncate(fd, length) != 0)
		return -1;
	s->written -= less < s->written ? less : s->written;
	return 0;
}
