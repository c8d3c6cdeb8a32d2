/*
 * message.h - shared by the message programs: the nodes that take part, and checked messages.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdint.h>
#include <kernel.h>

/* The events of messages between the programs of a job. */
enum { EVENT_BODY = 1, EVENT_REPORT = 2 };

/* The nodes that take part, by number, upwards. */
typedef struct Party {
	uint32_t n;
	uint32_t me;      /* place of this node */
	uint16_t *node;   /* [n] their numbers */
} Party;

/*
 * party_find: all nodes of the network that are up; with most > 0, at most that many. The program
 * ends here on a node that does not take part.
 */
Party party_find(uint32_t most);

/* message_check: if a call's result is an error, print what failed and end the program. */
void message_check(int result, const char *what);

/* message_room: allocate memory; if there is none, end the program. */
void *message_room(uint32_t nbytes);
/*
 * message_send, message_receive: a message whose bytes are a function of sender, receiver and
 * serial number, made and checked. message_receive takes it from any sender, and returns the
 * sender; *wrong counts messages of a wrong length or with a wrong byte. room has nbytes and is
 * word-aligned.
 */
void message_send(uint32_t node, uint32_t serial, void *room, uint32_t nbytes);
uint32_t message_receive(void *room, uint32_t nbytes, uint32_t *serial, uint32_t *wrong);

/* message_fill: make the bytes of a message. message_is: true if they are those bytes. */
void message_fill(void *room, uint32_t nbytes, uint32_t from, uint32_t to, uint32_t serial);
int message_is(const void *room, uint32_t nbytes, uint32_t from, uint32_t to, uint32_t serial);

/*
 * message_report: sum up how many messages were wrong along a binary tree of the party, so that no
 * node gets more than two messages. Returns the sum over this node and those below it in the tree;
 * on the first node that is the sum over all nodes.
 */
uint32_t message_report(const Party *p, uint32_t wrong);

#endif
