/*
 * services.h - requests and streams, for the files of this folder. Names begin with
 * sp_, as the protocol is called.
 *
 * Source: INMOS server protocol, versions 1.42 to 1.5.
 */
#ifndef SERVICES_H
#define SERVICES_H

#include "iserver.h"

#include <sys/types.h>

/*
 * The requests: tag, name, fields; sp_NAME serves one. Fields are
 *
 *	b byte    h signed 16 bits    w signed 32 bits    s slice: 16 bits of length, bytes
 *	n slice that names a file: not empty, without NUL    f stream id, of an open stream
 *	r stream id, of an open record stream
 */
#define SERVICES(X) \
	X(10, open, "nbb") \
	X(11, close, "f") \
	X(12, read, "fh") \
	X(13, write, "fs") \
	X(14, gets, "fh") \
	X(15, puts, "fs") \
	X(16, flush, "f") \
	X(17, seek, "fww") \
	X(18, tell, "f") \
	X(19, eof, "f") \
	X(20, ferror, "f") \
	X(21, remove, "n") \
	X(22, rename, "nn") \
	X(23, getblock, "fh") \
	X(24, putblock, "fs") \
	X(25, isatty, "f") \
	X(26, openrec, "nbbbbw") \
	X(27, getrec, "rhwb") \
	X(28, putrec, "rwhwbs") \
	X(29, puteof, "r") \
	X(30, getkey, "") \
	X(31, pollkey, "") \
	X(32, getenv, "s") \
	X(33, time, "") \
	X(34, system, "s") \
	X(35, exit, "w") \
	X(40, commandline, "b") \
	X(41, core, "wh") \
	X(42, id, "") \
	X(43, getinfo, "bh") \
	X(80, fileexists, "n") \
	X(81, translate, "whs") \
	X(82, ferrstat, "fh") \
	X(83, commandarg, "hh")

enum {
	MAX_FIELDS = 6,
	NSTREAMS = 128, /* the three standard ones included, as in the INMOS server */
	SLICE_MAX = ISERVER_MAX - 1 - 2, /* the longest slice of a reply that has no other field */
};

/* How a stream's bytes are arranged; the numbers are the protocol's. */
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

/* Of a record stream: the record that is being read or put together. */
typedef struct Record {
	bool formatted;  /* lines of text, else bytes */
	uint8_t *bytes;  /* max of them */
	int32_t max;     /* the longest record; of FIXED, the length of all */
	int32_t size;    /* of the current record; -1: there is none */
	bool dirty;      /* put together and not yet written */
	int32_t number;  /* records before the position */
} Record;

typedef struct Stream {
	Arrangement arrangement;
	int fd;         /* -1: nothing there */
	bool standard;  /* 0, 1 or 2: not seekable, the descriptor is the caller's */
	bool reads, writes; /* what the mode allows */
	bool appends;       /* every write goes to the end */
	LastOp last;    /* between reading and writing the program must seek */
	bool at_end;    /* the last read came to the end */
	int error;      /* errno of the last failure, or 0 */
	Record *record; /* owned; NULL: bytes */
} Stream;

struct Iserver {
	IserverOptions o;
	int root;          /* -1: no files */
	bool interactive;  /* `in` is a terminal */
	Stream streams[NSTREAMS];
	char *line;         /* the whole command line */
	char *program_line; /* the program's part of it */
	uint32_t hungry;   /* requests in succession that found the input ended */
	uint64_t written;  /* of the quota; see quota.c */
	bool refused;      /* a write was, and the user knows */
	int output_error;
	bool exited;
	int status;
};

/* One field of a request. */
typedef struct Arg {
	int32_t n;            /* the number; of a slice: its length */
	const uint8_t *bytes; /* of a slice; in the frame */
	Stream *stream;
} Arg;

/* One request being served; what `reply` gets counts with results 0 and 134 only. */
typedef struct Call {
	Iserver *s;
	Time now;
	Arg arg[MAX_FIELDS];
	int nargs; /* decoded */
	Buf *reply;
	bool hungry; /* wanted input, and it has ended */
} Call;

#define X(tag, name, fields) Result sp_##name(Call *c);
SERVICES(X)
#undef X

/* iserver.c */
void sp_reply_half(Buf *reply, uint16_t n);
void sp_reply_slice(Buf *reply, const void *bytes, size_t n);
Result sp_result(int error); /* the result for an errno */

/* path.c: names below the root; failures are -1 and errno, EXDEV for one outside. */
int sp_path_open(int root, const Arg *name, int flags);
int sp_path_remove(int root, const Arg *name);
int sp_path_rename(int root, const Arg *from, const Arg *to);
int sp_path_exists(int root, const Arg *name); /* 1, 0, or -1 */

/* key.c */
Result sp_key(Iserver *s, bool wait, uint8_t *key);

/* io.c: descriptors, wholly read and written. */
ssize_t sp_io_read(int fd, void *bytes, size_t n, bool whole);
void sp_io_wait(void);   /* input is waited for, ... */
void sp_io_waited(void); /* and no longer: see iserver_waits */
ssize_t sp_io_line(int fd, uint8_t *bytes, size_t max, bool seekable);
size_t sp_io_write(int fd, const void *bytes, size_t n);

/* quota.c: as sp_io_write and ftruncate, within the quota (EDQUOT). */
size_t sp_quota_write(Iserver *s, const Stream *st, const void *bytes, size_t n);
int sp_quota_cut(Iserver *s, int fd, off_t length);

/* file.c */
Result sp_stream_new(Iserver *s, const Arg *name, int mode, Stream **st);
void sp_stream_end(Stream *st);
int32_t sp_stream_id(const Iserver *s, const Stream *st);
Result sp_stream_failed(Stream *st, int error);

/* record.c: close and seek, of record streams. */
Result sp_record_flush(Iserver *s, Stream *st);
Result sp_record_seek(Stream *st, int32_t offset, int whence);

#endif
