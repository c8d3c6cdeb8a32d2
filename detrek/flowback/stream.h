/*
 * stream.h - finds the sent message that carried the bytes of a received one.
 *
 * What the two processes at a link send and receive need not have the same lengths: a head and its
 * body go out together and are received one after the other. But the line carries all bytes in
 * order, so a byte's position in the line's stream says to which message it belongs.
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

/* A message that an end was ordered to receive. */
typedef struct StreamMessage {
	EndId end;
	Addr ptr;
	Word len;
	Time at; /* it had been received by then */
} StreamMessage;

/* A part of a message that an end was ordered to send. */
typedef struct StreamPart {
	EndId end;
	const Order *order; /* owned by the feed */
	Word offset, nbytes;
} StreamPart;

/*
 * streams_sent: find the sent message that has the byte at an offset of a received one;
 * sent->nbytes: the number of bytes from there on that both messages have. false: it is not known,
 * for example after faults of the line.
 */
bool streams_sent(Streams *s, const StreamMessage *received, Word offset, StreamPart *sent);

#endif
