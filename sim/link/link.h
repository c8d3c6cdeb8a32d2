/*
 * link.h - link ends, crossbars and the circuits that join them.
 *
 * Ends are numbered: first the nodes' (4 a node), then the hosts' data links, then for each
 * control link its host's side and the chain's side. Two ends that a circuit joins are each
 * other's peer; what goes on between them is worked out by link.c, which needs only the two.
 */
#ifndef LINK_H
#define LINK_H

#include "sim/cpu/post.h"
#include "sim/topology/topology.h"

typedef uint32_t EndId;

enum { NOWHERE_END = 0xFFFFFFFF };

/* From the start of in or out to the first bit on the wire (links.md, section 4), in ps. */
#define SETUP 1000000ull

/* An order for an end that has not reached it yet. */
typedef struct Order {
	Time at;
	PostKind kind;
	Addr ptr; /* of a POST_UNBOOT: the link that boots */
	Word len;
	uint8_t *data; /* of a POST_OUT: the order's until it acts, then the end's */
} Order;

/* What receives: a message asked for, or a service that takes every byte. */
typedef enum Receiver {
	RECEIVE_MESSAGE,
	RECEIVE_BOOT,   /* a node's boot logic: poke, peek or code */
	RECEIVE_STREAM, /* byte by byte, for ever */
} Receiver;

/* Byte and time counters of one direction. */
typedef struct Traffic {
	uint64_t nbytes, nmessages;
	Time busy;  /* the line carried a packet */
	Time stall; /* a byte was out and its acknowledge awaited longer than the packet */
} Traffic;

/* What becomes of a byte on a line, by a fault. */
typedef enum HitKind {
	HIT_NONE,
	HIT_CHANGED,  /* it comes with bits changed */
	HIT_LOST,     /* it does not come */
	HIT_REPEATED, /* it comes twice */
} HitKind;

/* A byte that will not come as it was sent. */
typedef struct Hit {
	uint32_t left; /* data packets up to it; 1: the next one; 0: passed */
	uint16_t fault; /* which */
	uint8_t kind;  /* HitKind */
	uint8_t bits;
	Time at;       /* when it went out; 0: not yet */
} Hit;

enum { NHITS = 4 }; /* bytes of one line that wait for their fault */

typedef struct End {
	EndRef ref;
	EndId peer;       /* NOWHERE_END: no circuit */
	Time bit;         /* of the circuit: period of a bit */
	Time delay;       /* one way */
	Time lag;         /* more of it out of here, by a fault */
	Hit hits[NHITS];  /* of the line out of here; left 0 if there is none */
	bool dead;        /* nothing comes out of here */
	bool again;       /* the byte that is coming comes twice */
	bool altered;      /* it is not the one that was sent */
	/* this receiver decides to acknowledge so long after a start bit came */
	Time decide_delay;
	Time turn;        /* from an acknowledge to the next start bit */
	/* transmitter */
	bool sending;
	bool unacked;     /* a byte is out */
	Word out_len, out_sent, out_done;
	Time send_at;     /* not before */
	Time sent_at;     /* start of the last data packet */
	Time ack_in;      /* an acknowledge is coming; NEVER */
	/* receiver */
	Receiver receiver;
	bool receiving;
	bool held;        /* a byte has arrived that was not asked for */
	bool guard_reported;        /* ... and was reported to a guard */
	bool acknowledged;       /* the byte coming has been acknowledged */
	bool guard;       /* report the next byte held */
	uint8_t incoming, holding;
	uint8_t command[9]; /* the last poke or peek of the boot logic */
	Word in_len, in_have, in_acked;
	Addr in_ptr;
	Time held_at;     /* since when one is held */
	Time code_at;     /* when the first byte of boot code came; NEVER if there is none */
	Time decide_at, arrive_at; /* of the data packet that is coming; NEVER */
	Time ack_at;      /* an acknowledge is due from; NEVER */
	/* both */
	Time line_free;   /* the outgoing line has sent its last packet */
	Traffic out_traffic, in_traffic;
	uint64_t fingerprint;   /* fingerprint of a device's end */
	/* what is on its way here */
	uint8_t *out;     /* the message being sent, taken when it was ordered */
	Buf in;           /* what has come of the message being received */
	Order *orders;    /* in order of time */
	uint32_t norders;
	Time expect;      /* next outcome here if no further order comes; NEVER */
	Traffic counted;  /* of out_traffic: already with the ports it went through */
} End;

/* What a link tells one of its ends. */
typedef enum Outcome {
	OUTCOME_SENT,
	OUTCOME_RECEIVED,
	OUTCOME_GUARD,
	OUTCOME_BOOTING, /* the boot logic has seen the first byte of code */
	NOUTCOMES,
} Outcome;

/* One crossbar: which input drives each output; NO_INPUT for none. */
enum { NO_INPUT = 0xFF };
typedef struct Crossbar {
	uint8_t input[MAX_PORTS];
	uint8_t latch[MAX_PORTS]; /* what becomes valid at the end of the sequence */
} Crossbar;

struct Trace;

/* All ends and crossbars of a machine. */
typedef struct Links {
	const Topology *topology; /* borrowed */
	End *ends;
	uint32_t nends, first_host_end, first_control_end;
	Crossbar *crossbars;
	Traffic *ports;      /* what has come in at each port of each crossbar, MAX_PORTS each */
	struct Trace *trace; /* of its events; borrowed; NULL if there is none */
	/* receives every outcome of link_advance, in order of time */
	void (*report)(void *context, EndId e, Outcome what, Time at);
	void *context;
	/*
	 * a POST_FAULT acts on the line out of e, whose other end is peer; set by sim/fault with
	 * the first fault
	 */
	void (*fault)(End *e, End *peer, const Order *o);
} Links;

/* ---- make.c ---- */

/*
 * links_init: all links of a machine at power-up, without circuits; the topology must outlive them.
 */
void links_init(Links *l, const Topology *t);
void links_free(Links *l);

/* links_end: the end that a reference names, or NOWHERE_END. */
EndId links_end(const Links *l, EndRef ref);

/* ---- crossbar.c ---- */

/* circuits_trace: the end that the circuits at e lead to, or NOWHERE_END; delay of the way. */
EndId circuits_trace(const Links *l, EndId e, Time *delay);
/* circuits_account: what ends have sent through the circuits as they are goes to the ports. */
void circuits_account(Links *l);
/* port_traffic: what has come into a crossbar at a port until now. */
Traffic port_traffic(const Links *l, uint32_t sw, uint32_t port);

/* ---- link.c ---- */

/* end_order: an order that acts at o.at; o.data, from xmalloc, becomes the end's. */
void end_order(End *e, Order o);

/*
 * end_hit: the byte out of e that comes after o.len others is hit, by the fault that o names
 * (order_fault).
 */
void end_hit(End *e, HitKind kind, const Order *o);

/*
 * link_advance: everything that happens on the link of e before `until` happens; all orders
 * before it must be known. quick: equal periods are counted, not walked.
 */
void link_advance(Links *l, EndId e, Time until, bool quick);

/* link_expect: work out `expect` of both ends anew; returns the link's next time. */
Time link_expect(Links *l, EndId e);

/* link_next_step: when the link's next packet begins or ends. */
Time link_next_step(const Links *l, EndId e);

/* end_bound: no outcome here before this if the peer's next order comes at `order` or later. */
Time end_bound(const Links *l, EndId e, Time order);

/* end_serve: the end takes bytes for a service from now on. */
void end_serve(End *e, Receiver service);

/* end_reset: the link engine starts afresh, with its circuit. */
void end_reset(End *e);

/* end_join, end_part: a circuit comes or goes; bytes under way are lost. */
void end_join(Links *l, EndId a, EndId b, Time at, Time delay);
void end_part(Links *l, EndId e);

#endif
