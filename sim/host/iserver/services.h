/*
 * services.h - requests and streams. Private to this folder. sp_NAME serves a request of server.h;
 * sp is the protocol's name.
 */
#ifndef SERVICES_H
#define SERVICES_H

#include "iserver.h"

#include <sys/types.h>

enum {
	MAX_FIELDS = 6, /* fields of a request */
	NSTREAMS = 128, /* including the three standard streams, as in the INMOS server */
	SLICE_MAX = ISERVER_MAX - 1 - 2, /* the longest slice in a reply without other fields */
};

/* The arrangement of a stream's bytes; the numbers are those of the protocol. */
typedef enum Arrangement {
	CLOSED,   /* the stream is not open */
	BINARY,   /* bytes */
	TEXT,     /* bytes, too; newlines are not translated */
	VARIABLE, /* records of any length up to a maximum */
	FIXED,    /* records of one length */
} Arrangement;

/* The last operation on a stream. */
typedef enum LastOp {
	LAST_NONE,
	LAST_READ,
	LAST_WRITE,
} LastOp;

/* For a record stream: the record being read or assembled. */
typedef struct Record {
	bool formatted;  /* lines of text; otherwise bytes */
	uint8_t *bytes;  /* buffer of max bytes */
	int32_t max;     /* the longest record; if FIXED, the length of all records */
	int32_t size;    /* bytes of the current record; -1 for none */
	bool dirty;      /* assembled but not yet written */
	int32_t number;  /* number of records before the position */
} Record;

/* An open file, as the program knows it. */
typedef struct Stream {
	Arrangement arrangement;
	int fd;         /* -1 if not connected */
	bool standard;  /* stream 0, 1 or 2: not seekable, the descriptor belongs to the caller */
	bool reads, writes; /* operations that the mode allows */
	bool appends;       /* every write goes to the end */
	LastOp last;    /* the program must seek between reading and writing */
	bool at_end;    /* the last read reached the end */
	int error;      /* errno of the last failure, or 0 */
	Record *record; /* owned; NULL for a byte stream */
} Stream;

struct Iserver {
	IserverOptions o;
	int root;          /* descriptor of the root directory; -1: no files */
	bool interactive;  /* `in` is a terminal */
	bool takes_keys;   /* the program's last request for input was for a single key */
	bool line_is_open; /* the program's last line on a terminal is not complete */
	Stream streams[NSTREAMS];
	char *line;         /* the whole command line */
	char *program_line; /* the program's part of it */
	Buf core;          /* memory before the program was booted; see iserver_core */
	uint32_t hungry;   /* consecutive requests for input after the end of the input */
	uint64_t written;  /* bytes counted against the quota; see quota.c */
	bool refused;      /* a write was refused, and the user was notified */
	bool denied;       /* iserver_denied */
	int output_error;  /* see iserver_output_error */
	bool exited;       /* the program has asked the server to exit with `status` */
	int status;
};

/* One field of a request. */
typedef struct Arg {
	int32_t n;            /* the number; for a slice: its length */
	const uint8_t *bytes; /* bytes of a slice, inside the frame */
	Stream *stream;
} Arg;

/* One request being served; the contents of `reply` are sent only with results 0 and 134. */
typedef struct Call {
	Iserver *s;
	Time now;
	Arg arg[MAX_FIELDS];
	int nargs; /* fields decoded so far */
	Buf *reply;
	bool hungry; /* the request asked for input after the end of the input */
} Call;

#define X(tag, name, function, fields) ServerResult sp_##function(Call *c);
SERVER_REQUESTS(X)
#undef X

/* sp_reply_half: append a 16-bit number to a reply. */
void sp_reply_half(Buf *reply, uint16_t n);
/* sp_reply_slice: append a slice, its length and its bytes, to a reply. */
void sp_reply_slice(Buf *reply, const void *bytes, size_t n);
/* sp_result: the result that corresponds to an errno. */
ServerResult sp_result(int error);

/* ---- path.c: names below the root; -1 and errno on failure, EXDEV for names outside ---- */

/* sp_path_open: open a file below the root; flags are those of open(2). Returns a descriptor. */
int sp_path_open(int root, const Arg *name, int flags);
/* sp_path_remove: remove a file or a link, but not a directory; returns 0. */
int sp_path_remove(int root, const Arg *name);
/* sp_path_rename: rename a file; returns 0. */
int sp_path_rename(int root, const Arg *from, const Arg *to);
/* sp_path_exists: 1 if the file exists, 0 if not, -1 on failure. */
int sp_path_exists(int root, const Arg *name);
/* sp_path_status: the kind of a file, and its length, at most INT32_MAX; returns 0. */
int sp_path_status(int root, const Arg *name, FileKind *kind, int32_t *length);
/* sp_path_make_directory: make a directory; returns 0. */
int sp_path_make_directory(int root, const Arg *name);
/* sp_path_remove_directory: remove an empty directory; returns 0. */
int sp_path_remove_directory(int root, const Arg *name);
/*
 * sp_path_list: set *names to the names in a directory, but "." and "..", in the order of their
 * bytes; returns how many. The caller frees the names and the array.
 */
int sp_path_list(int root, const Arg *name, char ***names);

/* sp_has_keyboard: true if input comes from a terminal or from the typist. */
bool sp_has_keyboard(const Iserver *s);
/* sp_input_may_be_late: true if input may arrive after the program has asked for it. */
bool sp_input_may_be_late(const Iserver *s);
/* sp_terminal_mode: set a terminal to deliver single keys, or whole lines. */
void sp_terminal_mode(Iserver *s, bool keys);
/* sp_key: get the next key into *key; wait: block until there is one. */
ServerResult sp_key(Iserver *s, bool wait, uint8_t *key);

/* ---- io.c: reading and writing descriptors completely ---- */

/*
 * sp_io_read: read n bytes, fewer only at the end; without `whole`, what a single read gives.
 * Returns the number of bytes, or -1 and errno.
 */
ssize_t sp_io_read(int fd, void *bytes, size_t n, bool whole);
/* sp_io_begin_wait: begin waiting for input (iserver_waits). */
void sp_io_begin_wait(void);
/* sp_io_end_wait: end waiting for input. */
void sp_io_end_wait(void);
/* sp_io_line: read at most max bytes up to and including a newline. Returns as sp_io_read does. */
ssize_t sp_io_line(int fd, uint8_t *bytes, size_t max, bool seekable);
/* sp_io_write: write n bytes; returns how many were written; if fewer, errno has the reason. */
size_t sp_io_write(int fd, const void *bytes, size_t n);

/* ---- quota.c ---- */

/*
 * sp_quota_write: write n bytes to a stream as sp_io_write does, but no more than the quota allows
 * (EDQUOT).
 */
size_t sp_quota_write(Iserver *s, const Stream *st, const void *bytes, size_t n);
/* sp_quota_truncate: set the length of a file as ftruncate does, within the quota (EDQUOT). */
int sp_quota_truncate(Iserver *s, int fd, off_t length);

/* ---- file.c ---- */

/*
 * sp_stream_new: open a file as a new stream, *st, whose arrangement the caller sets. mode: 1 to 6.
 */
ServerResult sp_stream_new(Iserver *s, const Arg *name, int mode, Stream **st);
/* sp_stream_end: close a stream without writing anything; standard descriptors stay open. */
void sp_stream_end(Stream *st);
/* sp_stream_id: the number by which the program knows a stream. */
int32_t sp_stream_id(const Iserver *s, const Stream *st);
/* sp_denies_change: true if the program may not change files; this is noted for iserver_denied. */
bool sp_denies_change(Iserver *s);
/* sp_stream_failed: note an errno as the stream's last error; returns the corresponding result. */
ServerResult sp_stream_failed(Stream *st, int error);

/* ---- record.c: closing and seeking in record streams ---- */

/* sp_record_flush: write the assembled record, if there is one, before the stream is closed. */
ServerResult sp_record_flush(Iserver *s, Stream *st);
/* sp_record_seek: go to a record, by its number from `whence` (SEEK_SET, SEEK_CUR or SEEK_END). */
ServerResult sp_record_seek(Stream *st, int32_t offset, int whence);

#endif
