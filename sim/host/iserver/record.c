/*
 * record.c - record files, as Fortran programs use them.
 *
 * On disk, as the INMOS server for Unix hosts lays them out:
 *
 * 	VARIABLE, formatted    the record's bytes, newline
 * 	VARIABLE, unformatted  length (32 bits, little-endian), the bytes, the length again
 * 	FIXED                  the bytes, filled up to the length of all records: with blanks if
 * 	                       formatted, else with zeros; record i begins at i times the length
 *
 * The server assembles a record from pieces and writes it as a whole, or reads it as a whole and
 * returns it in pieces. Positions are counted in records.
 */
#include "services.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	FORMATTED = 0,   /* field "format" of openrec; 1 is unformatted */
	RECORD_TYPE = 2, /* field "type" of the reply, if the request did not give one */
	LONGEST_RECORD = 1 << 20,  /* limits the memory that a program can use */
	/* less than SLICE_MAX, because a reply to getrec also contains the record's length */
	PIECE_MAX = SLICE_MAX - 4,
};

/* ---- reading ---- */

/*
 * damaged_record: the result when the file ends within a record, or when a record's two lengths
 * differ.
 */
static ServerResult
damaged_record(Stream *st)
{
	sp_stream_failed(st, EILSEQ);
	return RESULT_FAILED;
}

/*
 * read_part: read exactly n bytes; returns n, 0 at the end, or -1 with *result set: damaged or
 * failed.
 */
static ssize_t
read_part(Stream *st, void *bytes, size_t n, ServerResult *result)
{
	ssize_t got = sp_io_read(st->fd, bytes, n, true);

	if (got == n || got == 0)
		return got;
	*result = got < 0 ? sp_stream_failed(st, errno) : damaged_record(st);
	return -1;
}

/* read_fixed: read the next record of the stream's fixed length. */
static ServerResult
read_fixed(Stream *st)
{
	Record *r = st->record;
	ServerResult result = RESULT_END_OF_FILE;

	if (read_part(st, r->bytes, r->max, &result) <= 0)
		return result;
	r->size = r->max;
	return RESULT_DONE;
}

/* read_unformatted: read the next record; a record that is too long is skipped. */
static ServerResult
read_unformatted(Stream *st)
{
	Record *r = st->record;
	ServerResult result = RESULT_END_OF_FILE;
	uint8_t head[4], tail[4];
	int32_t n;

	if (read_part(st, head, sizeof head, &result) <= 0)
		return result;
	n = get32(head);
	if (n < 0)
		return damaged_record(st);
	if (n > r->max && lseek(st->fd, n, SEEK_CUR) < 0)
		return sp_stream_failed(st, errno);
	if (n > 0 && n <= r->max && read_part(st, r->bytes, n, &result) <= 0)
		return result == RESULT_END_OF_FILE ? damaged_record(st) : result;
	if (read_part(st, tail, sizeof tail, &result) <= 0)
		return result == RESULT_END_OF_FILE ? damaged_record(st) : result;
	if (get32(tail) != n)
		return damaged_record(st);
	if (n > r->max)
		return RESULT_RECORD_TOO_BIG;
	r->size = n;
	return RESULT_DONE;
}

/*
 * read_formatted: read a line as a record; the last line may lack its newline; a line that is too
 * long is skipped.
 */
static ServerResult
read_formatted(Stream *st)
{
	Record *r = st->record;
	uint8_t piece[4096];
	size_t size = 0;
	bool ended = false, any = false;

	while (!ended) {
		ssize_t n = sp_io_line(st->fd, piece, sizeof piece, true);
		size_t room = size < r->max ? r->max - size : 0;

		if (n < 0)
			return sp_stream_failed(st, errno);
		if (n == 0)
			break;
		any = true;
		ended = piece[n - 1] == '\n';
		n -= ended;
		memcpy(r->bytes + r->max - room, piece, n < room ? n : room);
		size += n;
	}
	if (!any)
		return RESULT_END_OF_FILE;
	if (size > r->max)
		return RESULT_NO_TERMINATOR;
	r->size = size;
	return RESULT_DONE;
}

/* has_passed_record: true if reading a record moved the position past it. */
static bool
has_passed_record(ServerResult result)
{
	return result == RESULT_DONE || result == RESULT_NO_TERMINATOR ||
	       result == RESULT_RECORD_TOO_BIG;
}

/* read_record: make the record at the position the current one, and move the position past it. */
static ServerResult
read_record(Stream *st)
{
	Record *r = st->record;
	ServerResult result;

	r->size = -1;
	if (st->at_end)
		return RESULT_END_OF_FILE;
	if (st->arrangement == FIXED)
		result = read_fixed(st);
	else
		result = (r->formatted ? read_formatted : read_unformatted)(st);
	st->at_end = result == RESULT_END_OF_FILE;
	r->number += has_passed_record(result);
	return result;
}

/* sp_getrec: the request getrec: return a piece of the current record, or of the next one. */
ServerResult
sp_getrec(Call *c)
{
	Stream *st = c->arg[0].stream;
	Record *r = st->record;
	int32_t n = c->arg[1].n, offset = c->arg[2].n;
	ServerResult result;

	if (!st->reads)
		return sp_stream_failed(st, EBADF);
	if (st->last == LAST_WRITE)
		return RESULT_NO_POSITION;
	if (n < 0 || offset < 0)
		return RESULT_BAD_PARAMETER;
	if (c->arg[3].n) {
		st->last = LAST_READ;
		result = read_record(st);
		if (result != RESULT_DONE)
			return result;
	}
	if (r->size < 0)
		return RESULT_NO_POSITION;
	if (offset > r->size)
		return RESULT_BAD_PARAMETER;
	if (n > r->size - offset)
		n = r->size - offset;
	buf_word(c->reply, r->size);
	sp_reply_slice(c->reply, r->bytes + offset, n < PIECE_MAX ? n : PIECE_MAX);
	return RESULT_DONE;
}

/* ---- writing ---- */

/* write_record: write the assembled record; it is discarded even if that fails. */
static ServerResult
write_record(Iserver *s, Stream *st)
{
	Record *r = st->record;
	size_t size = st->arrangement == FIXED ? r->max : r->size;
	bool framed = st->arrangement == VARIABLE && !r->formatted;
	Buf image = {0};
	ServerResult result = RESULT_DONE;

	if (framed)
		buf_word(&image, size);
	buf_put(&image, r->bytes, size);
	if (framed)
		buf_word(&image, size);
	else if (st->arrangement == VARIABLE)
		buf_byte(&image, '\n');
	if (sp_quota_write(s, st, image.data, image.len) < image.len)
		result = sp_stream_failed(st, errno);
	else
		r->number++;
	buf_free(&image);
	r->size = -1;
	r->dirty = false;
	return result;
}

/* sp_record_flush: write the assembled record, if there is one, before the stream is closed. */
ServerResult
sp_record_flush(Iserver *s, Stream *st)
{
	return st->record->dirty ? write_record(s, st) : RESULT_DONE;
}

/* sp_putrec: the request putrec: add a piece to a record; each piece repeats the record's size. */
ServerResult
sp_putrec(Call *c)
{
	Stream *st = c->arg[0].stream;
	Record *r = st->record;
	int32_t size = c->arg[1].n, n = c->arg[2].n, offset = c->arg[3].n;
	const Arg *piece = &c->arg[5];

	if (!st->writes)
		return sp_stream_failed(st, EBADF);
	if (st->last == LAST_READ)
		return RESULT_NO_POSITION;
	if (size > r->max)
		return RESULT_RECORD_TOO_BIG;
	if (size < 0 || n != piece->n || offset < 0 || offset > size - n)
		return RESULT_BAD_PARAMETER;
	if (r->size < 0) {
		r->size = size;
		memset(r->bytes, r->formatted ? ' ' : 0, r->max);
	}
	if (size != r->size)
		return RESULT_BAD_PARAMETER;
	memcpy(r->bytes + offset, piece->bytes, n);
	r->dirty = true;
	st->last = LAST_WRITE;
	st->at_end = false;
	return c->arg[4].n ? write_record(c->s, st) : RESULT_DONE;
}

/* sp_puteof: the request puteof: truncate the file at the position. */
ServerResult
sp_puteof(Call *c)
{
	Stream *st = c->arg[0].stream;
	off_t position = lseek(st->fd, 0, SEEK_CUR);

	if (!st->writes)
		return sp_stream_failed(st, EBADF);
	if (position < 0 || sp_quota_truncate(c->s, st->fd, position) != 0)
		return sp_stream_failed(st, errno);
	st->at_end = true;
	return RESULT_DONE;
}

/* ---- position ---- */

/* rewind_records: go back to the first record. */
static ServerResult
rewind_records(Stream *st)
{
	if (lseek(st->fd, 0, SEEK_SET) < 0)
		return sp_stream_failed(st, errno);
	st->record->number = 0;
	st->at_end = false;
	return RESULT_DONE;
}

/*
 * pass_records: move from the first record to record `target`, or to the end if that comes first.
 */
static ServerResult
pass_records(Stream *st, int32_t target)
{
	Record *r = st->record;
	ServerResult result = rewind_records(st);

	while (result == RESULT_DONE && r->number < target) {
		result = read_record(st);
		if (has_passed_record(result))
			result = RESULT_DONE;
	}
	r->size = -1;
	if (result == RESULT_END_OF_FILE) {
		st->at_end = false;
		result = RESULT_DONE;
	}
	return result;
}

/* seek_fixed: seek to any record of a FIXED file, even beyond the end. */
static ServerResult
seek_fixed(Stream *st, int32_t target)
{
	if (lseek(st->fd, (off_t)target * st->record->max, SEEK_SET) < 0)
		return sp_stream_failed(st, errno);
	st->record->number = target;
	st->at_end = false;
	return RESULT_DONE;
}

/* count_records: the number of records in the file; moves the position. */
static int32_t
count_records(Stream *st, ServerResult *result)
{
	off_t end;

	if (st->arrangement != FIXED) {
		*result = pass_records(st, INT32_MAX);
		return st->record->number;
	}
	end = lseek(st->fd, 0, SEEK_END);
	if (end >= 0 && end / st->record->max <= INT32_MAX)
		return end / st->record->max;
	*result = RESULT_NO_POSITION;
	return 0;
}

/* seek_record: seek to a record; RESULT_FAILED if it is not in the file. */
static ServerResult
seek_record(Stream *st, int32_t offset, int whence)
{
	Record *r = st->record;
	int64_t target = offset;
	ServerResult result = RESULT_DONE;

	if (whence == SEEK_CUR)
		target += r->number + (st->at_end && offset < 0);
	if (whence == SEEK_END)
		target += count_records(st, &result);
	if (result != RESULT_DONE)
		return result;
	if (target < 0 || target > INT32_MAX)
		return RESULT_FAILED;
	if (st->arrangement == FIXED)
		return seek_fixed(st, target);
	if (target == r->number) {
		st->at_end = false;
		return RESULT_DONE;
	}
	result = pass_records(st, target);
	if (result == RESULT_DONE && r->number < target)
		return RESULT_FAILED;
	return result;
}

/*
 * sp_record_seek: offset is in records; an unwritten record is discarded. After a read has reached
 * the end, the end itself counts as one record when seeking backwards.
 *
 * whence   SEEK_SET, SEEK_CUR, SEEK_END
 * returns  RESULT_FAILED if the target is not in the file; the position then does not change
 */
ServerResult
sp_record_seek(Stream *st, int32_t offset, int whence)
{
	Record *r = st->record;
	off_t position = lseek(st->fd, 0, SEEK_CUR);
	int32_t number = r->number;
	bool at_end = st->at_end;
	ServerResult result;

	r->size = -1;
	r->dirty = false;
	result = seek_record(st, offset, whence);
	if (result == RESULT_DONE) {
		st->last = LAST_NONE;
		return result;
	}
	lseek(st->fd, position, SEEK_SET);
	r->number = number;
	st->at_end = at_end;
	return result;
}

/* ---- opening ---- */

/*
 * open_stream: open the file of a record stream. To find a record, it may have to be read even if
 * the mode only writes; so modes 2 and 3 are opened as 5 and 6.
 */
static ServerResult
open_stream(Call *c, int mode, Stream **st)
{
	static const uint8_t update[] = {[1] = 1, [2] = 5, [3] = 6, [4] = 4, [5] = 5, [6] = 6};
	ServerResult result;

	if (mode < 1 || mode > 6)
		return RESULT_BAD_PARAMETER;
	result = sp_stream_new(c->s, &c->arg[0], update[mode], st);
	if (result != RESULT_DONE)
		return result;
	(*st)->reads = mode != 2 && mode != 3;
	return RESULT_DONE;
}

/*
 * append_records: move to the end, where modes 3 and 6 begin; unlike byte streams, they may go back
 * and overwrite.
 */
static ServerResult
append_records(Stream *st)
{
	if (fcntl(st->fd, F_SETFL, 0) != 0) /* no O_APPEND */
		return sp_stream_failed(st, errno);
	st->appends = false;
	return sp_record_seek(st, 0, SEEK_END);
}

/* sp_openrec: the request openrec: open a file of records. */
ServerResult
sp_openrec(Call *c)
{
	int32_t arrangement = c->arg[1].n, mode = c->arg[2].n, type = c->arg[3].n;
	int32_t format = c->arg[4].n, max = c->arg[5].n;
	Stream *st;
	ServerResult result;

	if ((arrangement != VARIABLE && arrangement != FIXED) || type > 2 || format > 1 || max < 1)
		return RESULT_BAD_PARAMETER;
	if (max > LONGEST_RECORD)
		return RESULT_NO_RESOURCE;
	result = open_stream(c, mode, &st);
	if (result != RESULT_DONE)
		return result;
	st->arrangement = arrangement;
	st->record = xcalloc(1, sizeof *st->record);
	*st->record = (Record){
		.formatted = format == FORMATTED,
		.bytes = xcalloc(max, 1),
		.max = max,
		.size = -1,
	};
	if (mode == 3 || mode == 6)
		result = append_records(st);
	if (result != RESULT_DONE) {
		sp_stream_end(st);
		return result;
	}
	buf_word(c->reply, max);
	buf_word(c->reply, sp_stream_id(c->s, st));
	buf_word(c->reply, type ? type : RECORD_TYPE);
	return RESULT_DONE;
}
