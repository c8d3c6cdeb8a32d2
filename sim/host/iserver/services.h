/*
 * services.h - requests and streams. Private to this folder. sp_NAME serves a request of server.h;
 * sp is the protocol's name.
 */
#ifndef SERVICES_H
#define SERVICES_H

#include "iserver.h"

#include <sys/types.h>

enum {
	MAX_FIELDS = 6,
	NSTREAMS = 128, /* including the three standard streams, as in the INMOS server */
	SLICE_MAX = ISERVER_MAX - 1 - 2, /* the longest slice in a reply without other fields */
};

/* The arrangement of a stream's bytes; the numbers are those of the protocol. */
typedef enum Arrangement {
	CLOSED,
	BINARY,
	TEXT,
	VARIABLE, /* records of any length up to a maximum */
	FIXED,    /* records of one length */
} Arrangement;

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
	int32_t size;    /* of the current record; -1 for none */
	bool dirty;      /* assembled but not yet written */
	int32_t number;  /* number of records before the position */
} Record;

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
	uint32_t hungry;   /* consecutive requests for input after its end */
	uint64_t written;  /* bytes counted against the quota; see quota.c */
	bool refused;      /* a write was refused, and the user was notified */
	bool denied;       /* iserver_denied */
	int output_error;
	bool exited;
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
	bool hungry; /* the request asked for input after its end */
} Call;

#define X(tag, name, function, fields) Result sp_##function(Call *c);
SERVER_REQUESTS(X)
#undef X

/* sp_reply_half: append a 16-bit number to a reply. */
void sp_reply_half(Buf *reply, uint16_t n);
/* sp_reply_slice: append a slice, its length and its bytes, to a reply. */
void sp_reply_slice(Buf *reply, const void *bytes, size_t n);
/* sp_result: the result that corresponds to an errno. */
Result sp_result(int error);

/* path.c: names below the root; a failure returns -1 and errno, EXDEV for a name outside. */
int sp_path_open(int root, const Arg *name, int flags);
int sp_path_remove(int root, const Arg *name);
int sp_path_rename(int root, const Arg *from, const Arg *to);
/* sp_path_exists: 1 if the file exists, 0 if not, -1 on failure. */
int sp_path_exists(int root, const Arg *name);

/* sp_has_keyboard: true if input comes from a terminal or from the typist. */
bool sp_has_keyboard(const Iserver *s);
/* sp_comes_late: true if input may arrive later than the program asks for it. */
bool sp_comes_late(const Iserver *s);
/* sp_terminal_mode: set a terminal to deliver single keys, or whole lines. */
void sp_terminal_mode(Iserver *s, bool keys);
Result sp_key(Iserver *s, bool wait, uint8_t *key);

/* io.c: reading and writing descriptors completely. */
ssize_t sp_io_read(int fd, void *bytes, size_t n, bool whole);
/* sp_io_wait: begin waiting for input (iserver_waits). */
void sp_io_wait(void);
/* sp_io_waited: end waiting for input. */
void sp_io_waited(void);
ssize_t sp_io_line(int fd, uint8_t *bytes, size_t max, bool seekable);
size_t sp_io_write(int fd, const void *bytes, size_t n);

/* quota.c: like sp_io_write and ftruncate, but they fail with EDQUOT beyond the quota. */
size_t sp_quota_write(Iserver *s, const Stream *st, const void *bytes, size_t n);
int sp_quota_cut(Iserver *s, int fd, off_t length);

/* file.c */
Result sp_stream_new(Iserver *s, const Arg *name, int mode, Stream **st);
void sp_stream_end(Stream *st);
/* sp_stream_id: the number by which the program knows a stream. */
int32_t sp_stream_id(const Iserver *s, const Stream *st);
Result sp_stream_failed(Stream *st, int error);

/* record.c: closing and seeking in record streams. */
Result sp_record_flush(Iserver *s, Stream *st);
Result sp_record_seek(Stream *st, int32_t offset, int whence);

#endif
