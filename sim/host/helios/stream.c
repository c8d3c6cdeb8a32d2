/*
 * stream.c - requests for open objects: files, lists of a directory's entries, the console.
 *
 * Data that a program writes comes with the request, or in further messages after the answer
 * WRITE_SIZES. Data that it reads is sent in as many messages as necessary.
 */
#include "helios_server.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_READ = 256 * PIECE }; /* bytes of one answer; a program that wants more asks again */

HeliosStream *
hs_stream_find(Helios *s, uint32_t port)
{
	for (int i = 0; i < MAX_STREAMS; i++)
		if (s->streams[i].kind != STREAM_FREE && s->streams[i].port == port)
			return &s->streams[i];
	return NULL;
}

HeliosStream *
hs_stream_new(Helios *s, StreamKind kind)
{
	for (int i = 0; i < MAX_STREAMS; i++) {
		HeliosStream *st = &s->streams[i];

		if (st->kind != STREAM_FREE)
			continue;
		*st = (HeliosStream){.kind = kind, .port = s->next_port++, .fd = -1};
		return st;
	}
	return NULL;
}

void
hs_stream_free(HeliosStream *st)
{
	if (st->fd >= 0 && st->kind == STREAM_FILE)
		close(st->fd);
	buf_free(&st->listing);
	st->kind = STREAM_FREE;
}

/* stream_size: the size of a file or listing in bytes. */
static uint64_t
stream_size(const HeliosStream *st)
{
	struct stat info;

	if (st->kind == STREAM_LISTING)
		return st->listing.len;
	return st->kind == STREAM_FILE && fstat(st->fd, &info) == 0 ? info.st_size : 0;
}

/* ---- reading ---- */

/*
 * read_piece: read up to n bytes at a position; fewer only at the end, or after an error of the
 * host.
 */
static uint32_t
read_piece(const HeliosStream *st, uint8_t *bytes, uint32_t n, uint64_t at)
{
	ssize_t have;

	if (st->kind == STREAM_FILE) {
		have = pread(st->fd, bytes, n, at);
		return have > 0 ? have : 0;
	}
	if (at >= st->listing.len)
		return 0;
	if (n > st->listing.len - at)
		n = st->listing.len - at;
	memcpy(bytes, st->listing.data + at, n);
	return n;
}

/* answer_read: send n bytes from a position on, in numbered messages. */
static void
answer_read(Helios *s, const HeliosStream *st, const Message *m, uint64_t at, uint32_t n)
{
	uint64_t size = stream_size(st), left = at < size ? size - at : 0;
	uint32_t wanted = n > MAX_READ ? MAX_READ : n;
	uint32_t end = wanted >= left && n > left ? READ_END_OF_FILE : READ_END_OF_DATA;
	uint8_t piece[PIECE];

	if (wanted > left)
		wanted = left;
	for (uint32_t step = 0;; step += READ_STEP) {
		uint32_t have = read_piece(st, piece, wanted < PIECE ? wanted : PIECE, at);
		bool more = have > 0 && have < wanted;

		hs_send(s, &(Message){.dest = m->reply, .flags = more ? PRESERVE : 0,
			.function = step | (more ? READ_MORE : end), .data = piece, .ndata = have});
		if (!more)
			return;
		at += have;
		wanted -= have;
	}
}

/* ---- writing ---- */

/* write_bytes: write to a file; returns 0 or an errno. */
static int
write_bytes(Helios *s, HeliosStream *st, uint64_t at, const uint8_t *bytes, size_t n)
{
	if (st->kind == STREAM_CONSOLE) {
		hs_console_write(s, st->console, bytes, n);
		return 0;
	}
	if (st->kind != STREAM_FILE)
		return EISDIR;
	if (n > s->quota)
		return EDQUOT;
	s->quota -= n;
	if (pwrite(st->fd, bytes, n, at) != (ssize_t)n)
		return errno;
	hs_note_written(s, st->fd, hs_date(s));
	return 0;
}

/* answer_write: answer that n bytes were written, or with an error. */
static void
answer_write(Helios *s, const Message *m, int error, uint32_t n)
{
	if (error)
		hs_answer(s, m, hs_error_code(error, EO_File));
	else
		hs_answer_words(s, m, WRITE_DONE, 1, &n);
}

/* begin_write: tell the program in which messages to send the data of its write. */
static void
begin_write(Helios *s, HeliosStream *st, const Message *m)
{
	Message answer = {.dest = m->reply, .function = WRITE_SIZES, .flags = PRESERVE,
		.ncontrol = 2, .control = {PIECE, PIECE}};

	st->writer = m->reply;
	st->at = m->control[0];
	st->left = m->control[1];
	st->written = 0;
	st->error = 0;
	hs_send(s, &answer);
}

/* continue_write: write the data of a message, and answer when all of it has arrived. */
static void
continue_write(Helios *s, HeliosStream *st, const Message *m)
{
	uint32_t n = m->ndata < st->left ? m->ndata : st->left;

	if (!st->error)
		st->error = write_bytes(s, st, st->at, m->data, n);
	st->at += n;
	st->left -= n;
	st->written += n;
	if (st->left > 0 && n > 0)
		return;
	answer_write(s, &(Message){.reply = st->writer}, st->error, st->written);
	st->writer = 0;
}

/* serve_write: serve a request to write, whose data is in the message or follows. */
static void
serve_write(Helios *s, HeliosStream *st, const Message *m)
{
	if (m->ndata > 0 || m->control[1] == 0)
		answer_write(s, m, write_bytes(s, st, m->control[0], m->data, m->ndata), m->ndata);
	else
		begin_write(s, st, m);
}

/* ---- other requests ---- */

/*
 * answer_seek: answer with the position that a seek leads to; reads and writes name positions
 * themselves.
 */
static void
answer_seek(Helios *s, const HeliosStream *st, const Message *m)
{
	int32_t offset = m->control[2];
	uint32_t base[] = {0, m->control[0], stream_size(st)}, place;

	if (m->control[1] > 2) {
		hs_answer(s, m, EC_Error | SS_IOProc | EG_Parameter | EO_Stream);
		return;
	}
	place = base[m->control[1]] + offset;
	hs_answer_words(s, m, 0, 1, &place);
}

/* set_size: shorten a file to the size in the request, and answer. */
static void
set_size(Helios *s, const HeliosStream *st, const Message *m)
{
	if (st->kind != STREAM_FILE || m->control[0] > stream_size(st))
		hs_answer(s, m, EC_Error | SS_IOProc | EG_WrongFn | EO_Stream);
	else if (ftruncate(st->fd, m->control[0]) != 0)
		hs_answer(s, m, hs_error_code(errno, EO_File));
	else
		hs_answer(s, m, 0);
}

/* transfer_attributes: get or set the console's attributes. */
static void
transfer_attributes(Helios *s, const HeliosStream *st, const Message *m, bool set)
{
	if (st->kind != STREAM_CONSOLE || (set && m->ndata != ATTRIBUTES)) {
		hs_answer(s, m, EC_Error | SS_IOProc | EG_WrongFn | EO_Stream);
	} else if (set) {
		memcpy(st->console->attributes, m->data, ATTRIBUTES);
		hs_answer(s, m, 0);
	} else {
		hs_answer_data(s, m, 0, st->console->attributes, ATTRIBUTES);
	}
}

/* close_stream: close a stream and answer. */
static void
close_stream(Helios *s, HeliosStream *st, const Message *m)
{
	hs_stream_free(st);
	hs_answer(s, m, 0);
}

/* read_stream: answer a read; a read of the console may wait for input. */
static void
read_stream(Helios *s, HeliosStream *st, const Message *m)
{
	if (st->kind == STREAM_CONSOLE)
		hs_console_read(s, st, m);
	else
		answer_read(s, st, m, m->control[0], m->control[1]);
}

/* serve_stream: serve a request for an open stream. */
static void
serve_stream(Helios *s, HeliosStream *st, const Message *m)
{
	uint32_t size;

	switch (m->function & FG_Mask) {
	case FG_Read:
		read_stream(s, st, m);
		break;
	case FG_Write:
		serve_write(s, st, m);
		break;
	case FG_GetSize:
		size = stream_size(st);
		hs_answer_words(s, m, 0, 1, &size);
		break;
	case FG_SetSize:
		set_size(s, st, m);
		break;
	case FG_Close:
		close_stream(s, st, m);
		break;
	case FG_Seek:
		answer_seek(s, st, m);
		break;
	case FG_GetInfo:
		transfer_attributes(s, st, m, false);
		break;
	case FG_SetInfo:
		transfer_attributes(s, st, m, true);
		break;
	case FG_EnableEvents:
		hs_answer_words(s, m, 0, 1, (uint32_t[]){0}); /* the enabled events never happen */
		break;
	default:
		hs_answer(s, m, EC_Error | SS_IOProc | EG_FnCode | EO_Stream);
	}
}

/* needed_words: the number of control words that a request must have. */
static uint32_t
needed_words(uint32_t function)
{
	switch (function) {
	case FG_Read:
	case FG_Write:
	case FG_Seek:
		return 3;
	case FG_SetSize:
		return 1;
	default:
		return 0;
	}
}

void
hs_stream_message(Helios *s, HeliosStream *st, const Message *m)
{
	uint32_t function = m->function & FG_Mask;

	if (st->writer && function != FG_Write && function != FG_Close)
		continue_write(s, st, m);
	else if (m->ncontrol < needed_words(function))
		hs_answer(s, m, EC_Error | SS_IOProc | EG_Parameter | EO_Message);
	else
		serve_stream(s, st, m);
}
