/*
 * helios_server.h - messages, names and streams of the server (hs_). Private to this folder.
 *
 * A name selects a server by its first word, and an object of that server by the others. An open
 * object is a stream, to whose port the requests for it are sent.
 */
#ifndef HELIOS_SERVER_H
#define HELIOS_SERVER_H

#include "codes.h"
#include "helios.h"

enum {
	NAME_LENGTH = 31,   /* bytes of a directory entry's name */
	MAX_PATH = 512,     /* bytes of a name; the longest in a message (gsp.h, IOCDataMax) */
	MAX_DEPTH = 32,     /* words of a name */
	MAX_CONTROL = 255,  /* words of a message */
	MAX_STREAMS = 128,
	MAX_WINDOWS = 16,
	PIECE = 4096,       /* data bytes of a message to the machine */
	ATTRIBUTES = 20,    /* bytes of a console's attributes */
};

/* A message; the data is borrowed from what was received. */
typedef struct Message {
	uint8_t flags;        /* PRESERVE, or 0 */
	uint32_t dest, reply; /* ports */
	uint32_t function;    /* the function of a request; in a reply, the result */
	uint32_t control[MAX_CONTROL];
	uint32_t ncontrol;
	const uint8_t *data;
	uint32_t ndata;
} Message;

/* The words of a name, below the I/O processor. */
typedef struct Name {
	char text[MAX_PATH]; /* holds the words */
	const char *word[MAX_DEPTH];
	int n;
} Name;

typedef enum StreamKind {
	STREAM_FREE,
	STREAM_FILE,
	STREAM_LISTING, /* an opened directory */
	STREAM_CONSOLE,
} StreamKind;

typedef struct HeliosStream {
	StreamKind kind;
	uint32_t port;
	int fd;          /* STREAM_FILE */
	Buf listing;     /* STREAM_LISTING: its entries */
	/* a write whose data comes in further messages */
	uint32_t writer; /* port for the reply to the write; 0 if there is no write */
	uint32_t left, written; /* bytes of the write: still to come, and written so far */
	uint64_t at; /* file position of the write */
	int error;       /* errno of the first failure of the write */
	struct Console *console; /* STREAM_CONSOLE: the window that it belongs to */
	/* STREAM_CONSOLE: a read that waits for input */
	uint32_t reader; /* port for the reply to the read; 0 if there is no read */
	uint32_t wanted; /* bytes */
	uint64_t since;  /* number of the read, from 1 */
	Time until;      /* when the read times out, or NEVER */
} HeliosStream;

/* A window: the console, or another one, which the machine has created. */
typedef struct Console {
	char name[NAME_LENGTH + 1]; /* in the directory of windows; "": none yet */
	int in, out;         /* the user's descriptors; in -1: there is no input */
	Typist *typist;      /* types before `in` is read; NULL: none */
	bool interactive;    /* the input is a terminal */
	bool ended;          /* the input has ended */
	Buf typed;           /* read from the host, but not yet by the machine */
	size_t begun;        /* bytes left of a line of which the machine has read a part */
	uint64_t reads;      /* reads so far */
	uint8_t attributes[ATTRIBUTES];
	int output_error;    /* see helios_output_error */
} Console;

/* A file that a program of this run has written. */
typedef struct WrittenFile {
	uint64_t device, number; /* of the file (st_dev, st_ino) */
	uint32_t date;           /* of the last write, as from hs_date */
} WrittenFile;

struct Helios {
	HeliosOptions o;
	int root;           /* descriptor of the system's directory */
	Buf bootstrap;
	Buf in;             /* the part of a packet received so far */
	Buf out;            /* bytes that the host is to send */
	char processor[MAX_PATH]; /* the full name of the I/O processor: /IO, /Cluster/IO */
	HeliosStream streams[MAX_STREAMS];
	uint32_t next_port;
	uint32_t poked;     /* the last word that the machine has poked into this host */
	Console *windows[MAX_WINDOWS]; /* NULL: free; the first one is the console */
	WrittenFile *written;   /* [nwritten] */
	uint32_t nwritten;
	uint64_t quota;     /* bytes that may still be written */
	Time now;           /* time of the present byte or wake */
	Time active;        /* time of the last byte in either direction */
	bool ended;
};

/* ---- boot.c ---- */

/* hs_boot_prepare: read the system's files; s->out holds what follows the bootstrap. */
void hs_boot_prepare(Helios *s);

/* ---- message.c ---- */

/* hs_packet_size: the size in bytes of the packet that begins in b; 0 if it is not known yet. */
size_t hs_packet_size(const Buf *b);
/* hs_message_read: decode the message in a packet of hs_packet_size() bytes. */
void hs_message_read(Message *m, const uint8_t *packet);
/* hs_send: send a message to its port, unless that is 0 (nobody wants it). */
void hs_send(Helios *s, const Message *m);
/* hs_answer: reply to a request with a result alone. */
void hs_answer(Helios *s, const Message *request, uint32_t result);
/* hs_answer_words: reply to a request with a result and n control words. */
void hs_answer_words(Helios *s, const Message *request, uint32_t result, int n,
	const uint32_t *words);
/* hs_answer_data: reply to a request with a result and n bytes of data. */
void hs_answer_data(Helios *s, const Message *request, uint32_t result, const void *data,
	uint32_t n);
/* hs_error_code: the protocol's error code for an errno; object: one of EO_. */
uint32_t hs_error_code(int error, uint32_t object);

/* ---- name.c ---- */

/*
 * hs_name_read: the object that a request names: its context and name (control words 0 and 1)
 * joined, without the words before the first server's name. Returns false if the name is not
 * well-formed.
 */
bool hs_name_read(const Helios *s, const Message *m, Name *name);
/* hs_name_read_other: as hs_name_read, for a second name at this place of the data (rename). */
bool hs_name_read_other(const Helios *s, const Message *m, uint32_t place, Name *name);
/* hs_find_server: the number of the server with this name; -1 if there is none. */
int hs_find_server(const char *word);
/*
 * hs_put_full_name: append the name by which the object can be found from every processor, and a
 * zero.
 */
void hs_put_full_name(const Helios *s, const Name *name, Buf *b);

/* ---- tree.c: files below the root; a failure returns -1 and errno ---- */

/*
 * In these functions, words[] are names below the root, in upper or lower case. Symbolic links are
 * not followed; only directories and regular files exist.
 */

/* hs_tree_open: open a file below the root with these flags of open(2); returns a descriptor. */
int hs_tree_open(int root, const char *const *words, int n, int flags);
/* hs_tree_open_directory: open a directory below the root; returns a descriptor. */
int hs_tree_open_directory(int root, const char *const *words, int n);
/* hs_tree_make_directory: make a directory; returns 0. */
int hs_tree_make_directory(int root, const char *const *words, int n);
/* hs_tree_remove: remove a file or an empty directory; returns 0. */
int hs_tree_remove(int root, const char *const *words, int n);
/* hs_tree_rename: rename a file or directory; returns 0. */
int hs_tree_rename(int root, const Name *from, const Name *to);

/* ---- disk.c: the server `helios` ---- */
/* hs_serve_disk: serve a request for a file or directory. */
void hs_serve_disk(Helios *s, const Message *m, const Name *name);
/* hs_note_written: note that a program has written a file, whose date is then simulated time. */
void hs_note_written(Helios *s, int fd, uint32_t date);
/* hs_date: the simulated date, in seconds since 1970. */
uint32_t hs_date(const Helios *s);

/* ---- request.c: requests for names, and the search for them ---- */
/* hs_serve_request: serve a request that is not for an open stream. */
void hs_serve_request(Helios *s, const Message *m);
/* hs_answer_object: reply to a request that opens or locates an object; port 0: it is not open. */
void hs_answer_object(Helios *s, const Message *m, const Name *name, uint32_t type, uint32_t flags,
	uint32_t port);
/* hs_put_entry: append a directory entry. */
void hs_put_entry(Buf *b, uint32_t type, const char *name);

/* ---- stream.c ---- */
/* hs_stream_find: the stream with this port; NULL if there is none. */
HeliosStream *hs_stream_find(Helios *s, uint32_t port);
/* hs_stream_new: a new stream with a port of its own; NULL if too many are open. */
HeliosStream *hs_stream_new(Helios *s, StreamKind kind);
void hs_stream_free(HeliosStream *st);
/* hs_stream_message: serve a request for an open stream. */
void hs_stream_message(Helios *s, HeliosStream *st, const Message *m);

/* ---- console.c: the windows' input and output ---- */
/* hs_console_new: a window with these descriptors, which are borrowed. */
Console *hs_console_new(int in, int out, Typist *typist);
void hs_console_free(Console *c);
/* hs_open_console: open a stream of the window, and answer the request. */
void hs_open_console(Helios *s, Console *c, const Message *m, const Name *name);
/*
 * hs_console_read: note that a program wants to read; a line of which a part was read is continued
 * at once.
 */
void hs_console_read(Helios *s, HeliosStream *st, const Message *m);
/* hs_console_write: write a program's bytes to the window. */
void hs_console_write(Helios *s, Console *c, const uint8_t *bytes, size_t n);
/* hs_console_type: take what the typist has typed, and pass it on if a program waits to read. */
void hs_console_type(Helios *s, Console *c);
/* hs_console_wake_time: when to look for input, or to end a read; NEVER if no program waits. */
Time hs_console_wake_time(const Helios *s);
/*
 * hs_console_wake: look for input, and end reads that time out; quiet: no event is left in the
 * machine.
 */
void hs_console_wake(Helios *s, bool quiet);

/* ---- window.c: the servers `console` and `window` ---- */
/* hs_serve_console: serve a request for the server `console`. */
void hs_serve_console(Helios *s, const Message *m, const Name *name);
/*
 * hs_serve_window: serve a request for the server `window`, a directory of the windows. Without
 * HeliosOptions.open_window each name is the console.
 */
void hs_serve_window(Helios *s, const Message *m, const Name *name);

#endif
