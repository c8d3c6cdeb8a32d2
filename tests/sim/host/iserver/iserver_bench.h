/*
 * iserver_bench.h - shared by the tests of the host server: a server in a directory of its own, and
 * requests built from their fields.
 *
 * Frames and results are those of the INMOS server protocol, versions 1.42 to 1.5.
 */
#ifndef ISERVER_BENCH_H
#define ISERVER_BENCH_H

#define _GNU_SOURCE /* nftw, posix_openpt */
#include "base/files.h"
#include "sim/host/iserver/iserver.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum Tag {
	OPEN = 10, CLOSE, READ, WRITE, GETS, PUTS, FLUSH, SEEK, TELL, END, FERROR, REMOVE, RENAME,
	GETBLOCK, PUTBLOCK, ISATTY, OPENREC, GETREC, PUTREC, PUTEOF,
	GETKEY = 30, POLLKEY, GETENV, TIME, SYSTEM, EXIT,
	COMMANDLINE = 40, CORE, ID, GETINFO,
	FILEEXISTS = 80, TRANSLATE, FERRSTAT, COMMANDARG,
};

enum { BINARY = 1, TEXT, VARIABLE, FIXED };
enum { R = 1, W, A, R_UPDATE, W_UPDATE, A_UPDATE };
enum { START = 1, CURRENT, END_OF_FILE };

#define SECOND 1000000000000u /* picoseconds */

/* A server in a directory of its own, with a script for input and files for output. */
typedef struct Bench {
	char top[32];  /* the directory that holds root/ and what must not be touched */
	char *root;
	IserverOptions o;
	Iserver *s;
	Time now;
	Buf reply;     /* fields of the last one */
} Bench;

static char *words[] = {"iserver", "-sb", "hello.btl", "a b", "c", NULL};
static char *environment[] = {"ITERM=vt100.itm", "EMPTY=", "TWICE=first", "TWICE=second", NULL};

/* ---- bench ---- */

static inline int
script(const char *text, size_t n)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], text, n), n);
	close(ends[1]);
	return ends[0];
}

static inline char *
below(const Bench *b, const char *name)
{
	return xasprintf("%s/%s", b->top, name);
}

static inline void
put_file(const Bench *b, const char *name, const char *text)
{
	char *path = below(b, name);

	file_write(path, text, strlen(text));
	free(path);
}

static inline void
assert_file(const Bench *b, const char *name, const void *bytes, size_t n)
{
	char *path = below(b, name);
	Buf have = file_read(path, 1 << 20);

	assert_int_equal(have.len, n);
	assert_memory_equal(n ? have.data : bytes, bytes, n);
	buf_free(&have);
	free(path);
}

static inline bool
present(const Bench *b, const char *name)
{
	char *path = below(b, name);
	struct stat st;
	bool found = lstat(path, &st) == 0;

	free(path);
	return found;
}

static inline int
setup(void **state)
{
	Bench *b = xcalloc(1, sizeof *b);

	strcpy(b->top, "/tmp/iserver.XXXXXX");
	if (!mkdtemp(b->top))
		return -1;
	b->root = below(b, "root");
	mkdir(b->root, 0777);
	put_file(b, "secret", "secret");
	b->o = (IserverOptions){
		.root = b->root,
		.words = words,
		.nwords = 5,
		.nserver = 3,
		.env = environment,
		.boardsize = 0x200000,
		.in = script("one\ntwo\nlast", 12),
	};
	put_file(b, "out", "");
	put_file(b, "err", "");
	for (int i = 0; i < 2; i++) {
		char *path = below(b, i ? "err" : "out");

		*(i ? &b->o.err : &b->o.out) = open(path, O_WRONLY);
		free(path);
	}
	b->s = iserver_new(&b->o);
	*state = b;
	return 0;
}

static inline int
remove_one(const char *path, const struct stat *st, int flag, struct FTW *f)
{
	(void)st, (void)flag, (void)f; /* of nftw */
	return remove(path);
}

static inline int
teardown(void **state)
{
	Bench *b = *state;

	iserver_free(b->s);
	close(b->o.in);
	close(b->o.out);
	close(b->o.err);
	nftw(b->top, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	buf_free(&b->reply);
	free(b->root);
	free(b);
	return 0;
}

/* Restarts the bench with other options. */
static inline void
restart(Bench *b)
{
	iserver_free(b->s);
	b->s = iserver_new(&b->o);
}

/* ---- requests ---- */

static inline int
send(Bench *b, const uint8_t *frame, size_t n)
{
	Buf reply = {0};
	size_t size;
	int result;

	iserver_request(b->s, frame, n, b->now, &reply);
	assert_true(reply.len >= 3);
	size = reply.data[0] | reply.data[1] << 8;
	assert_int_equal(size, reply.len - 2);
	assert_true(size <= ISERVER_MAX);
	result = reply.data[2];
	if (result != RESULT_DONE && result != RESULT_TRUNCATED)
		assert_int_equal(size, 1);
	b->reply.len = 0;
	buf_put(&b->reply, reply.data + 3, size - 1);
	buf_free(&reply);
	return result;
}

static inline void
put16(Buf *f, unsigned n)
{
	buf_byte(f, n);
	buf_byte(f, n >> 8);
}

/*
 * ask: one request, padded as programs do. Fields: b, h, w numbers; s a text; S bytes and their
 * number. returns the result; the reply's fields are in b->reply
 */
static inline int
ask(Bench *b, int tag, const char *fields, ...)
{
	Buf f = {0};
	va_list ap;
	int result;

	put16(&f, 0);
	buf_byte(&f, tag);
	va_start(ap, fields);
	for (; *fields; fields++) {
		const char *text = *fields == 's' || *fields == 'S' ? va_arg(ap, const char *)
			: NULL;
		int n = *fields == 's' ? (int)strlen(text) : va_arg(ap, int);

		if (text) {
			put16(&f, n);
			buf_put(&f, text, n);
		} else {
			for (int i = 0; i < (*fields == 'b' ? 1 : *fields == 'h' ? 2 : 4); i++)
				buf_byte(&f, (uint32_t)n >> 8 * i);
		}
	}
	va_end(ap);
	while (f.len < 2 + SERVER_MIN || f.len % 2)
		buf_byte(&f, 0xEE);
	f.data[0] = f.len - 2;
	f.data[1] = (f.len - 2) >> 8;
	assert_int_equal(iserver_frame_size(f.data, f.len), f.len);
	result = send(b, f.data, f.len);
	buf_free(&f);
	return result;
}

static inline uint32_t
word(const Bench *b, size_t offset)
{
	assert_true(offset + 4 <= b->reply.len);
	return get32(b->reply.data + offset);
}

/* The reply is, from offset on, just this slice. */
static inline void
assert_slice_n(const Bench *b, size_t offset, const void *bytes, size_t n)
{
	assert_int_equal(b->reply.len, offset + 2 + n);
	assert_int_equal(b->reply.data[offset] | b->reply.data[offset + 1] << 8, n);
	assert_memory_equal(b->reply.data + offset + 2, bytes, n);
}

static inline void
assert_slice(const Bench *b, size_t offset, const char *text)
{
	assert_slice_n(b, offset, text, strlen(text));
}

static inline void
assert_done(const Bench *b, int result, size_t nfields)
{
	assert_int_equal(result, RESULT_DONE);
	assert_int_equal(b->reply.len, nfields);
}

static inline int
open_file(Bench *b, const char *name, int mode)
{
	assert_done(b, ask(b, OPEN, "sbb", name, BINARY, mode), 4);
	return word(b, 0);
}

static inline int
open_records(Bench *b, const char *name, int arrangement, int mode, int format, int max)
{
	assert_done(b, ask(b, OPENREC, "sbbbbw", name, arrangement, mode, 0, format, max), 12);
	assert_int_equal(word(b, 0), max);
	assert_int_equal(word(b, 8), 2);
	return word(b, 4);
}

static inline void
put_record(Bench *b, int fd, const char *text)
{
	int n = strlen(text);

	assert_done(b, ask(b, PUTREC, "wwhwbs", fd, n, n, 0, 1, text), 0);
}

static inline void
assert_record(Bench *b, int fd, const char *text)
{
	assert_int_equal(ask(b, GETREC, "whwb", fd, 500, 0, 1), RESULT_DONE);
	assert_int_equal(word(b, 0), strlen(text));
	assert_slice(b, 4, text);
}

static inline void
assert_position(Bench *b, int fd, uint32_t position)
{
	assert_done(b, ask(b, TELL, "w", fd), 4);
	assert_int_equal(word(b, 0), position);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

#endif
