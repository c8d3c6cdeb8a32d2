/*
 * tape.h - what the host has answered to its ends, so that the network can have it again while the host
 * itself, with its files, its programs and whoever commands it, stands where it is.
 *
 * To the network the host is only the orders that it gives when an outcome is told to it. A tape keeps these
 * under the outcome; while it plays, the host is told nothing, and the orders come from the tape. What is
 * ordered between two runs is not an answer: it cannot be played, and the tape says that there was something.
 */
#ifndef TAPE_H
#define TAPE_H

#include "sim/network/network.h"

/* An order in answer to an outcome at an end. */
typedef struct Answer {
	Time at;       /* of the outcome */
	Outcome what;
	EndId end;     /* that the order is for */
	Order order;   /* its data is the tape's */
} Answer;

/* The answers to one end's outcomes, in order. */
typedef struct Track {
	Answer *answers;
	uint32_t n, cap;
	uint32_t gone; /* so many before these have been forgotten */
	uint32_t next; /* while it plays */
} Track;

typedef struct Tape {
	Network *w;
	Track *tracks;   /* [end - first_host_end] */
	uint32_t ntracks;
	size_t size;     /* bytes of the answers */
	bool playing;
	bool touched;    /* there was an order that answers nothing, since it was looked at last */
	/* while the host is told of an outcome */
	bool telling;
	EndId told;
	Outcome what;
	Time at;
} Tape;

/* tape_init: of what a network's host does from now on; without a host there is nothing to keep. */
void tape_init(Tape *t, Network *w);
void tape_free(Tape *t);
/* tape_mark: where it is, for the other functions: 32 bits a track, added to `mark`. */
void tape_mark(const Tape *t, Buf *mark);
/* tape_forget: the answers before a mark. */
void tape_forget(Tape *t, const Buf *mark);
/* tape_play: the network is as it was at a mark; the host is no longer told. tape_record: it is again. */
void tape_play(Tape *t, const Buf *mark);
void tape_record(Tape *t);

/* ---- for sim/host/adapter.c ---- */

/* tape_tell: an outcome; false: the host must be told of it, and tape_told follows. */
bool tape_tell(Tape *t, EndId e, Outcome what, Time at);
void tape_told(Tape *t);
/* tape_note: an order of the host's. */
void tape_note(Tape *t, EndId e, const Order *o);

#endif
