/*
 * file.c - the server's requests for files and standard streams.
 *
 * A stream is a file descriptor and uses its file position. Text is not translated: a newline is
 * one byte, as on Unix.
 *
 * Streams 0, 1 and 2 have no position, and count as a terminal if the keyboard is one: the
 * behaviour of a program must not depend on whether its output goes to a file, a pipe or a screen.
 */
#include "services.h"

#include "base/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The modes 1 to 6 of open correspond to fopen's r w a r+ w+ a+. */
static const struct Mode {
	bool reads, writes, truncates, appends;
	int flags;
} modes[] = {
	{.reads = true, .flags = O_RDONLY},
	{.writes = true, .truncates = true, .flags = O_WRONLY | O_CREAT},
	{.writes = true, .appends = true, .flags = O_WRONLY | O_CREAT | O_APPEND},
	{.reads = true, .writes = true, .flags = O_RDWR},
	{.reads = true, .writes = true, .truncates = true, .flags = O_RDWR | O_CREAT},
	{.reads = true, .writes = true, .appends = true, .flags = O_RDWR | O_CREAT | O_APPEND},
};

enum { NMODES = sizeof modes / sizeof *modes };

/*
 * find_free_stream: a stream that is closed, other than the standard ones; NULL if there is none.
 */
static Stream *
find_free_stream(Iserver *s)
{
	for (int i = 3; i < NSTREAMS; i++)
		if (s->streams[i].arrangement == CLOSED)
			return &s->streams[i];
	return NULL;
}

bool
sp_denies_change(Iserver *s)
{
	s->denied |= s->o.read_only;
	return s->o.read_only;
}

bool
iserver_has_denied_change(const Iserver *s)
{
	return s->denied;
}

/*
 * sp_stream_new: open a file; the stream stays CLOSED until its arrangement is set.
 *
 * name     relative to the root directory
 * mode     1 to 6
 */
ServerResult
sp_stream_new(Iserver *s, const Arg *name, int mode, Stream **st)
{
	const struct Mode *m;
	int fd;

	if (mode < 1 || mode > NMODES)
		return RESULT_BAD_PARAMETER;
	m = &modes[mode - 1];
	if (m->writes && sp_denies_change(s))
		return sp_result(EROFS);
	*st = find_free_stream(s);
	if (!*st)
		return RESULT_NO_RESOURCE;
	fd = sp_path_open(s->root, name, m->flags);
	if (fd < 0)
		return sp_result(errno);
	if ((m->truncates && sp_quota_truncate(s, fd, 0) != 0)
		|| (m->appends && lseek(fd, 0, SEEK_END) < 0)) {
		ServerResult result = sp_result(errno);

		close(fd);
		return result;
	}
	**st = (Stream){.fd = fd, .reads = m->reads, .writes = m->writes, .appends = m->appends};
	return RESULT_DONE;
}

/* sp_stream_end: close the stream without writing anything; standard descriptors stay open. */
void
sp_stream_end(Stream *st)
{
	if (st->arrangement != CLOSED && !st->standard)
		close(st->fd);
	if (st->record)
		free(st->record->bytes);
	free(st->record);
	*st = (Stream){.fd = -1};
}

int32_t
sp_stream_id(const Iserver *s, const Stream *st)
{
	return st - s->streams;
}

/* sp_stream_failed: save errno for ferror; returns the corresponding result. */
ServerResult
sp_stream_failed(Stream *st, int error)
{
	st->error = error;
	return sp_result(error);
}

/* sp_open: the server's request open. */
ServerResult
sp_open(Call *c)
{
	int32_t arrangement = c->arg[1].n;
	Stream *st;
	ServerResult result;

	if (arrangement != BINARY && arrangement != TEXT)
		return RESULT_BAD_PARAMETER; /* for records: use openrec */
	result = sp_stream_new(c->s, &c->arg[0], c->arg[2].n, &st);
	if (result != RESULT_DONE)
		return result;
	st->arrangement = arrangement;
	buf_word(c->reply, sp_stream_id(c->s, st));
	return RESULT_DONE;
}

/* sp_close: the server's request close. */
ServerResult
sp_close(Call *c)
{
	Stream *st = c->arg[0].stream;
	ServerResult result = st->record ? sp_record_flush(c->s, st) : RESULT_DONE;

	sp_stream_end(st);
	return result;
}

/* ---- reading ---- */

/*
 * stream_ready: RESULT_DONE if the byte stream may be read or written now. Between a read and a
 * write the program must seek.
 */
static ServerResult
stream_ready(const Stream *st, LastOp op)
{
	if (st->record)
		return RESULT_BAD_STREAM; /* not a byte stream */
	if (st->last != LAST_NONE && st->last != op)
		return RESULT_NO_POSITION;
	return RESULT_DONE;
}

/* read_standard: read from the typist, or from standard input after its last text. */
static ssize_t
read_standard(Iserver *s, bool line, uint8_t *bytes, size_t max)
{
	const int fd = s->streams[0].fd;
	size_t typed = typist_read(s->o.typist, bytes, max);

	if (typed > 0 || fd < 0 || typist_is_waiting(s->o.typist))
		return typed;
	if (s->interactive)
		sp_terminal_mode(s, false);
	return line ? sp_io_line(fd, bytes, max, false)
		    : sp_io_read(fd, bytes, max, !sp_input_may_be_late(s));
}

/*
 * read_stream: read at most max bytes of a stream, or of its next line: as many as there are before
 * the end; from a terminal, the line that was typed. Sets *n to the number read.
 */
static ServerResult
read_stream(Call *c, bool line, uint8_t *bytes, size_t max, size_t *n)
{
	Stream *st = c->arg[0].stream;
	bool typed = st->standard && (sp_has_keyboard(c->s) || sp_input_may_be_late(c->s));
	ServerResult result = stream_ready(st, LAST_READ);
	ssize_t got = 0;

	*n = 0;
	if (result != RESULT_DONE)
		return result;
	if (!st->reads)
		return sp_stream_failed(st, EBADF);
	if (st->standard)
		got = read_standard(c->s, line, bytes, max);
	else if (line)
		got = sp_io_line(st->fd, bytes, max, true);
	else
		got = sp_io_read(st->fd, bytes, max, true);
	if (got < 0)
		return sp_stream_failed(st, errno);
	*n = got;
	if (!st->standard)
		st->last = LAST_READ;
	if (max > 0)
		st->at_end = got == 0 || (got < max && !typed && !(line && bytes[got - 1] == '\n'));
	c->hungry = st->standard && st->at_end && got == 0;
	return RESULT_DONE;
}

/* fitting_count: the requested count, limited to the size of a reply. */
static size_t
fitting_count(int32_t n)
{
	return n < SLICE_MAX ? n : SLICE_MAX;
}

/* read_bytes: reply with the bytes read; `some`: fail if there are none because of the end. */
static ServerResult
read_bytes(Call *c, bool some)
{
	uint8_t bytes[SLICE_MAX];
	size_t n;
	ServerResult result;

	if (c->arg[1].n < 0)
		return RESULT_BAD_PARAMETER;
	result = read_stream(c, false, bytes, fitting_count(c->arg[1].n), &n);
	if (result != RESULT_DONE)
		return result;
	if (some && n == 0)
		return c->arg[0].stream->at_end ? RESULT_END_OF_FILE : RESULT_FAILED;
	sp_reply_slice(c->reply, bytes, n);
	return RESULT_DONE;
}

/* sp_read: the server's request read. */
ServerResult
sp_read(Call *c)
{
	return read_bytes(c, false);
}

/* sp_getblock: the server's request getblock. */
ServerResult
sp_getblock(Call *c)
{
	return read_bytes(c, true);
}

/*
 * sp_gets: the request gets: as in fgets, the limit includes the newline, which is not part of the
 * reply.
 */
ServerResult
sp_gets(Call *c)
{
	uint8_t bytes[SLICE_MAX];
	size_t n;
	ServerResult result;

	if (c->arg[1].n < 1)
		return RESULT_BAD_PARAMETER;
	result = read_stream(c, true, bytes, fitting_count(c->arg[1].n), &n);
	if (result != RESULT_DONE)
		return result;
	if (n == 0)
		return RESULT_END_OF_FILE;
	sp_reply_slice(c->reply, bytes, bytes[n - 1] == '\n' ? n - 1 : n);
	return RESULT_DONE;
}

/* ---- writing ---- */

/*
 * write_stream: write bytes to a stream; *done is the number written. The next write reports an
 * error that follows a partial write.
 */
static ServerResult
write_stream(Call *c, const uint8_t *bytes, size_t n, size_t *done)
{
	Stream *st = c->arg[0].stream;
	ServerResult result = stream_ready(st, LAST_WRITE);

	*done = 0;
	if (result != RESULT_DONE)
		return result;
	if (!st->writes)
		return sp_stream_failed(st, EBADF);
	if (!st->standard)
		st->last = LAST_WRITE;
	*done = sp_quota_write(c->s, st, bytes, n);
	if (*done == n)
		return RESULT_DONE;
	if (st->standard && errno == EPIPE)
		interrupt_pipe_closed();
	if (st->standard && c->s->output_error == 0)
		c->s->output_error = errno;
	result = sp_stream_failed(st, errno);
	return *done > 0 ? RESULT_DONE : result;
}

/* write_bytes: reply with the number of bytes written; `some`: fail if it is 0. */
static ServerResult
write_bytes(Call *c, bool some)
{
	size_t done;
	ServerResult result = write_stream(c, c->arg[1].bytes, c->arg[1].n, &done);

	if (result != RESULT_DONE)
		return result;
	if (some && done == 0)
		return RESULT_FAILED;
	sp_reply_half(c->reply, done);
	return RESULT_DONE;
}

/* sp_write: the server's request write. */
ServerResult
sp_write(Call *c)
{
	return write_bytes(c, false);
}

/* sp_putblock: the server's request putblock. */
ServerResult
sp_putblock(Call *c)
{
	return write_bytes(c, true);
}

/* sp_puts: the server's request puts. */
ServerResult
sp_puts(Call *c)
{
	size_t n = c->arg[1].n, done;
	uint8_t line[ISERVER_MAX];
	ServerResult result;

	memcpy(line, c->arg[1].bytes, n);
	line[n] = '\n';
	result = write_stream(c, line, n + 1, &done);
	if (result == RESULT_DONE && done < n + 1)
		return sp_result(c->arg[0].stream->error);
	return result;
}

/*
 * sp_flush: the request flush: the server buffers nothing, so a flush only separates reads and
 * writes.
 */
ServerResult
sp_flush(Call *c)
{
	c->arg[0].stream->last = LAST_NONE;
	return RESULT_DONE;
}

/* ---- position and state ---- */

/* sp_seek: the server's request seek. */
ServerResult
sp_seek(Call *c)
{
	static const int whence[] = {[1] = SEEK_SET, [2] = SEEK_CUR, [3] = SEEK_END};
	Stream *st = c->arg[0].stream;
	int32_t origin = c->arg[2].n;

	if (origin < 1 || origin > 3)
		return RESULT_BAD_PARAMETER;
	if (st->standard)
		return RESULT_NO_POSITION;
	if (st->record)
		return sp_record_seek(st, c->arg[1].n, whence[origin]);
	if (lseek(st->fd, c->arg[1].n, whence[origin]) < 0)
		return sp_result(errno);
	st->last = LAST_NONE;
	st->at_end = false;
	return RESULT_DONE;
}

/* sp_tell: the server's request tell. */
ServerResult
sp_tell(Call *c)
{
	const Stream *st = c->arg[0].stream;
	off_t position;

	if (st->standard)
		return RESULT_NO_POSITION;
	position = st->record ? st->record->number : lseek(st->fd, 0, SEEK_CUR);
	if (position < 0 || position > INT32_MAX)
		return RESULT_NO_POSITION;
	buf_word(c->reply, position);
	return RESULT_DONE;
}

/* sp_eof: the request eof: as in feof, true only after a read has reached the end. */
ServerResult
sp_eof(Call *c)
{
	return c->arg[0].stream->at_end ? RESULT_DONE : RESULT_FAILED;
}

/* reply_error: reply with errno and at most max bytes of its text. */
static ServerResult
reply_error(Call *c, size_t max)
{
	int error = c->arg[0].stream->error;
	const char *text = strerror(error);
	size_t n = strlen(text);

	if (error == 0)
		return RESULT_FAILED;
	buf_word(c->reply, error);
	sp_reply_slice(c->reply, text, n < max ? n : max);
	return n <= max ? RESULT_DONE : RESULT_TRUNCATED;
}

/* sp_ferror: the server's request ferror. */
ServerResult
sp_ferror(Call *c)
{
	return reply_error(c, SLICE_MAX - 4);
}

/* sp_ferrstat: the server's request ferrstat. */
ServerResult
sp_ferrstat(Call *c)
{
	if (c->arg[1].n < 0)
		return RESULT_BAD_PARAMETER;
	return reply_error(c, fitting_count(c->arg[1].n));
}

/* sp_isatty: the server's request isatty. */
ServerResult
sp_isatty(Call *c)
{
	buf_byte(c->reply, c->arg[0].stream->standard && sp_has_keyboard(c->s));
	return RESULT_DONE;
}

/* ---- names ---- */

/* sp_remove: the server's request remove. */
ServerResult
sp_remove(Call *c)
{
	if (sp_denies_change(c->s))
		return sp_result(EROFS);
	return sp_path_remove(c->s->root, &c->arg[0]) == 0 ? RESULT_DONE : sp_result(errno);
}

/* sp_rename: the server's request rename. */
ServerResult
sp_rename(Call *c)
{
	int result;

	if (sp_denies_change(c->s))
		return sp_result(EROFS);
	result = sp_path_rename(c->s->root, &c->arg[0], &c->arg[1]);
	return result == 0 ? RESULT_DONE : sp_result(errno);
}

/* sp_fileexists: the server's request fileexists. */
ServerResult
sp_fileexists(Call *c)
{
	int exists = sp_path_exists(c->s->root, &c->arg[0]);

	if (exists < 0)
		return sp_result(errno);
	buf_byte(c->reply, exists);
	return RESULT_DONE;
}
