/*
 * partner.h - a program outside at the other end of a link of the host: bytes pass in both
 * directions, as they are.
 *
 *	stdio         standard input and output
 *	exec:COMMAND  a command of the shell, by its standard input and output
 *	unix:PATH     a socket in the file system
 *	tcp:PORT      a TCP port of this machine, on the loopback address
 *	pty           a new pseudo terminal, whose name is printed
 *
 * A socket on which somebody listens is connected to; otherwise the partner may connect to it. So
 * two runs with the same socket are joined, in whatever order they begin.
 *
 * A partner that closes its end, or takes nothing for ten seconds, is named once on standard error;
 * the link is silent from then on. One that sends nothing to an idle machine is named once, too. If
 * the bytes are said to be packets of iserver, those that are none are named, and half a packet.
 */
#ifndef PARTNER_H
#define PARTNER_H

#include "sim/host/adapter.h"

typedef struct Partner Partner;

/* When a byte of the partner is sent to the machine. */
typedef enum PartnerInput {
	INPUT_EPOCH, /* it is looked for every millisecond of simulated time */
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
 * partner_new: open the partner at `where`; anything else than the above is fatal, and so is a
 * partner that cannot be opened. link: the link's name, for messages. Both texts are borrowed. It
 * waits until a partner has connected.
 * partner_free: pass on the last bytes and close; a command is ended.
 */
Partner *partner_new(const char *link, const char *where, const PartnerOptions *o);
void partner_free(Partner *p);

extern const HostStream partner_calls;

/* ---- frames.c ---- */

enum {
	FRAME_HEAD = 2,        /* bytes of a packet's size, which comes first */
	FRAME_MOST = 1024,     /* bytes after it (docs/iserver.md) */
	FRAME_LEAST_REPLY = 1,
	FRAME_LEAST_REQUEST = 6,
};

/* The packets in one direction of a link. */
typedef struct Frames {
	uint32_t least;  /* the least size of a packet */
	uint32_t have;   /* bytes of the present packet, its size included */
	uint32_t size;   /* if have >= FRAME_HEAD */
	uint8_t head[FRAME_HEAD];
	uint64_t n;      /* complete packets */
	bool is_bad;     /* a size was not valid, so that nothing is known from then on */
} Frames;

void frames_pass(Frames *f, uint8_t byte);

/* ---- open.c ---- */

/* The descriptors of a partner; out may be in. */
typedef struct PartnerEnds {
	int in, out;
	pid_t command; /* 0: none */
	bool closes;   /* it is standard input: nothing is printed when it ends */
} PartnerEnds;

/* partner_open: as partner_new. */
PartnerEnds partner_open(const char *link, const char *where);

#endif
