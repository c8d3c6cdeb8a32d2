/*
 * classes.h - finds which messages compete for the same receives.
 *
 * A receive asks for an event and a type. It gets any message to its node that has the event and a
 * matching type. Messages and receives of a node and event are of one class if a chain of possible
 * matches leads from one to the other.
 */
#ifndef CLASSES_H
#define CLASSES_H

#include "operations.h"

typedef struct MessageClasses MessageClasses;

/* The messages, or the receives, of a node with one event and type. */
typedef struct Port {
	NodeId node;
	int32_t event;
	uint32_t type;
	bool receives; /* the receives; false: the messages */
} Port;

/* classes_new: an empty set of classes of messages. */
MessageClasses *classes_new(void);
void classes_free(MessageClasses *c);
/* classes_add_port: the number of a port, which is added if it is new. */
uint32_t classes_add_port(MessageClasses *c, Port p);

/* Call the following functions only when all ports are known. */

/*
 * classes_class_number: the number, from 0, of a port's class among the classes of its node and
 * event.
 */
uint32_t classes_class_number(const MessageClasses *c, uint32_t port);
/* classes_are_same: whether two ports are of one class. */
bool classes_are_same(const MessageClasses *c, uint32_t p, uint32_t q);
/*
 * classes_is_uniform: whether each receive of the port's class can get each message of the class.
 */
bool classes_is_uniform(const MessageClasses *c, uint32_t port);

#endif
