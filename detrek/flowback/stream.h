/*
 * stream.h - finds the sent message that carried the bytes of a received one.
 *
 * The messages that one process sends over a link may have other lengths than the messages that the
 * other process receives: a head and its body may be sent together and received one after the
 * other. But the link transfers all bytes in order. So a byte's position in the stream tells to
 * which message the byte belongs.
 */
#ifndef STREAM_H
#define STREAM_H

#include "sim/past/circuit_history.h"

typedef struct Streams Streams;

/*
 * streams_new: the streams of a run, from its feed. circuits: NULL for a network without crossbars.
 * Both are borrowed.
 */
Streams *streams_new(const Network *w, const Feed *f, const CircuitHistory *circuits);
/* streams_free: free the streams. */
void streams_free(Streams *s);

/* A message that one end of a link was ordered to receive. */
typedef struct StreamMessage {
	EndId end;
	Addr ptr; /* address of the message */
	Word len; /* bytes */
	Time at;  /* a time when the message had been received */
} StreamMessage;

/* A part of a message that one end of a link was ordered to send. */
typedef struct StreamPart {
	EndId end;
	const Order *order; /* owned by the feed */
	Word offset, nbytes;
} StreamPart;

/*
 * streams_find_sent: find the sent message that contained the byte at an offset of a received
 * message. sent->nbytes gets the number of bytes, from this one on, that both messages contain.
 * false: the sent message is not known, for example after faults of the link.
 */
bool streams_find_sent(Streams *s, const StreamMessage *received, Word offset, StreamPart *sent);

#endif
