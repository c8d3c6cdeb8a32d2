/*
 * iserver.h - the INMOS host server: files, keyboard, time and arguments for a program that was
 * booted over a link and runs without a kernel. See docs/iserver.md.
 *
 * It only turns request frames into replies; it knows neither links nor the network.
 *
 * 	request  +-----+-----+-----+-----------   reply  +-----+-----+--------+-----------
 * 	         |  N (16)   | tag | fields              |  N (16)   | result | fields
 * 	         +-----+-----+-----+-----------          +-----+-----+--------+-----------
 *
 * N is the number of bytes after it; all numbers are little-endian. Each request gets one reply.
 * The server's state (open files, positions) belongs to the host and is not part of snapshots.
 */
#ifndef ISERVER_H
#define ISERVER_H

#include "base/machine.h"
#include "kernel/include/server.h"
#include "sim/host/typist/typist.h"

enum {
	ISERVER_MAX = 1024,    /* N of the longest request and reply */
	ISERVER_REFUSED = -1,  /* iserver_frame_size: not the beginning of a request */
	ISERVER_POLLS = 10000, /* default of IserverOptions.polls */
	ISERVER_QUOTA = 1 << 30, /* default of IserverOptions.quota */
	ISERVER_CORE = 8 << 10, /* bytes of memory that are peeked after Analyse */
};

/* The clock of a run starts on 1 January 1990, 00:00:00 UTC; here in seconds since 1970. */
#define ISERVER_EPOCH 631152000u

/* All pointers are borrowed until iserver_free; the caller keeps the descriptors. */
typedef struct IserverOptions {
	const char *root; /* root directory for the program's files; NULL: no files */
	/* command line: the server's name, options and boot file, then the program's arguments */
	char **words;
	int nwords;
	int nserver;      /* number of words that are not the program's arguments */
	char **env; /* NAME=VALUE given by the user, terminated by NULL; NULL if there are none */
	uint32_t boardsize; /* bytes of memory, for IBOARDSIZE and IDEBUGSIZE; 0 if unknown */
	uint32_t polls;     /* see iserver_starved; 0: ISERVER_POLLS */
	uint64_t quota;     /* bytes that programs may write; 0: ISERVER_QUOTA */
	bool host_time;     /* use the host's clock instead of simulated time: not reproducible */
	int in, out, err;   /* descriptors of streams 0, 1, 2; -1 for none */
	Typist *typist;     /* types before `in` is read; NULL: nothing is typed */
	FILE *log;          /* gets a line for each request; NULL for none */
	bool live;          /* the machine runs on while a user types `in`; see iserver_must_wait */
	bool read_only;     /* refuse to change files; see iserver_has_denied_change */
} IserverOptions;

typedef struct Iserver Iserver;

/*
 * iserver_new: create a server with streams 0, 1 and 2 open. A root that cannot be opened, or a
 * command line too long for a packet, is fatal.
 *
 * Bytes for `out` are written to the descriptor at once, bypassing stdio: flush stdout before the
 * call.
 */
Iserver *iserver_new(const IserverOptions *o);

/* iserver_free: write incomplete records, and close the files that the program left open. */
void iserver_free(Iserver *s);

/*
 * iserver_frame_size: the size of the request that begins at bytes, including its two bytes of N; 0
 * if fewer than two bytes are there; ISERVER_REFUSED if N is not a valid size. The last case
 * usually means that the bytes are not a request at all, because the program's boot image was
 * misread.
 */
int iserver_frame_size(const uint8_t *bytes, size_t n);

/*
 * iserver_request: serve one request and append the whole reply, N included, to `reply`.
 *
 * frame  n bytes of any content; a malformed frame is answered with RESULT_BAD_PARAMETER
 * now    simulated time at which the request is served
 *
 * Blocks when the program reads from a pipe or terminal that has no input yet.
 */
void iserver_request(Iserver *s, const uint8_t *frame, size_t n, Time now, Buf *reply);

/*
 * iserver_awaits_typist: true if the request asks for input that the typist may still type. A
 * server of several programs can serve it later, when another program has written something.
 */
bool iserver_awaits_typist(const Iserver *s, const uint8_t *frame, size_t n);

/*
 * iserver_must_wait: true if the request asks for input that has not arrived, with
 * IserverOptions.live. Serve it later, so that the machine goes on meanwhile.
 */
bool iserver_must_wait(Iserver *s, const uint8_t *frame, size_t n);
/* iserver_has_input: true if input from `in` arrives within `wait` ms. */
bool iserver_has_input(const Iserver *s, int wait);

/*
 * iserver_set_core: set the root node's memory, n bytes from MostNeg, as it was before the program
 * was booted; the request `core` reads it. The bytes are copied.
 */
void iserver_set_core(Iserver *s, const uint8_t *bytes, size_t n);

/*
 * iserver_has_denied_change: true if a change of a file was refused because of
 * IserverOptions.read_only.
 */
bool iserver_has_denied_change(const Iserver *s);

/*
 * iserver_exited: true if the program has asked the server to exit. *status: 0 success, 1 failure,
 * ...
 */
bool iserver_exited(const Iserver *s, int *status);

/*
 * iserver_starved: true if the input has ended and the program's last `polls` requests all asked
 * for more input, so that it would never end.
 */
bool iserver_starved(const Iserver *s);

/*
 * iserver_has_terminal: true if nothing else may be shown on the terminal, because the program
 * takes single keys, or has written an incomplete line such as a prompt.
 */
bool iserver_has_terminal(const Iserver *s);

/* iserver_open_files: the number of open files. */
int iserver_open_files(const Iserver *s);

/*
 * iserver_output_error: the errno of the first failed write to stream 1 or 2, or 0. The program got
 * the error as its result; the command should also end with status 2.
 */
int iserver_output_error(const Iserver *s);

/*
 * iserver_path_open: open a file with the restrictions of a served program: it must be regular, and
 * lie below root even after following links. flags are those of open(2). Returns a descriptor, or
 * -1 and errno: EXDEV for a name outside root, EINVAL for anything but a regular file.
 */
int iserver_path_open(const char *root, const char *name, int flags);

/*
 * iserver_is_waiting: true if a server of this process is waiting for input; for signal handlers.
 */
bool iserver_is_waiting(void);

#endif
