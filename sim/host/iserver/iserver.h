/*
 * iserver.h - the INMOS host server: files, keyboard, time and arguments for a bare program that
 * was booted over a link. See docs/iserver.md.
 *
 * A protocol engine: frames go in, replies come out; it knows neither links nor the network.
 *
 *	request  +-----+-----+-----+-----------   reply  +-----+-----+--------+-----------
 *	         |  N (16)   | tag | fields              |  N (16)   | result | fields
 *	         +-----+-----+-----+-----------          +-----+-----+--------+-----------
 *
 * N counts the bytes after itself; all numbers are little-endian. One request, one reply.
 * What the server holds (open files, positions) belongs to the host and is in no snapshot.
 */
#ifndef ISERVER_H
#define ISERVER_H

#include "base/machine.h"

enum {
	ISERVER_MIN = 6,       /* N of the shortest request; programs pad to it */
	ISERVER_MAX = 1024,    /* N of the longest request and reply */
	ISERVER_REFUSED = -1,  /* iserver_frame: these bytes begin no request */
	ISERVER_POLLS = 10000, /* default of IserverOptions.polls */
	ISERVER_QUOTA = 1 << 30, /* default of IserverOptions.quota */
};

/* The clock of a run starts on 1 January 1990, 00:00:00 UTC; in seconds since 1970. */
#define ISERVER_EPOCH 631152000u

/* Results; whatever is 128 or more says that the operation failed. */
typedef enum Result {
	RESULT_DONE = 0,
	RESULT_UNKNOWN = 1, /* unimplemented tag */
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
} Result;

/* Everything pointed to is borrowed until iserver_free; descriptors stay the caller's. */
typedef struct IserverOptions {
	const char *root; /* directory that the program's files are below; NULL: no files */
	char **words;     /* the command line: the server's name, options and boot file first, */
	int nwords;       /* then the program's arguments */
	int nserver;      /* how many of the words are the server's */
	char **env;       /* NAME=VALUE given by the user, ended by NULL; NULL if there is none */
	uint32_t boardsize; /* bytes of memory, for IBOARDSIZE; 0: not told */
	uint32_t polls;     /* see iserver_starved; 0: ISERVER_POLLS */
	uint64_t quota;     /* bytes that programs may write; 0: ISERVER_QUOTA */
	bool host_time;     /* the host's clock instead of simulated time: not repeatable */
	int in, out, err;   /* streams 0, 1, 2; -1: nothing there */
	FILE *log;          /* a line per request; NULL if there is none */
} IserverOptions;

typedef struct Iserver Iserver;

/*
 * iserver_new: a server with streams 0, 1 and 2 open. A root that cannot be opened or a command
 * line that no packet can hold is the user's mistake (fatal).
 *
 * Bytes for `out` are written to the descriptor at once, past stdio: flush stdout before.
 * On a terminal, signals that would end us are held back while a key is waited for, in the
 * calling thread; other threads must not take them.
 */
Iserver *iserver_new(const IserverOptions *o);

/* iserver_free: closes what the program left open; half-written records are written. */
void iserver_free(Iserver *s);

/*
 * iserver_frame: the size of the request that begins at bytes, its two bytes of N included; 0 while
 * fewer than two bytes are there; ISERVER_REFUSED if N is not the size of a request. The latter
 * means almost always that what came was no request at all: a boot image that was misread.
 */
int iserver_frame(const uint8_t *bytes, size_t n);

/*
 * iserver_request: serve one request and append the whole reply, N included, to `reply`.
 *
 * frame  n bytes; of any content: what is malformed is answered with RESULT_BAD_PARAMETER
 * now    simulated time at which the request is served
 *
 * Waits for the host when the program reads a pipe or terminal that has nothing yet.
 */
void iserver_request(Iserver *s, const uint8_t *frame, size_t n, Time now, Buf *reply);

/* iserver_exited: has the program asked the server to end? status: 0 success, 1 failure, ... */
bool iserver_exited(const Iserver *s, int *status);

/*
 * iserver_starved: the input has ended, and the program has asked for more `polls` times in
 * succession without any other request: it will do so for ever.
 */
bool iserver_starved(const Iserver *s);

/* iserver_open: how many files are open. */
int iserver_open(const Iserver *s);

/*
 * iserver_output_error: the errno of the first failed write to stream 1 or 2, or 0. The program was
 * informed; the command should end with status 2 all the same.
 */
int iserver_output_error(const Iserver *s);

/*
 * iserver_path: open a file as a program that is served could: below root, by no link out of it,
 * and regular. flags are those of open(2). returns a descriptor, or -1 and errno: EXDEV for a name
 * that leads out, EINVAL for what is not a file.
 */
int iserver_path(const char *root, const char *name, int flags);

/*
 * iserver_waits: for handlers of signals: is a server of this process waiting for input just now?
 */
bool iserver_waits(void);

#endif
