/*
 * message_names.h - the names of messages' events and types: constants of enumerations in a
 * program's source, from its debugging information.
 *
 * An event is named by a constant whose name begins with EVENT, a type by one that begins with
 * TYPE; if two names have one value, neither is used. The constants of kernel/include/border.h name
 * the events of the system (EV_FILED) and the types of its answers (TYPE_EXIT).
 */
#ifndef MESSAGE_NAMES_H
#define MESSAGE_NAMES_H

#include "cc/debug/debug.h"
#include "sim/node/node_state.h"

typedef struct MessageNames MessageNames;

/*
 * message_names_new: the names of a program's events and types of messages; NULL if there are none.
 * The names belong to d, so d must stay open.
 */
MessageNames *message_names_new(Debug *d);
void message_names_free(MessageNames *m);

/*
 * message_names_put: print the event and the type of the message for which a thread waits, each as
 * a name or, if it has none, as a number: "(EVENT_ROW, 3)". An event that is less than 65536 above
 * a constant of 65536 or more is counted from it: "EVENT_EDGE + 3".
 *
 * m  names of the thread's program; NULL: none
 */
void message_names_put(const MessageNames *m, const ThreadRow *row, Buf *out);

#endif
