/*
 * udp_link.h - the box of INMOS's UDP-LINK products: a host outside reaches a link and the Reset,
 * Analyse and Error lines of the machine by datagrams.
 *
 * Each request of the host has a code and a number; it is answered with the same number, by
 * FRAME_ACK or FRAME_NACK. Bytes for the link come in a request, bytes of the link go in a frame of
 * their own, which the box numbers and the host acknowledges. A request that is repeated, because
 * its answer was lost, gets the same answer again, and has no second effect.
 *
 *      bytes 0      1       2 3     4 5
 *            code   number  length  timeout    a request other than the next two, and its answer
 *            code   number  length  bytes      data
 *            code   number  words   address    peek; the address has four bytes
 *
 * Numbers of two and four bytes have their high byte first. Source: the host's side of the
 * protocol, udplink.c and udplink.h of INMOS's iserver (toolset D7205).
 */
#ifndef UDP_LINK_H
#define UDP_LINK_H

#include "sim/host/adapter.h"

/* ---- udp_session.c ---- */

enum {
	UDP_NUMBERS = 128,      /* the numbers of requests are 0 to 127, and begin again */
	UDP_HEAD = 4,           /* bytes before a frame's data */
	UDP_REPLY = 6,          /* bytes of an answer */
	UDP_MOST_DATA = 1400,   /* most bytes of data in a frame */
	UDP_MOST_WORDS = UDP_MOST_DATA / 4, /* most words that a request can peek */
};

/* Codes of frames. */
typedef enum UdpCode {
	UDP_NONE,
	UDP_DATA,    /* bytes for the link, or from it */
	UDP_ACK,     /* answer: the request has been performed */
	UDP_RESET,   /* reset the machine */
	UDP_ANALYSE, /* reset the machine with Analyse high */
	UDP_ERROR,   /* is Error set? The answer has this code, and the flag instead of a length */
	UDP_OPEN,    /* the host connects itself */
	UDP_NACK,    /* answer: the request is refused */
	UDP_CLOSE,   /* the host leaves */
	UDP_SUSPEND, /* answer: the bytes are taken later; UDP_ACK follows */
	UDP_READ,    /* send bytes of the link; wait for the first one, in tenths of a second */
	UDP_GO_ON,   /* not used by hosts */
	UDP_TEST,    /* is the box there? */
	UDP_PEEK,    /* send words of the root node's memory; the node must have been reset */
} UdpCode;

/* What the box sends: none, one, or both of them, the answer first. */
typedef struct UdpAnswer {
	uint8_t reply[UDP_REPLY];
	bool has_reply;
	const Buf *data; /* a data frame, of the session; NULL: none */
} UdpAnswer;

/* The box while one host is connected. It knows neither sockets nor the machine. */
typedef struct UdpSession {
	Buf in;          /* bytes for the link that the machine has not taken yet */
	Buf later;       /* bytes of a waiting UDP_DATA, for `in` */
	Buf out;         /* bytes of the link that the host has not asked for yet */
	HostLine line;   /* the line that the host wants to be pulsed; the caller clears it */
	bool may_reset;  /* the host may reset the machine */
	bool is_held;    /* no bytes for the link are taken at present */
	bool has_error;  /* the Error line */
	bool is_open;    /* a host is connected */
	UdpCode code;    /* the last request; UDP_NONE: there was none */
	uint8_t number;  /* its number */
	bool is_waiting; /* it is not answered yet */
	uint32_t least, most; /* UDP_READ, UDP_PEEK: bytes of the answer, if it waits */
	double limit;    /* the host's clock when it is answered without these bytes */
	uint8_t reply[UDP_REPLY]; /* its answer, if it is answered */
	Buf frame;       /* the last data frame; empty: the host has got it */
	uint8_t next;    /* the number of the next data frame */
} UdpSession;

/*
 * udp_take: handle a datagram of the host, n bytes; now: the host's clock in seconds. Returns
 * what is to be sent. A frame that is too short, or says a wrong length, is answered by UDP_NACK.
 */
UdpAnswer udp_take(UdpSession *s, const uint8_t *bytes, size_t n, double now);
/* udp_continue: answer the waiting request, if that is possible now. */
UdpAnswer udp_continue(UdpSession *s, double now);
void udp_session_free(UdpSession *s);

/* ---- udp_link.c ---- */

typedef struct UdpLink UdpLink;

/*
 * udp_link_new: wait for hosts at a UDP port of the loopback address; a port that is not free is
 * fatal. link: the link's name, for messages; borrowed. idle: take bytes only when the machine is
 * idle, so that the run can be repeated. resets: the host may reset the machine.
 */
UdpLink *udp_link_new(const char *link, const char *port, bool idle, bool resets);

extern const HostStream udp_link_calls;

#endif
