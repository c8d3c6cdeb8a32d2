/*
 * link.h - link ends, crossbars and the circuits that join them.
 *
 * Ends are numbered: first the ends of nodes (4 a node), then the ends of the hosts' data links,
 * then for each control link the end at its host and the end at the chain of crossbars. Two ends
 * joined by a circuit are each other's peer; link.c simulates such a pair and needs no other state.
 */
#ifndef LINK_H
#define LINK_H

#include "sim/cpu/post.h"
#include "sim/topology/topology.h"

typedef uint32_t EndId;

enum { NOWHERE_END = 0xFFFFFFFF }; /* no end */

/*
 * Time in ps from the start of an in or out instruction to the first bit on the wire (links.md,
 * section 4).
 */
#define SETUP 1000000ull

/* An order to a link end (to send or receive a message, or the like), which acts at its time. */
typedef struct Order {
	Time at; /* when the order acts */
	PostKind kind;
	Addr ptr; /* address of the message; POST_UNBOOT: the number of the link that boots */
	Word len; /* bytes of the message */
	uint8_t *data; /* POST_OUT: owned by the order until it acts, then by the end */
	bool told;     /* the ranks whose nodes the order concerns know of it */
} Order;

/* What receives the bytes: a process that asks for a message, or a service that takes all. */
typedef enum Receiver {
	RECEIVE_MESSAGE, /* a process that asks for each message */
	RECEIVE_BOOT,   /* a node's boot logic: poke, peek or code */
	RECEIVE_STREAM, /* a service that takes all bytes, one by one */
} Receiver;

/* Byte and time counters of one direction. */
typedef struct Traffic {
	uint64_t nbytes, nmessages; /* sent or received so far */
	Time busy;  /* time during which the line carried a packet */
	Time stall; /* time spent waiting for an acknowledge, beyond the packet's own time */
} Traffic;

/* The effect of a fault on a byte. */
typedef enum HitKind {
	HIT_NONE,     /* no fault affects the byte */
	HIT_CHANGED,  /* the byte arrives with bits changed */
	HIT_LOST,     /* the byte does not arrive */
	HIT_REPEATED, /* the byte arrives twice */
} HitKind;

/* A byte that a fault will affect. */
typedef struct Hit {
	uint32_t left; /* the byte is in the left'th data packet from now on; 0: it has been sent */
	uint16_t fault; /* number of the fault */
	uint8_t kind;  /* HitKind */
	uint8_t bits; /* HIT_CHANGED: the bits to invert */
	Time at;       /* when the byte was sent; 0: it was not sent yet */
} Hit;

enum { NHITS = 4 }; /* at most this many pending hits for one line */

/*
 * Lower bounds for the time at which a message is complete that an end is sending or receiving.
 * Without a message, they are NEVER and 0.
 */
typedef struct MessageBounds {
	/*
	 * the least time to the end of the message: from the other end's next order (after), and
	 * from the link's next step (least)
	 */
	Time after, least;
} MessageBounds;

/*
 * A repetition of the steps at an end of a link, and what it leaves of the messages that the end
 * receives (in) and sends (out).
 */
typedef struct Repetition {
	Time from, period; /* when the repetition begins, and the duration of one period */
	uint64_t periods;  /* number of periods; 0: the steps are not repeated */
	/*
	 * rest: the least time that the rest of the message takes, at `from`; fall: how much each
	 * period shortens this time
	 */
	Time in_rest, in_fall, out_rest, out_fall;
} Repetition;

/* An end of a link, with all messages and packets in transit to and from it. */
typedef struct End {
	EndRef ref;       /* the name of the end in the topology */
	EndId peer;       /* NOWHERE_END if no circuit connects this end */
	Time bit;         /* time of one bit on the circuit */
	Time delay;       /* delay of the circuit, one way */
	Time lag;         /* additional delay on the outgoing line, caused by a fault */
	Hit hits[NHITS];  /* faults of bytes on the outgoing line; left is 0 in unused entries */
	bool dead;        /* no signal leaves this end */
	bool again;       /* the byte that is arriving will be repeated */
	bool altered;      /* the byte that is arriving differs from the byte sent */
	uint8_t word_bytes; /* of the node's words, in the protocol of the boot logic */
	/* time from the receipt of a start bit to the decision to acknowledge */
	Time decide_delay;
	Time turn;        /* time from an acknowledge to the next start bit */
	/* transmitter */
	bool sending; /* a message is being sent */
	bool unacked;     /* a byte was sent and not yet acknowledged */
	Word out_len, out_sent, out_done; /* bytes of the message: all, sent, acknowledged */
	Time send_at;     /* earliest time of the next data packet */
	Time sent_at;     /* start of the last data packet */
	Time ack_in;      /* when the acknowledge in transit arrives; NEVER if none */
	/* receiver */
	Receiver receiver;
	bool receiving; /* a message has been asked for */
	bool held;        /* a byte has arrived that no receiver asked for */
	bool guard_reported;        /* the held byte was reported to a guard */
	bool acknowledged;       /* the arriving byte has been acknowledged */
	bool guard;       /* a guard waits: report the next byte that is held */
	uint8_t incoming, holding; /* the byte that is arriving, and the byte held */
	uint8_t command[9]; /* the last poke or peek of the boot logic */
	Word in_len, in_have, in_acked; /* bytes of the message: all, received, acknowledged */
	Addr in_ptr; /* where the message received is to be stored */
	Time held_at;     /* when the held byte arrived */
	Time code_at;     /* when the first byte of boot code arrived; NEVER if none has */
	/*
	 * of the data packet in transit: when to decide whether to acknowledge it, and when it
	 * arrives; NEVER if there is none
	 */
	Time decide_at, arrive_at;
	Time ack_at;      /* earliest time of the acknowledge that is due; NEVER if none */
	/* transmitter and receiver */
	Time line_free;   /* end of the last packet on the outgoing line */
	Traffic out_traffic, in_traffic;
	uint64_t fingerprint;   /* used by a device's end */
	/* data in transit to this end */
	uint8_t *out;     /* the message being sent, copied when it was ordered */
	Buf in;           /* the part received so far of the incoming message */
	uint32_t norders;
	Order *orders;    /* [norders] orders that have not acted, sorted by time */
	Time first_order; /* time of the first order that the other end may know; NEVER if none */
	/* kept by link_expect */
	Time expect;      /* next outcome's time here if no further order comes; NEVER if none */
	Time step;        /* time of the link's next step, orders excluded; NEVER if none */
	MessageBounds inward, outward; /* of the messages being received and sent */
	Repetition repetition; /* the link's next repetition of steps, if no further order comes */
	/* at the end with the lower number: the predicted repetition, for link_advance; owned */
	struct LinkRepetition *ahead;
	/* the part of out_traffic already added to the counters of crossbar ports */
	Traffic counted;
} End;

/*
 * What an order of the other end can cause at an end. While a link is quiet, a node needs no other
 * data about the link to know how far it may run. The outlooks of a node's four ends share a cache
 * line of the host.
 */
typedef struct Outlook {
	Time after;  /* the least time from the order to an outcome; NEVER: it causes none */
	NodeId node; /* the node at the other end of the link */
	bool busy;   /* packets, orders or a device may cause other outcomes: use end_bound */
} Outlook;

/* What a link reports to one of its ends: the result of an order, or bytes that have come. */
typedef enum Outcome {
	OUTCOME_SENT,     /* all of the message being sent has been acknowledged */
	OUTCOME_RECEIVED, /* a message, or a byte for a service, has been received */
	OUTCOME_GUARD,    /* a byte has arrived that a guard waits for */
	OUTCOME_BOOTING, /* the boot logic has received the first byte of code */
	NOUTCOMES,
} Outcome;

/* A crossbar: which input port drives each output port; NO_INPUT if none does. */
enum { NO_INPUT = 0xFF };
typedef struct Crossbar {
	uint8_t input[MAX_PORTS]; /* [output] the input port that drives it */
	uint8_t latch[MAX_PORTS]; /* settings that take effect at the end of the sequence */
} Crossbar;

struct Trace;

/* All ends and crossbars of a machine. */
typedef struct Links {
	const Topology *topology; /* borrowed */
	End *ends;
	Outlook *outlook;    /* [nends], kept by link_expect and link_announce_orders */
	uint32_t nends, first_host_end, first_control_end; /* number of ends; ids of these ends */
	Crossbar *crossbars;
	Traffic *ports;      /* MAX_PORTS entries a crossbar: traffic that entered each port */
	struct Trace *trace; /* records link events; borrowed; NULL if there is no trace */
	/* called for every outcome of link_advance, in order of time */
	void (*report)(void *context, EndId e, Outcome what, Time at);
	void *context;
	/*
	 * called when a POST_FAULT acts on the line from e to peer; sim/fault sets it with the
	 * first fault
	 */
	void (*fault)(End *e, End *peer, const Order *o);
} Links;

/* ---- make.c ---- */

/*
 * links_init: make all links of a machine as at power-up, without circuits; the topology must
 * outlive the links.
 */
void links_init(Links *l, const Topology *t);
void links_free(Links *l);

/* links_find_end: the end that a reference names; NOWHERE_END if there is none. */
EndId links_find_end(const Links *l, EndRef ref);

/* ---- crossbar.c ---- */

/*
 * circuits_trace: the end to which the circuits at e lead, and *delay, the delay on the way;
 * NOWHERE_END if they lead to none.
 */
EndId circuits_trace(const Links *l, EndId e, Time *delay);
/*
 * circuits_account: add the traffic that the ends have sent over the present circuits to the ports'
 * counters.
 */
void circuits_account(Links *l);
/* port_traffic: traffic that has entered a crossbar at a port until now. */
Traffic port_traffic(const Links *l, uint32_t sw, uint32_t port);

/* ---- link.c ---- */

/*
 * end_add_order: give an end an order that acts at o.at; the end takes over o.data, which is from
 * xmalloc.
 */
void end_add_order(End *e, Order o);

/*
 * link_announce_orders: let the other end know of the orders given to e until now. From then until
 * link_expect, only end_bound bounds the link's outcomes.
 */
void link_announce_orders(Links *l, EndId e);

/*
 * end_add_hit: make the fault that o names (order_fault) affect the byte that follows the next
 * o.len bytes out of e.
 */
void end_add_hit(End *e, HitKind kind, const Order *o);

/*
 * link_advance: simulate the link of e up to `until`, exclusively; all earlier orders must have
 * been given. quick: skip over equal periods instead of simulating each.
 */
void link_advance(Links *l, EndId e, Time until, bool quick);

/*
 * link_expect: predict the outcomes of a link that has changed; returns the next time at which it
 * must be simulated.
 */
Time link_expect(Links *l, EndId e);

/* link_next_step: the time at which the link's next packet begins or ends. */
Time link_next_step(const Links *l, EndId e);

/*
 * end_bound: the earliest time of an outcome at e if the peer's next order comes at `order` or
 * later.
 */
Time end_bound(const Links *l, EndId e, Time order);

/* end_serve: let a service take the bytes of an end from now on. */
void end_serve(End *e, Receiver service);

/* links_reset: reset the link engine of an end; the circuit stays, packets on it are lost. */
void links_reset(Links *l, EndId id);

/* end_join: join two ends by a circuit with this delay one way; bytes in transit are lost. */
void end_join(Links *l, EndId a, EndId b, Time at, Time delay);
/* end_separate: remove the circuit of an end, if there is one; bytes in transit are lost. */
void end_separate(Links *l, EndId e);

#endif
