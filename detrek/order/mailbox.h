/*
 * mailbox.h - the messages of a recorded run during the search for an execution: where each of them
 * is, and which message a receive gets, as in the kernel (kernel/rendezvous.c).
 *
 * A message to another node is under way until it arrives. A line is the way from one node to
 * another; the messages of a line arrive in the order in which they were sent. A node holds
 * messages in the order in which they have arrived or were sent there. A port is a node and an
 * event of the kernel. A receive from a port gets the first held message of the port with a
 * matching type. If no such message is held, a sender on the node may be waiting because its
 * message must not be buffered; the receive gets the message of the first such sender.
 */
#ifndef MAILBOX_H
#define MAILBOX_H

#include "order.h"

typedef enum MessagePlace {
	PLACE_UNSENT, /* not sent yet */
	PLACE_UNDER_WAY, /* sent to another node, where it has not arrived */
	PLACE_HELD,      /* the receiver's node holds it */
	PLACE_WAITS, /* not held: its sender waits for the receive */
	PLACE_RECEIVED,
	NPLACES = 8, /* more than the number of places; see mailbox_write */
} MessagePlace;

typedef struct Mailbox {
	const OrderMessages *m; /* borrowed */
	uint32_t *port, *line;  /* [m->n] numbers of each message's port and line */
	uint32_t nports, nlines;
	/* [m->nmisses] the port of each miss; NO_EVENT: no message goes to that port */
	uint32_t *miss_port;
	uint8_t *place;         /* [m->n] a MessagePlace */
	/*
	 * [n] messages that have been sent but not received; a message moves to the end when it
	 * arrives
	 */
	uint32_t *list, n;
	uint32_t *rank;         /* scratch: [m->n] each message's index in its queue */
	uint32_t *count;        /* scratch: [(nports + nlines) * NPLACES] lengths of queues */
} Mailbox;

/* mailbox_new: an empty mailbox for the run's messages. */
Mailbox mailbox_new(const OrderMessages *m);
/* mailbox_free: free the mailbox. */
void mailbox_free(Mailbox *b);

/* mailbox_send: note that a message is sent; mailbox_unsend can undo it at once. */
void mailbox_send(Mailbox *b, uint32_t message);
/* mailbox_unsend: undo the last mailbox_send. */
void mailbox_unsend(Mailbox *b);
/*
 * mailbox_arrive: note that a message arrives; returns its former place in the list, for undoing.
 */
uint32_t mailbox_arrive(Mailbox *b, uint32_t message);
/*
 * mailbox_receive: note that the message is received; returns its former place in the list, for
 * undoing.
 */
uint32_t mailbox_receive(Mailbox *b, uint32_t message);
/*
 * mailbox_put_back: undo mailbox_arrive or mailbox_receive: put the message back to its former
 * index `at` in the list, and to its former place.
 */
void mailbox_put_back(Mailbox *b, uint32_t message, uint32_t at, MessagePlace place);

/* mailbox_match: the message that a receive of type `asked` gets now from the port, or NO_EVENT. */
uint32_t mailbox_match(const Mailbox *b, uint32_t port, uint32_t asked);
/* mailbox_next_arrival: the message that arrives next by the line, or NO_EVENT. */
uint32_t mailbox_next_arrival(const Mailbox *b, uint32_t line);
/* mailbox_write: write the state of the mailbox as m->n counts. */
void mailbox_write(Mailbox *b, Count *to);

#endif
