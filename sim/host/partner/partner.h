/*
 * partner.h - a program outside at the other end of a link of the host: bytes pass in both
 * directions, as they are.
 *
 * 	stdio         standard input and output
 * 	exec:COMMAND  a command of the shell, by its standard input and output
 * 	unix:PATH     a socket in the file system
 * 	tcp:PORT      a TCP port of this machine, on the loopback address
 * 	pty           a new pseudo terminal, whose name is printed
 *
 * If a process listens on the socket, it becomes the partner; otherwise the run waits until a
 * partner connects. So two runs with the same socket are joined, in whatever order they begin.
 *
 * A message on standard error reports a partner that closes its end or takes nothing for ten
 * seconds; the link is silent from then on. Another reports a partner that sends nothing to an idle
 * machine. If the bytes are declared as packets of iserver, invalid and incomplete packets are
 * reported.
 */
#ifndef PARTNER_H
#define PARTNER_H

#include "sim/host/adapter.h"

#include <sys/types.h>

typedef struct Partner Partner;

/* When a byte of the partner is sent to the machine. */
typedef enum PartnerInput {
	INPUT_EPOCH, /* at once; the host looks for input every millisecond of simulated time */
	INPUT_IDLE,  /* one by one, each when no event is left in the machine: repeatable */
} PartnerInput;

/* What the bytes on a link are. */
typedef enum PartnerFrames {
	FRAMES_NONE,    /* anything */
	/* the machine sends requests of INMOS's server protocol, and the partner replies */
	FRAMES_ISERVER,
} PartnerFrames;

typedef struct PartnerOptions {
	PartnerInput input;
	PartnerFrames frames;
} PartnerOptions;

/*
 * partner_new: open the partner at `where`, one of the forms above; any other text is fatal, and so
 * is a partner that cannot be opened. link: the link's name, for messages. Both texts are borrowed.
 * The call returns when a partner is connected.
 */
Partner *partner_new(const char *link, const char *where, const PartnerOptions *o);

/*
 * The partner's callbacks. `close` passes on the last bytes, closes the descriptors, and ends the
 * partner if it is a command.
 */
extern const HostStream partner_calls;

/* ---- frames.c ---- */

enum {
	FRAME_HEAD = 2,        /* bytes of a packet's size, which comes first */
	FRAME_MOST = 1024,     /* most bytes after the size (docs/iserver.md) */
	FRAME_LEAST_REPLY = 1,
	FRAME_LEAST_REQUEST = 6,
};

/* The packets in one direction of a link. */
typedef struct Frames {
	uint32_t least;  /* the least size of a packet */
	uint32_t have;   /* bytes of the present packet, its size included */
	uint32_t size;   /* size of the present packet, known if have >= FRAME_HEAD */
	uint8_t head[FRAME_HEAD];
	uint64_t n;      /* complete packets */
	bool is_bad;     /* a size was not valid, so the following packets are unknown */
} Frames;

/* frames_pass: follow one byte of the packets. */
void frames_pass(Frames *f, uint8_t byte);

/* ---- open.c ---- */

/* The descriptors of a partner; both may be the same. */
typedef struct PartnerEnds {
	int in, out;
	pid_t command; /* 0: none */
	bool closes;   /* the partner is standard input, whose end is not reported */
} PartnerEnds;

/*
 * partner_open_terminal: make a pseudo terminal whose other end passes bytes as they are, and print
 * its name after `label`; returns its descriptor, or -1 with errno.
 */
int partner_open_terminal(const char *label);
/* partner_open: open the descriptors of a partner; parameters and errors as partner_new. */
PartnerEnds partner_open(const char *link, const char *where);

#endif
