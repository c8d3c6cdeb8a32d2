/*
 * server.h - the requests of the INMOS server protocol, which programs send to the host, and the
 * results of its replies.
 *
 * Included by both sides. Source: INMOS server protocol, versions 1.42 to 1.5.
 */
#ifndef SERVER_H
#define SERVER_H

/*
 * Tag, name, name of the host's function, fields. Fields are
 *
 *	b byte    h signed 16 bits    w signed 32 bits    s slice: 16 bits of length, bytes
 *	n slice that names a file: not empty, without NUL    f stream id, of an open stream
 *	r stream id, of an open record stream
 */
#define SERVER_REQUESTS(X) \
	X(10, OPEN, open, "nbb") \
	X(11, CLOSE, close, "f") \
	X(12, READ, read, "fh") \
	X(13, WRITE, write, "fs") \
	X(14, GETS, gets, "fh") \
	X(15, PUTS, puts, "fs") \
	X(16, FLUSH, flush, "f") \
	X(17, SEEK, seek, "fww") \
	X(18, TELL, tell, "f") \
	X(19, EOF, eof, "f") \
	X(20, FERROR, ferror, "f") \
	X(21, REMOVE, remove, "n") \
	X(22, RENAME, rename, "nn") \
	X(23, GETBLOCK, getblock, "fh") \
	X(24, PUTBLOCK, putblock, "fs") \
	X(25, ISATTY, isatty, "f") \
	X(26, OPENREC, openrec, "nbbbbw") \
	X(27, GETREC, getrec, "rhwb") \
	X(28, PUTREC, putrec, "rwhwbs") \
	X(29, PUTEOF, puteof, "r") \
	X(30, GETKEY, getkey, "") \
	X(31, POLLKEY, pollkey, "") \
	X(32, GETENV, getenv, "s") \
	X(33, TIME, time, "") \
	X(34, SYSTEM, system, "s") \
	X(35, EXIT, exit, "w") \
	X(40, COMMANDLINE, commandline, "b") \
	X(41, CORE, core, "wh") \
	X(42, ID, id, "") \
	X(43, GETINFO, getinfo, "bh") \
	X(80, FILEEXISTS, fileexists, "n") \
	X(81, TRANSLATE, translate, "whs") \
	X(82, FERRSTAT, ferrstat, "fh") \
	X(83, COMMANDARG, commandarg, "hh") \
	SERVER_OWN_REQUESTS(X)

/* Requests of Trellis's own; another server answers RESULT_UNKNOWN. */
#define SERVER_OWN_REQUESTS(X) \
	X(120, STATUS, status, "n") \
	X(121, TRUNCATE, truncate, "fw") \
	X(122, MAKEDIR, makedir, "n") \
	X(123, REMOVEDIR, removedir, "n") \
	X(124, LIST, list, "nw")

typedef enum ServerRequest {
#define X(tag, name, function, fields) SERVER_##name = tag,
	SERVER_REQUESTS(X)
#undef X
} ServerRequest;

/* The kinds of files in the reply to STATUS. */
typedef enum FileKind { KIND_OTHER, KIND_FILE, KIND_DIRECTORY } FileKind;

/* Results; values of 128 and more mean failure. */
typedef enum ServerResult {
	RESULT_DONE = 0,
	RESULT_UNKNOWN = 1, /* the server does not know the tag */
	RESULT_FAILED = 129,
	RESULT_NO_PRIVILEGE = 131,
	RESULT_NO_RESOURCE = 132,
	RESULT_NO_FILE = 133,
	RESULT_TRUNCATED = 134,
	RESULT_BAD_STREAM = 135,
	RESULT_NO_POSITION = 136,
	RESULT_NOT_AVAILABLE = 137,
	RESULT_END_OF_FILE = 138,
	RESULT_BAD_PARAMETER = 141,
	RESULT_NO_TERMINATOR = 142,
	RESULT_RECORD_TOO_BIG = 143,
} ServerResult;

/* Sizes in bytes; SERVER_DATA is what precedes the data of a request such as WRITE. */
enum {
	SERVER_MIN = 6, /* the shortest request, without its length; programs pad to it */
	SERVER_LENGTH = 2, SERVER_TAG = 1, SERVER_STREAM = 4, SERVER_SLICE = 2,
	SERVER_DATA = SERVER_LENGTH + SERVER_TAG + SERVER_STREAM + SERVER_SLICE,
};

#endif
